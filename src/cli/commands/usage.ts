import type { Context } from '../context.ts'
import { day, flag, oneOf } from '../flags.ts'
import { json, show, showItems } from '../output.ts'
import { verb } from '../verb.ts'
import { dayList, keyUsageList, usageScreen } from './usage-view.ts'
import type { Usage } from './usage-view.ts'

/** The flags of a range of days. */
export const rangeFlags = {
  from: flag(day('DATE'), 'first day, UTC (default 29 days before the last)'),
  to: flag(day('DATE'), 'last day, UTC (default today)'),
}

export const usage = verb({
  name: 'usage',
  summary: 'what was asked and delivered, by day and by key',
  about: 'The last 30 days on the clock of the service unless told otherwise; at most 366 at once.',
  flags: { ...rangeFlags, by: flag(oneOf('WHAT', ['day', 'key']), 'only the table by day, or by key') },
  examples: [
    ['skillpass usage', 'the last 30 days at a glance'],
    ['skillpass usage --from 2026-11-01 --by key', 'who asked how much this month'],
    ["skillpass usage --json | jq '.by_day[-1].errors'", 'errors of today'],
  ],
  run: async ({ from, to, by }, context) => {
    const client = await context.client()
    await shown(await client.usage.get({ from, to }), by, context)
  },
})

/** With `--json` always the whole: `--by` chooses what is looked at, not what is known. */
async function shown(found: Usage, by: 'day' | 'key' | undefined, context: Context): Promise<void> {
  const { io, globals } = context
  if (globals.json) return io.out(json(found, io.stdout))
  if (by === 'day') return await showItems(context, found.by_day, dayList)
  if (by === 'key') return await showItems(context, found.by_key, keyUsageList)
  await show(context, found, usageScreen)
}
