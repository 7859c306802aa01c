import { AbortedError, SkillpassError } from '../../sdk/errors.ts'
import { client } from '../client.ts'
import type { Log, LogFilters } from './filters.ts'

export interface Course {
  readonly filters: LogFilters
  /** The last request that is known already. */
  readonly after: string
  readonly signal: AbortSignal
  /** Newest first. `isBroken`: between these and the ones before some are left out. */
  readonly tell: (logs: readonly Log[], isBroken: boolean) => void
}

/** More than this in a second are no longer read one by one. */
const flood = 50
const secondMs = 1_000

/**
 * Requests as they are answered, until the signal. A service under load is not asked for every one of them: then the
 * newest are fetched once a second, until they can be followed again.
 */
export async function followLogs(course: Course): Promise<void> {
  let last = course.after
  while (!course.signal.aborted) {
    try {
      last = await streamed(course, last)
      last = await polled(course, last)
    } catch (cause) {
      if (cause instanceof AbortedError) return
      if (!(cause instanceof SkillpassError)) throw cause
      await second()
    }
  }
}

/** Until they come too fast; answers the last one. */
async function streamed({ filters, signal, tell }: Course, after: string): Promise<string> {
  const { since: _, ...wanted } = filters
  let last = after
  let [begun, came] = [performance.now(), 0]
  for await (const { data } of client.logs.stream(wanted, { lastEventId: after, signal })) {
    last = data.request_id
    tell([data], false)
    if (performance.now() - begun > secondMs) [begun, came] = [performance.now(), 0]
    came += 1
    if (came > flood) break
  }
  return last
}

/** Until one page holds all that came within a second; answers the last one. */
async function polled({ filters, signal, tell }: Course, after: string): Promise<string> {
  let last = after
  while (!signal.aborted) {
    await second()
    const { data, has_more: more } = await client.logs.list({ ...filters, limit: flood }, { signal })
    const known = data.findIndex(({ request_id: id }) => id <= last)
    const isBroken = known < 0 && more
    tell(known < 0 ? data : data.slice(0, known), isBroken)
    last = data[0]?.request_id ?? last
    if (!isBroken) break
  }
  return last
}

async function second(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, secondMs))
}
