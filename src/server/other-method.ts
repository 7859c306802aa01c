import { ApiError } from '../core/error.ts'
import type { Exchange } from './exchange.ts'

/** What the path does not take is refused; OPTIONS tells what it takes. @throws ApiError METHOD_NOT_ALLOWED */
export function otherMethod(exchange: Exchange, methods: readonly string[]): void {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  exchange.answer.headers['allow'] = allow
  if (exchange.method === 'OPTIONS') return preflight(exchange, allow)
  throw new ApiError(
    'METHOD_NOT_ALLOWED',
    `${exchange.path} does not take ${exchange.method}. It takes: ${allow}.`,
    { details: { allow: allow.split(', ') } },
  )
}

function preflight({ answer }: Exchange, allow: string): void {
  answer.status = 204
  delete answer.headers['content-type']
  if (answer.headers['access-control-allow-origin'] === undefined) return
  answer.headers['access-control-allow-methods'] = allow
  answer.headers['access-control-allow-headers'] = 'authorization, content-type, idempotency-key'
  answer.headers['access-control-max-age'] = '600'
}
