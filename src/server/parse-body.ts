import type { Route } from '../contract/route.ts'
import { ApiError } from '../core/error.ts'
import type { Exchange } from './exchange.ts'

/** The body as JSON; `{}` where none was sent. @throws ApiError UNSUPPORTED_MEDIA_TYPE, BODY_MALFORMED */
export function parseBody(exchange: Exchange, route: Route): unknown {
  if (exchange.requestBody === '') return {}
  if (route.method === 'GET') return refuseBody(exchange)
  const type = exchange.node.headers['content-type']
  if (type === undefined || !isJson(type)) throw wrongType(type)
  try {
    return JSON.parse(exchange.requestBody)
  } catch (error) {
    throw new ApiError('BODY_MALFORMED', `The body is not JSON: ${reason(error)}`)
  }
}

function refuseBody(exchange: Exchange): never {
  throw new ApiError(
    'BODY_MALFORMED',
    `${exchange.method} ${exchange.path} takes no body. Send its values in the query.`,
  )
}

function isJson(type: string): boolean {
  const [media = ''] = type.split(';')
  return /^application\/(?:[\w.-]+\+)?json$/i.test(media.trim())
}

function wrongType(type: string | undefined): ApiError {
  const sent = type === undefined ? 'The body came without a Content-Type' : `The body came as ${type}`
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', `${sent}. Send JSON with “Content-Type: application/json”.`)
}

/** V8's message quotes the text; what it says of place is kept, the quote is not: it may hold a secret. */
function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  const at = /at position \d+(?: \(line \d+ column \d+\))?/.exec(text)
  if (at !== null) return `unexpected character ${at[0]}.`
  return text.startsWith('Unexpected end') ? 'it ends too early.' : 'check quotes, commas and brackets.'
}
