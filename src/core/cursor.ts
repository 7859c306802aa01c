import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { ApiError } from './error.ts'

const version = 1
const macLength = 16
const filtersLength = 12
const headLength = 1 + filtersLength + macLength

/** An opaque place in one listing: version, digest of the filters, MAC, position; base64url. */
export function sealCursor(key: Uint8Array, position: string, filters: string): string {
  const claim = Buffer.concat([Buffer.of(version), digest(filters)])
  const place = Buffer.from(position, 'utf8')
  return Buffer.concat([claim, mac(key, claim, place), place]).toString('base64url')
}

/** @throws ApiError CURSOR_INVALID when it is not one of ours, CURSOR_FILTER_MISMATCH when of another listing. */
export function openCursor(key: Uint8Array, cursor: string, filters: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  // Decoding skips what is not base64url: only the one spelling that was handed out is accepted.
  if (bytes.length < headLength || bytes.toString('base64url') !== cursor) throw invalid()
  const claim = bytes.subarray(0, 1 + filtersLength)
  const place = bytes.subarray(headLength)
  if (!timingSafeEqual(bytes.subarray(1 + filtersLength, headLength), mac(key, claim, place))) throw invalid()
  if (claim[0] !== version) throw invalid()
  if (!claim.subarray(1).equals(digest(filters))) throw mismatch()
  return place.toString('utf8')
}

function digest(filters: string): Buffer {
  return hash('sha256', filters, 'buffer').subarray(0, filtersLength)
}

function mac(key: Uint8Array, claim: Uint8Array, place: Uint8Array): Buffer {
  return createHmac('sha256', key).update(claim).update(place).digest().subarray(0, macLength)
}

function invalid(): ApiError {
  return new ApiError(
    'CURSOR_INVALID',
    'This cursor was not handed out by this server. Use `next_cursor` of the page before it unchanged, or leave `cursor` out to start at the newest.',
    { param: 'cursor' },
  )
}

function mismatch(): ApiError {
  return new ApiError(
    'CURSOR_FILTER_MISMATCH',
    'This cursor belongs to a listing with other filters. Send the filters of the page before it, or leave `cursor` out to start anew.',
    { param: 'cursor' },
  )
}
