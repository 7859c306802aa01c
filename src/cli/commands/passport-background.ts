import type { Skillpass } from '../../sdk/index.ts'
import { PermissionError } from '../../sdk/errors.ts'
import type { Passport, Standing } from './passport-view.ts'

/** What a passport leaves open about one skill. */
export interface Background {
  /** Day of the oldest evidence that counts; null when none does. */
  readonly since: string | null
  readonly unmet: Standing['unmet']
}

/** One request a skill: more skills than this, and only the strongest is looked into. */
const mostAsked = 8

/** By skill key. Null when the key may read passports but verify nothing. */
export async function backgroundOf(
  client: Skillpass,
  { user_id: userId, skills }: Passport,
  as_of: string | undefined,
): Promise<ReadonlyMap<string, Background> | null> {
  const asked = skills.length > mostAsked ? skills.slice(0, 1) : skills
  try {
    const found = asked.map(async ({ key }): Promise<[string, Background]> => {
      const standing = await client.verify.skill({ userId, skillKey: key, as_of, evidence: 'chain' })
      return [key, { since: oldest(standing), unmet: standing.unmet }]
    })
    return new Map(await Promise.all(found))
  } catch (error) {
    if (error instanceof PermissionError) return null
    throw error
  }
}

function oldest({ evidence, asOf }: Standing): string | null {
  const entries = 'sessions' in evidence ? [] : evidence
  const days = entries
    .filter(({ status, occurred_on: on }) => status === 'valid' && on <= asOf)
    .map(({ occurred_on: on }) => on)
  return days.toSorted()[0] ?? null
}
