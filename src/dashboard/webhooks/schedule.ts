import { remaining } from '../format.ts'
import type { Attempt, DetailedDelivery } from './types.ts'

/** When the attempts are due, seconds after the first one: as published, without the jitter that is added to each. */
export const slots: readonly number[] = [
  0, 5, 35, 155, 755, 2_555, 6_155, 13_355, 27_755, 56_555, 99_755, 164_555, 250_955,
]

/** Nothing starts later than so many seconds after the first attempt. */
const patience = 259_200

export interface Mark {
  readonly kind: 'done' | 'failed' | 'next' | 'planned' | 'unused' | 'now'
  /** Seconds after the first attempt. */
  readonly at: number
  readonly text: string
}

export interface Round {
  /** Attempts since it was queued or last retried by hand; what came before belongs to an earlier round. */
  readonly attempts: readonly Attempt[]
  readonly earlier: number
  /** Epoch milliseconds of the first attempt; null before it. */
  readonly first: number | null
}

/** A retry by hand starts the schedule anew; where it started, its deadline tells. */
export function roundOf({ attempts, deadline_at: deadline }: DetailedDelivery): Round {
  if (deadline === null) return { attempts: [], earlier: attempts.length, first: null }
  const first = Date.parse(deadline) - patience * 1_000
  const own = attempts.filter(({ started_at: at }) => Date.parse(at) >= first)
  return { attempts: own, earlier: attempts.length - own.length, first }
}

/** Everything that the drawing shows, in the order of time. */
export function marksOf(delivery: DetailedDelivery, now: number): readonly Mark[] {
  const { attempts, first } = roundOf(delivery)
  const since = (at: number): number => (first === null ? 0 : Math.max(0, (at - first) / 1_000))
  const made = attempts.map((attempt) => markOf(attempt, since(Date.parse(attempt.started_at))))
  const isOver = delivery.completed_at !== null
  const next =
    isOver || delivery.next_attempt_at === null ? null : since(Date.parse(delivery.next_attempt_at))
  const reached = Math.max(next ?? 0, made.at(-1)?.at ?? 0)
  const count = made.length + (next === null ? 0 : 1)
  const rest = slots.slice(count).filter((at) => at > reached)
  return [
    ...made,
    ...(next === null ? [] : [{ kind: 'next' as const, at: next, text: `next attempt ${after(next)}` }]),
    ...rest.map((at) => ({ kind: isOver ? ('unused' as const) : ('planned' as const), at, text: after(at) })),
    ...(isOver || first === null || now - first > patience * 1_000
      ? []
      : [{ kind: 'now' as const, at: since(now), text: 'now' }]),
  ]
}

function markOf({ outcome, number }: Attempt, at: number): Mark {
  return outcome === 'succeeded'
    ? { kind: 'done', at, text: `attempt ${number} was acknowledged ${after(at)}` }
    : { kind: 'failed', at, text: `attempt ${number} failed ${after(at)}` }
}

function after(seconds: number): string {
  return seconds < 1 ? 'at once' : `after ${remaining(seconds * 1_000)}`
}

/** Where on the scale an instant lies, 0 to 1: between two slots there is always the same room. */
export function placeOf(seconds: number): number {
  const bounds = [...slots, patience]
  const index = bounds.findLastIndex((bound) => bound <= seconds)
  const from = bounds[index] ?? 0
  const to = bounds[index + 1]
  if (to === undefined) return 1
  return (index + (seconds - from) / (to - from)) / slots.length
}

/** What is written below a slot. */
export function labelOf(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  return `${Math.floor(seconds / 3_600)} h`
}
