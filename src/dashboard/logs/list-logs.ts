import { Page } from '../../sdk/pages.ts'
import { client } from '../client.ts'
import { isOwnRead, type Log, type LogFilters } from './filters.ts'

const pageSize = 50
/** Fewer rows than this are not shown alone while there are more. */
const enough = 25
/** Most pages that are read for one. */
const patience = 8
/** No id of a request comes before it. */
const beforeAll = 'req_'

export interface LogPage {
  readonly page: Page<Log>
  /** The newest request of all that were read, shown or not. */
  readonly newest: string
}

/** The first page of the log, without what the dashboard reads for itself unless that is wanted too. */
export async function listLogs(filters: LogFilters, withOwn: boolean, signal: AbortSignal): Promise<LogPage> {
  const first = await client.logs.list({ ...filters, limit: pageSize }, { signal })
  return { page: await filled(first, withOwn), newest: first.data[0]?.request_id ?? beforeAll }
}

export function visible(logs: readonly Log[], withOwn: boolean): Log[] {
  return logs.filter((log) => withOwn || !isOwnRead(log))
}

/** With the pages after it, until there is enough to show. */
async function filled(first: Page<Log>, withOwn: boolean): Promise<Page<Log>> {
  const data = visible(first.data, withOwn)
  let last = first
  for (let read = 1; read < patience && data.length < enough; read++) {
    const next = await last.nextPage()
    if (next === null) break
    last = next
    data.push(...visible(next.data, withOwn))
  }
  const { has_more, next_cursor } = last
  return new Page({ object: 'list', data, has_more, next_cursor }, async () => {
    const next = await last.nextPage()
    if (next === null) throw new RangeError('There is no page after the last one.')
    return await filled(next, withOwn)
  })
}
