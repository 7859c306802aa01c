import { card } from '../card.ts'
import type { Surface } from '../io.ts'
import type { View } from '../output.ts'
import { absolute, span } from '../when.ts'
import type { Output } from '../../contract/index.ts'

type Clock = Output<'sandbox', 'clock'>
type Due = Clock['happened'][number]

const told: Readonly<Record<Due['kind'], string>> = {
  delivery: 'delivery tried',
  invite: 'invite expired',
  key: 'key expired',
  key_secret: 'old key secret ended',
  webhook_secret: 'old webhook secret ended',
  tier: 'tier decayed',
}

const awaited: Readonly<Record<Due['kind'], string>> = {
  delivery: 'a delivery is tried',
  invite: 'an invite expires',
  key: 'a key expires',
  key_secret: 'an old key secret ends',
  webhook_secret: 'an old webhook secret ends',
  tier: 'a tier decays',
}

/** The time, and for people and programs alike what a move made happen, in its order. */
export const clockCard: View<Clock> = {
  quiet: (clock) => clock.now,
  text: (clock, surface) => {
    const { tty, paint } = surface
    const { now, real_now: real, offset_seconds: offset, frozen, next } = clock
    const facts = card(
      [
        ['Now', precise(now, surface)],
        ['Real', precise(real, surface)],
        ['Ahead', offset === 0 && tty ? null : span(offset), String(offset)],
        ['Frozen', tty && !frozen ? null : frozen ? 'yes: it stands still' : 'no', String(frozen)],
        ['Next', next && `${awaited[next.kind]}, ${precise(next.at, surface)}  ${next.id}`, rawDue(next)],
      ],
      surface,
    )
    if (!tty) return [facts, ...clock.happened.map((due) => `happened\t${rawDue(due)}`)].join('\n')
    if (clock.happened.length === 0) return facts
    const lines = clock.happened.map(
      (due) => `  ${precise(due.at, surface)}  ${told[due.kind].padEnd(24)}  ${paint.faint(due.id)}`,
    )
    return `  ${paint.strong('Happened')}\n\n${lines.join('\n')}\n\n${facts}`
  },
}

function rawDue(due: Due | null): string {
  return due === null ? '' : `${due.at} ${due.kind} ${due.id}`
}

/** To the second: what happens here may be seconds apart. */
function precise(instant: string, { tty }: Surface): string {
  return tty ? absolute(instant).replace(/ UTC$/, `${instant.slice(16, 19)} UTC`) : instant
}
