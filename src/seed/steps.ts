import { addDays, day, iso } from '../core/instant.ts'
import { instantOf, pastInstantOf } from './moment.ts'
import { within } from './origin.ts'
import type { Origin, Placed } from './origin.ts'
import type { EvidenceSeed, InviteSeed, InviteStep, SkillSeed, UserSeed } from './schema.ts'

/** Stands in an input for the id of what an earlier step made. */
export class Ref {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** One operation to run as if it were `at`. */
export interface SeedStep {
  readonly at: number
  readonly resource: 'skills' | 'users' | 'evidence' | 'invites'
  readonly verb: string
  readonly input: Readonly<Record<string, unknown>>
  /** The name under which later steps refer to what this one makes. */
  readonly ref?: string
  /** Where in the seed it was asked for. */
  readonly origin: Origin
}

/** How long ago somebody joined of whom the seed tells nothing else. */
const joinedDaysAgo = 30

export function skillStep({ origin, value }: Placed<SkillSeed>, at: number): SeedStep {
  return { at, resource: 'skills', verb: 'create', input: value, origin }
}

/** A user's life: joining, the evidence with what became of it, and at last the present status. */
export function userSteps({ origin, value: user }: Placed<UserSeed>, nowMs: number): SeedStep[] {
  const { evidence, status, purpose, created, ...fields } = user
  const joined = created === undefined ? joinedBefore(evidence, nowMs) : pastInstantOf(created, nowMs)
  const metadata = { ...fields.metadata, ...(purpose === undefined ? {} : { persona: purpose }) }
  const input = { ...fields, metadata }
  const life: SeedStep[] = [{ at: joined, resource: 'users', verb: 'create', input, origin }]
  for (const [place, entry] of evidence.entries()) {
    life.push(...entrySteps(user.id, entry, { origin: within(origin, 'evidence', place), joined, nowMs }))
  }
  if (status === 'active') return life
  return [...life, statusStep(user.id, status, { origin: within(origin, 'status'), life, nowMs })]
}

/** The day before the oldest entry: a history begins with joining. */
function joinedBefore(evidence: readonly EvidenceSeed[], nowMs: number): number {
  const oldest = evidence.reduce((most, { days_ago }) => Math.max(most, days_ago + 1), 0)
  return pastInstantOf({ days_ago: evidence.length === 0 ? joinedDaysAgo : oldest }, nowMs)
}

interface EntryPlace {
  readonly origin: Origin
  readonly joined: number
  readonly nowMs: number
}

/** Older than the account: recorded when the account was made, as imports are. */
function entrySteps(userId: string, entry: EvidenceSeed, { origin, joined, nowMs }: EntryPlace): SeedStep[] {
  const { days_ago, dispute, revoke, ...fields } = entry
  const at = Math.max(joined, pastInstantOf({ days_ago }, nowMs))
  const ref = `${origin.file} ${origin.pointer}`
  const input = { id: userId, ...fields, occurred_on: addDays(day(nowMs), -days_ago) }
  const steps: SeedStep[] = [{ at, resource: 'evidence', verb: 'create', input, ref, origin }]
  for (const [verb, told] of Object.entries({ dispute, revoke })) {
    if (told === undefined) continue
    const { reason, days_ago: when } = typeof told === 'string' ? dayAfter(told, days_ago) : told
    steps.push({
      at: Math.max(at, pastInstantOf({ days_ago: when }, nowMs)),
      resource: 'evidence',
      verb,
      input: { id: new Ref(ref), reason },
      origin: within(origin, verb),
    })
  }
  return steps
}

function dayAfter(reason: string, daysAgo: number) {
  return { reason, days_ago: Math.max(0, daysAgo - 1) }
}

interface LifeSoFar {
  readonly origin: Origin
  readonly life: readonly SeedStep[]
  readonly nowMs: number
}

/** Yesterday, but after all that was recorded: an erased user takes no more evidence. */
function statusStep(
  id: string,
  status: 'suspended' | 'erased',
  { origin, life, nowMs }: LifeSoFar,
): SeedStep {
  const at = life.reduce((latest, step) => Math.max(latest, step.at), pastInstantOf({ days_ago: 1 }, nowMs))
  if (status === 'erased') return { at, resource: 'users', verb: 'erase', input: { id }, origin }
  return { at, resource: 'users', verb: 'update', input: { id, status }, origin }
}

/** An invite and the steps that were taken on it, none before the one that it builds on. */
export function inviteSteps({ origin, value: invite }: Placed<InviteSeed>, nowMs: number): SeedStep[] {
  const { created, expires, steps, ...fields } = invite
  const ref = `${origin.file} ${origin.pointer}`
  const input = { ...fields, if_exists: 'create', ...expiry(expires, nowMs) }
  let at = pastInstantOf(created, nowMs)
  const life: SeedStep[] = [{ at, resource: 'invites', verb: 'create', input, ref, origin }]
  for (const [place, taken] of steps.entries()) {
    at = Math.max(at, pastInstantOf(taken.at, nowMs))
    const target = { id: new Ref(ref), ...stepInput(taken, nowMs) }
    life.push({
      at,
      resource: 'invites',
      verb: taken.step,
      input: target,
      origin: within(origin, 'steps', place),
    })
  }
  return life
}

function stepInput(taken: InviteStep, nowMs: number): Readonly<Record<string, unknown>> {
  const { step: _step, at: _at, ...fields } = taken
  if (!('expires' in fields)) return fields
  return expiry(fields.expires, nowMs)
}

function expiry(expires: InviteSeed['expires'], nowMs: number): { readonly expires_at?: string } {
  return expires === undefined ? {} : { expires_at: iso(instantOf(expires, nowMs)) }
}
