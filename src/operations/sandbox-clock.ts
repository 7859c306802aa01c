import { iso, ms } from '../core/instant.ts'
import type { ClockFacts, ClockMove, Due, Op } from './call.ts'

export const clock: Op<'sandbox', 'clock'> = async (_tx, _input, call) =>
  view(await call.host.clock.read(), [])

type Move = Parameters<Op<'sandbox', 'moveClock'>>[1]

/** Outside of any transaction: what falls due on the way has its own ones. */
export const moveClock: Op<'sandbox', 'moveClock'> = async (_tx, input, call) => {
  const moved = await call.host.clock.move(moveOf(input))
  return view(moved, moved.happened)
}

function moveOf({ advance, set, freeze, resume }: Move): ClockMove {
  if (advance !== undefined) return { by: advance * 1000 }
  if (set !== undefined) return { to: ms(set) }
  if (freeze) return { stand: 'freeze' }
  return resume ? { stand: 'resume' } : { next: true }
}

function view(facts: ClockFacts, happened: readonly Due[]) {
  return {
    object: 'clock' as const,
    now: iso(facts.now),
    real_now: iso(facts.realNow),
    offset_seconds: Math.round((facts.now - facts.realNow) / 1000),
    frozen: facts.frozen,
    next: facts.next === null ? null : { ...facts.next },
    happened: happened.map((due) => ({ ...due })),
  }
}
