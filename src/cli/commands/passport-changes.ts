import { PermissionError } from '../../sdk/errors.ts'
import type { Skillpass } from '../../sdk/index.ts'
import type { Output } from '../../contract/index.ts'
import type { Passport } from './passport-view.ts'

type Skill = Passport['skills'][number]
type Entry = Output<'evidence', 'get'>
type Event = Output<'events', 'get'>
type TierEvent = Extract<Event, { new_tier: unknown }>

/** Where a skill stood on one of the two days. */
type Level = Pick<Skill, 'tier' | 'tierLabel' | 'sci' | 'sciPoints' | 'confidence' | 'verified' | 'evidence'>

export interface Change {
  readonly skill: string
  readonly name: string
  readonly from: Level
  readonly to: Level
  readonly points_change: number
  /** Entries that count on the later day and not yet on the earlier one, by type. */
  readonly evidence_added: Skill['evidence']
  /** Entries that count on neither day; null when the key may not read evidence. */
  readonly left_out: { readonly disputed: number; readonly revoked: number } | null
  /** `both`: new evidence and age. null: the points are the same. */
  readonly reason: 'new_evidence' | 'decay' | 'both' | null
  /** Oldest first, of the last 30 days; null when the key may not read events. */
  readonly tier_changes: readonly TierChange[] | null
}

interface TierChange {
  readonly at: string
  readonly from: string
  readonly to: string
  readonly reason: string
  readonly event_id: string
}

export interface Changes {
  readonly user_id: string
  readonly display_name: string
  readonly from: string
  readonly to: string
  readonly verified: { readonly from: boolean; readonly to: boolean }
  readonly model: string
  readonly skills: readonly Change[]
}

/** What is known beside the two passports; null is what the key may not read. */
export interface History {
  readonly leftOut: readonly Entry[] | null
  readonly tiers: readonly TierEvent[] | null
}

export async function historyOf(client: Skillpass, userId: string): Promise<History> {
  const ofUser = { id: userId, limit: 100 }
  const [disputed, revoked, tiers] = await Promise.all([
    all(client.evidence.list({ ...ofUser, status: 'disputed' })),
    all(client.evidence.list({ ...ofUser, status: 'revoked' })),
    all(client.events.list({ type: 'skill.tier_changed', user_id: userId, limit: 100 })),
  ])
  return {
    leftOut: disputed === null || revoked === null ? null : [...disputed, ...revoked],
    tiers: tiers?.filter((event) => 'new_tier' in event) ?? null,
  }
}

async function all<T>(listing: AsyncIterable<T>): Promise<T[] | null> {
  try {
    const items: T[] = []
    for await (const item of listing) items.push(item)
    return items
  } catch (error) {
    if (error instanceof PermissionError) return null
    throw error
  }
}

/** Skill by skill, in the order of the later day. */
export function compared(before: Passport, after: Passport, history: History): Changes {
  const earlier = new Map(before.skills.map((skill) => [skill.key, skill]))
  const between = { from: before.asOf, to: after.asOf }
  return {
    user_id: after.user_id,
    display_name: after.displayName,
    ...between,
    verified: { from: before.verified, to: after.verified },
    model: after.model,
    skills: after.skills.map((now) => change(earlier.get(now.key) ?? unrated(now), now, between, history)),
  }
}

/** A skill of which there was nothing when the earlier day was asked for. */
function unrated(skill: Skill): Skill {
  const none = { sessions: 0, assessments: 0, endorsements: 0 }
  const level = { tier: 'T0', tierLabel: 'unrated', sci: 0, sciPoints: 0, confidence: 0 } as const
  return { ...skill, ...level, verified: false, evidence: none }
}

interface Between {
  readonly from: string
  readonly to: string
}

function change(before: Skill, now: Skill, { from, to }: Between, { leftOut, tiers }: History): Change {
  const points = now.sciPoints - before.sciPoints
  const added = {
    sessions: now.evidence.sessions - before.evidence.sessions,
    assessments: now.evidence.assessments - before.evidence.assessments,
    endorsements: now.evidence.endorsements - before.evidence.endorsements,
  }
  const aside = leftOut?.filter(({ skill, occurred_on: on }) => skill === now.key && on <= to)
  const moves = tiers?.filter(
    ({ skill, occurred_at: at }) => skill === now.key && at.slice(0, 10) > from && at.slice(0, 10) <= to,
  )
  return {
    skill: now.key,
    name: now.name,
    from: level(before),
    to: level(now),
    points_change: points,
    evidence_added: added,
    left_out:
      aside === undefined
        ? null
        : { disputed: countOf(aside, 'disputed'), revoked: countOf(aside, 'revoked') },
    reason: reasonOf(points, added.sessions + added.assessments + added.endorsements),
    tier_changes: moves?.toSorted((a, b) => a.sequence - b.sequence).map(tierChange) ?? null,
  }
}

function level({ tier, tierLabel, sci, sciPoints, confidence, verified, evidence }: Skill): Level {
  return { tier, tierLabel, sci, sciPoints, confidence, verified, evidence }
}

function countOf(entries: readonly Entry[], status: Entry['status']): number {
  return entries.filter((entry) => entry.status === status).length
}

/** Age alone never adds points. With new evidence a loss may be its own, or that of age: which, nobody can tell. */
function reasonOf(points: number, added: number): Change['reason'] {
  if (points === 0) return null
  if (points > 0) return 'new_evidence'
  return added === 0 ? 'decay' : 'both'
}

function tierChange(event: TierEvent): TierChange {
  const { occurred_at: at, previous_tier: from, new_tier: to, reason, id: event_id } = event
  return { at, from, to, reason, event_id }
}
