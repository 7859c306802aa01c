import type { Output, Request } from '../../contract/index.ts'
import { choices } from '../../sdk/choices.gen.ts'
import type { Query } from '../router.ts'

export type Log = Output<'logs', 'get'>
export type LogFilters = Omit<Request<'logs', 'list'>, 'limit' | 'cursor'>

export const methods = choices['logs.list'].method

/** How far back, as the address has it. */
export const spans = {
  '5m': ['the last 5 minutes', 300_000],
  '1h': ['the last hour', 3_600_000],
  '24h': ['the last 24 hours', 86_400_000],
  '7d': ['the last 7 days', 604_800_000],
} as const

/** What the address asks for, as the service takes it. `since` is an instant, or how far back from now. */
export function filtersOf(query: Query, now: number): LogFilters {
  const { status, method, path, key_id, error_code, since } = query
  const span = Object.entries(spans).find(([name]) => name === since)?.[1]
  return {
    status,
    method: methods.find((one) => one === method),
    path,
    key_id,
    error_code,
    since: span === undefined ? since : new Date(now - span[1]).toISOString(),
  }
}
