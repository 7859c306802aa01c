import type { Route } from '../contract/route.ts'
import { ApiError } from '../core/error.ts'
import type { Exchange } from './exchange.ts'

/** Levels of nesting that a body may have. */
const deepest = 32

/** The body as JSON; `{}` where none was sent. @throws ApiError UNSUPPORTED_MEDIA_TYPE, BODY_MALFORMED */
export function parseBody(exchange: Exchange, route: Route): unknown {
  if (exchange.requestBody === '') return {}
  if (route.method === 'GET') return refuseBody(exchange)
  const type = exchange.node.headers['content-type']
  if (type === undefined || !isJson(type)) throw wrongType(type)
  const body = parsed(exchange.requestBody)
  if (deeperThan(deepest, body)) {
    throw new ApiError('BODY_MALFORMED', `The body is nested more than ${deepest} levels deep.`)
  }
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ApiError('BODY_MALFORMED', `The body is not JSON: ${reason(error, text)}`)
  }
}

/** Nothing that follows has to fear for the stack. */
function deeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => deeperThan(levels - 1, member))
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
function reason(error: unknown, body: string): string {
  const text = error instanceof Error ? error.message : ''
  const at = /at position (\d+)(?: \(line \d+ column \d+\))?/.exec(text)
  if (text.startsWith('Unexpected end') || Number(at?.[1]) >= body.length) return 'it ends too early.'
  return at === null ? 'check quotes, commas and brackets.' : `unexpected character ${at[0]}.`
}
