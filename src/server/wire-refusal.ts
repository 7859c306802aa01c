import { STATUS_CODES, type ServerResponse } from 'node:http'
import { errorCatalogue, type ErrorCode } from '../contract/errors.ts'
import { securityHeaders } from './security-headers.ts'
import type { Service } from './service.ts'

/** What stops a request before it is one. */
export type WireFault = 'late' | 'headers' | 'garbage' | 'busy'

/** A complete answer, in the shape of every other error. */
export interface Refusal {
  readonly status: number
  readonly reason: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Refuse = (fault: WireFault) => Refusal

/** Statuses that HTTP has for it; where the catalogue has none of its own, the code is the nearest. */
const faults: Readonly<
  Record<WireFault, { code: ErrorCode; status: number; message: string; wait?: number }>
> = {
  late: { code: 'REQUEST_TIMEOUT', status: 408, message: 'The request did not arrive in time.' },
  headers: {
    code: 'PAYLOAD_TOO_LARGE',
    status: 431,
    message: 'The headers of the request are too large or too many. Send fewer.',
  },
  garbage: { code: 'BODY_MALFORMED', status: 400, message: 'These bytes are not an HTTP request.' },
  busy: {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'This server has as many connections as it takes. Try again in 1 s.',
    wait: 1,
  },
}

/** Answers for connections whose bytes never came as far as the pipeline. */
export function wireRefusals(service: Service): Refuse {
  return (fault) => {
    const { code, status, message, wait = null } = faults[fault]
    const request_id = service.ids.newId('req')
    const { retryable } = errorCatalogue[code]
    const doc_url = `${service.address.baseUrl}/docs/errors/${code}`
    const facts = { code, message, status, doc_url, request_id, param: null, details: null }
    const body = JSON.stringify({ error: { ...facts, retryable, retry_after_seconds: wait } })
    const headers = {
      'x-request-id': request_id,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...securityHeaders({ secure: false }),
      'x-should-retry': String(retryable),
      ...(wait !== null && { 'retry-after': String(wait) }),
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    return { status, reason: STATUS_CODES[status] ?? '', headers, body }
  }
}

/** What Node complains of; null: the connection is broken, and nobody reads an answer. */
export function refusalOf(error: Error): WireFault | null {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'late'
  return code.startsWith('HPE_') ? 'garbage' : null
}

/** A second answer would stand in the middle of the first. */
export function hasAnswered(response: ServerResponse | undefined): boolean {
  return response !== undefined && response.headersSent && !response.writableFinished
}
