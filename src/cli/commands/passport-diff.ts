import { UsageError } from '../failure.ts'
import { arg, day, flag, text } from '../flags.ts'
import { show } from '../output.ts'
import { verb } from '../verb.ts'
import { users } from './picks.ts'

/** Events are kept as long, so that a fall within it can be told with its reason. */
const usualDays = 30

export const diff = verb({
  name: 'diff',
  summary: 'show what changed in a passport between two days',
  about:
    'Both days are computed from what is recorded by now: evidence that was disputed or revoked counts on neither. ' +
    'Why a tier changed is known for 30 days, to a key with the scope events:read.',
  args: { user: arg(text('USER'), 'id of the user', { pick: users }) },
  flags: {
    from: flag(day('DATE'), `the earlier day (default ${usualDays} days before the later one)`),
    to: flag(day('DATE'), 'the later day, up to ten years ahead (default today)'),
  },
  examples: [
    ['skillpass passport diff usr_alex', 'the last 30 days'],
    ['skillpass passport diff usr_alex --from 2026-01-01 --to 2026-06-30', 'half a year'],
    ['skillpass passport diff usr_alex --from 2026-11-21 --to 2027-11-21 --json', 'what a year will take'],
  ],
  run: async ({ user: userId, from, to }, context) => {
    refuseBackward(from, to)
    const client = await context.client()
    const after = await client.verify.passport({ userId, as_of: to })
    const earlier = from ?? daysBefore(after.asOf, usualDays)
    refuseBackward(earlier, after.asOf)
    const { compared, historyOf } = await import('./passport-changes.ts')
    const { changesView } = await import('./passport-diff-view.ts')
    const [before, history] = await Promise.all([
      client.verify.passport({ userId, as_of: earlier }),
      historyOf(client, userId),
    ])
    await show(context, compared(before, after, history), changesView)
  },
})

function refuseBackward(from: string | undefined, to: string | undefined): void {
  if (from === undefined || to === undefined || from < to) return
  throw new UsageError(`--from must be before --to: ${from} is not before ${to}.`)
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}
