import { ApiError } from '../core/error.ts'
import { iso, ms } from '../core/instant.ts'
import { canonicalJson } from '../core/canonical.ts'
import type { Op } from './call.ts'
import type { LogEntry } from './request-log.ts'

type Filters = Parameters<Op<'logs', 'list'>>[1]

export const list: Op<'logs', 'list'> = async (_tx, input, call) => {
  const { limit, cursor, ...filters } = input
  const binding = `logs ${canonicalJson(filters)}`
  const { entries, more } = await call.host.requestLog.page({
    matches: logMatcher(filters),
    limit,
    ...(cursor !== undefined && { before: call.cursor.open(cursor, binding) }),
  })
  const last = entries.at(-1)
  return {
    object: 'list' as const,
    data: entries.map(logView),
    has_more: more,
    next_cursor: more && last !== undefined ? call.cursor.seal(last.request_id, binding) : null,
  }
}

export function logMatcher(filters: Omit<Filters, 'limit' | 'cursor'>): (entry: LogEntry) => boolean {
  const { status, method, path, key_id, error_code, since } = filters
  const family = status?.endsWith('xx') ? status[0] : undefined
  const from = since === undefined ? '' : iso(ms(since))
  return (entry) =>
    entry.at >= from &&
    (status === undefined ||
      (family ? String(entry.status)[0] === family : String(entry.status) === status)) &&
    (method === undefined || entry.method === method) &&
    (path === undefined || entry.path.startsWith(path)) &&
    (key_id === undefined || entry.key_id === key_id) &&
    (error_code === undefined || entry.error_code === error_code)
}

export const get: Op<'logs', 'get'> = async (_tx, { request_id }, call) => {
  const entry = await call.host.requestLog.get(request_id)
  if (entry !== undefined) return logView(entry)
  throw new ApiError(
    'LOG_NOT_FOUND',
    `There is no request ${request_id} in the log; it keeps the newest ones.`,
    {
      param: 'request_id',
    },
  )
}

export function logView(entry: LogEntry) {
  return {
    object: 'log' as const,
    ...entry,
    request: { headers: { ...entry.request.headers }, body: entry.request.body },
    response: { headers: { ...entry.response.headers }, body: entry.response.body },
  }
}
