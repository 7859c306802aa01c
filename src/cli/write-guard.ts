import type { Connection } from './connection.ts'
import type { Context } from './context.ts'
import { CliError, exit } from './failure.ts'
import { final } from './fetch.ts'
import type { Fetch } from '../sdk/settings.ts'

/** Reads that are sent as a POST, because what they ask for does not fit a URL. */
const readingPosts = new Set(['/v1/verify/batch'])

/** Writes through a read-only profile are refused before they leave; writes to a live service are marked. */
export function guardWrites(
  fetch: Fetch,
  connection: Connection,
  { io, globals }: Pick<Context, 'io' | 'globals'>,
): Fetch {
  const { profile, apiKey, baseUrl } = connection
  const { err, stderr } = io
  const isSeen = stderr.tty && !globals.json && !globals.quiet
  let isMarked = apiKey?.startsWith('sk_live_') !== true || !isSeen
  return async (url, init) => {
    if (isRead(init.method, url)) return await fetch(url, init)
    if (profile?.readOnly === true) throw final(readOnly(profile.name))
    if (!isMarked) {
      isMarked = true
      const place = [profile?.name, new URL(baseUrl).host].filter((part) => part !== undefined).join(' · ')
      await err(`${stderr.paint.bad('LIVE')}  ${stderr.paint.faint(place)}\n`)
    }
    return await fetch(url, init)
  }
}

function isRead(method: string, url: string): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  return method === 'POST' && [...readingPosts].some((path) => new URL(url).pathname.endsWith(path))
}

function readOnly(name: string): CliError {
  return new CliError(
    exit.permission,
    'PROFILE_READ_ONLY',
    `The profile "${name}" is read-only: nothing was sent.`,
    'To write with it, log in again without --read-only.',
  )
}
