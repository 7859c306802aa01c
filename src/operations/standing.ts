import * as sci from '../core/sci.ts'
import type { Day, EvidenceRow, SkillRow, UserRow } from '../store/rows.ts'
import type { ReadTx } from '../store/types.ts'

/** Where a user stands in one skill on one day. What costs more than the tier is worked out when asked for. */
export class Standing {
  readonly skill: SkillRow
  readonly entries: readonly EvidenceRow[]
  readonly level: sci.Standing
  readonly unmet: readonly sci.Unmet[]
  readonly #asOf: Day
  readonly #active: boolean
  #score: sci.Score | undefined
  #tierUntil: Day | null | undefined
  #verifiedUntil: Day | null | undefined

  constructor(user: UserRow, skill: SkillRow, entries: readonly EvidenceRow[], asOf: Day) {
    this.skill = skill
    this.entries = entries
    this.#asOf = asOf
    this.#active = user.status === 'active'
    this.level = sci.standing(entries, skill.half_life_days, asOf)
    this.unmet = sci.unmet(this.level, entries, asOf, this.#active)
  }

  get verified(): boolean {
    return this.unmet.length === 0
  }

  get score(): sci.Score {
    return (this.#score ??= sci.score(this.entries, this.skill.half_life_days, this.#asOf))
  }

  /** The last day on which the tier holds if nothing is added; null when it never falls. */
  get tierUntil(): Day | null {
    if (this.#tierUntil === undefined) {
      this.#tierUntil = sci.tierUntil(this.entries, this.skill.half_life_days, this.#asOf)
    }
    return this.#tierUntil
  }

  /** The last day on which the verification holds if nothing is added; null when there is none. */
  get verifiedUntil(): Day | null {
    if (this.#verifiedUntil === undefined) {
      const { entries, skill } = this
      this.#verifiedUntil = sci.verifiedUntil(entries, skill.half_life_days, this.#asOf, this.#active)
    }
    return this.#verifiedUntil
  }
}

interface Passport {
  readonly asOf: Day
  readonly bySkill: ReadonlyMap<string, Standing>
}

/**
 * Every change of a user's evidence or profile replaces the user's row, and a skill never changes: the row
 * itself, with the day, says whether a passport is still the right one. Nothing is stored as truth.
 */
const computed = new WeakMap<UserRow, Passport>()

/** All skills of a user on a day, strongest first. */
export async function standings(tx: ReadTx, user: UserRow, asOf: Day): Promise<readonly Standing[]> {
  const all = [...(await passportOf(tx, user, asOf)).values()]
  return all.toSorted((a, b) => b.level.points - a.level.points || (a.skill.id < b.skill.id ? -1 : 1))
}

export async function isVerified(tx: ReadTx, user: UserRow, asOf: Day): Promise<boolean> {
  if (user.status !== 'active') return false
  for (const one of (await passportOf(tx, user, asOf)).values()) if (one.verified) return true
  return false
}

async function passportOf(tx: ReadTx, user: UserRow, asOf: Day): Promise<ReadonlyMap<string, Standing>> {
  const known = computed.get(user)
  if (known?.asOf === asOf) return known.bySkill
  const bySkill = new Map<string, Standing>()
  for (const [key, entries] of await evidenceBySkill(tx, user.id)) {
    const skill = await tx.get('skills', key)
    if (skill !== undefined) bySkill.set(key, new Standing(user, skill, entries, asOf))
  }
  computed.set(user, { asOf, bySkill })
  return bySkill
}

async function evidenceBySkill(tx: ReadTx, userId: string): Promise<Map<string, EvidenceRow[]>> {
  const groups = new Map<string, EvidenceRow[]>()
  for (const entry of await tx.find('evidence', 'user_id', userId)) {
    const group = groups.get(entry.skill)
    if (group === undefined) groups.set(entry.skill, [entry])
    else group.push(entry)
  }
  return groups
}

export async function standingIn(tx: ReadTx, user: UserRow, skill: SkillRow, asOf: Day): Promise<Standing> {
  const known = computed.get(user)
  const same = known?.asOf === asOf ? known.bySkill.get(skill.id) : undefined
  if (same !== undefined) return same
  return new Standing(user, skill, await tx.find('evidence', 'user_skill', `${user.id} ${skill.id}`), asOf)
}

/** After a change in one skill the others stand where they stood: what was known of them goes to the new row. */
export async function restanding(
  tx: ReadTx,
  user: UserRow,
  changed: UserRow,
  { skill, asOf }: { readonly skill: SkillRow; readonly asOf: Day },
): Promise<Standing> {
  const after = await standingIn(tx, changed, skill, asOf)
  const known = computed.get(user)
  if (known?.asOf === asOf) {
    computed.set(changed, { asOf, bySkill: new Map(known.bySkill).set(skill.id, after) })
  }
  return after
}
