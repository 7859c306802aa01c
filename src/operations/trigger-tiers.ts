import type { PointWindow } from '../core/sci-plan.ts'
import { parseTier, tierOf, tierRow, tiers, type Tier } from '../core/tiers.ts'
import { impossible, type Wish } from './trigger-wish.ts'

interface Step {
  readonly from: Tier
  readonly to: Tier
}

/** From which tier to which the change shall lead; `present` is where the user stands. @throws ApiError VALIDATION_FAILED */
export function tierWish(wish: Wish, present: Tier): Step {
  const previous = named(wish, 'previous_tier')
  const next = named(wish, 'new_tier') ?? (wish.sci === undefined ? undefined : tierOf(wish.sci * 10))
  const direction = wish.direction ?? (next !== undefined && next < (previous ?? present) ? 'down' : 'up')
  const from = previous ?? startingPoint(wish, present, { direction, next })
  const to = next ?? (from === 'T0' && direction === 'up' ? 'T2' : neighbour(from, direction))
  if (to === undefined) throw impossible('direction', `${from} is the ${highest(direction)} tier already.`)
  if (to !== from) return { from, to }
  const field = wish.new_tier === undefined && wish.sci !== undefined ? 'sci' : 'new_tier'
  throw impossible(field, `The tier is ${from} before the change: name another one as new_tier.`)
}

/** A user of one's own choice starts where they stand; a new one high enough to fall. */
function startingPoint(
  { user_id }: Wish,
  present: Tier,
  { direction, next }: { readonly direction: 'up' | 'down'; readonly next: Tier | undefined },
): Tier {
  if (user_id !== undefined || (direction === 'up' && next !== 'T0')) return present
  return next === undefined ? 'T3' : (neighbour(next, 'up') ?? next)
}

/** By code, by label, or both if they agree. */
function named(wish: Wish, field: 'new_tier' | 'previous_tier'): Tier | undefined {
  const label = wish[`${field}_label`]
  const byLabel = label === undefined ? undefined : (parseTier(label) ?? undefined)
  const code = wish[field] ?? byLabel
  if (byLabel === undefined || byLabel === code) return code
  throw impossible(
    `${field}_label`,
    `${field}_label is ${label}, which is ${byLabel}, but ${field} is ${code}.`,
  )
}

function neighbour(tier: Tier, direction: 'up' | 'down'): Tier | undefined {
  const place = tiers.findIndex(({ code }) => code === tier)
  return tiers[direction === 'up' ? place + 1 : place - 1]?.code
}

function highest(direction: 'up' | 'down'): string {
  return direction === 'up' ? 'highest' : 'lowest'
}

const most = 1000

/** The points of a tier, of one score if that is named too; empty when the two exclude each other. */
export function windowOf(tier: Tier, sci?: number): PointWindow {
  const above = neighbour(tier, 'up')
  const top = above === undefined ? most : tierRow(above).from - 1
  const { from } = tierRow(tier)
  return sci === undefined
    ? { from, to: top }
    : { from: Math.max(from, sci * 10), to: Math.min(top, sci * 10 + 9) }
}
