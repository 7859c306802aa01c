import { canonicalJson } from './canonical.ts'

/** The chain of a person's evidence, without a way to hash: Node has one, a browser another. */

/** What can never change about an evidence entry once it was recorded, in the names of the row. */
export interface ImmutableEvidence {
  readonly id: string
  readonly user_id: string
  readonly skill: string
  readonly type: string
  readonly occurred_on: string
  readonly recorded_at: string
  readonly quality: number
  readonly source: string | null
  readonly actor: string
  readonly summary: string | null
  readonly url: string | null
  readonly rating: number | null
  readonly partner_id: string | null
  readonly score: number | null
  readonly max_score: number | null
  readonly endorser_id: string | null
  readonly endorser_tier: string | null
  readonly endorser_name: string | null
}

export interface ChainedEvidence extends ImmutableEvidence {
  readonly prev_hash: string
  readonly hash: string
}

export interface ChainBreak {
  /** Place of the first broken entry, oldest = 0; the number of entries when the newest are missing. */
  readonly index: number
  readonly id: string | null
  /** `link`: it does not follow its predecessor. `content`: it was altered. `head`: later ones are missing. */
  readonly reason: 'link' | 'content' | 'head'
}

export interface ChainFacts {
  /** The hash that the newest entry must have. */
  readonly head?: string
  /** The person was erased: contents are gone on purpose, so only the links are checked. */
  readonly erased?: boolean
}

/** `prev_hash` of a person's first entry. */
export const genesisHash = '0'.repeat(64)

/** What is hashed of an entry: the predecessor's hash followed by the canonical JSON of the immutable fields. */
export function hashedText(prevHash: string, entry: ImmutableEvidence): string {
  return prevHash + canonicalJson(immutable(entry))
}

/**
 * The first place where a person's log, oldest first, is not what was recorded; null when it is whole. `hashes` are
 * those of each entry's `hashedText` after its own `prev_hash`.
 * Erasing removes contents and keeps ids and hashes, so that the links still prove that nothing was
 * inserted, dropped or moved; what the entries said can then no longer be proven, and must not be.
 */
export function findBreak(
  entries: readonly ChainedEvidence[],
  hashes: Iterable<string>,
  facts: ChainFacts = {},
): ChainBreak | null {
  const expected = hashes[Symbol.iterator]()
  let previous = genesisHash
  for (const [index, entry] of entries.entries()) {
    if (entry.prev_hash !== previous) return { index, id: entry.id, reason: 'link' }
    if (facts.erased !== true && entry.hash !== expected.next().value) {
      return { index, id: entry.id, reason: 'content' }
    }
    previous = entry.hash
  }
  const whole = facts.head === undefined || facts.head === previous
  return whole ? null : { index: entries.length, id: null, reason: 'head' }
}

/** Field by field, so that a row may carry more than what is hashed. */
function immutable(entry: ImmutableEvidence): ImmutableEvidence {
  const { id, user_id, skill, type, occurred_on, recorded_at, quality, source, actor, summary, url } = entry
  const { rating, partner_id, score, max_score, endorser_id, endorser_tier, endorser_name } = entry
  return {
    id,
    user_id,
    skill,
    type,
    occurred_on,
    recorded_at,
    quality,
    source,
    actor,
    summary,
    url,
    rating,
    partner_id,
    score,
    max_score,
    endorser_id,
    endorser_tier,
    endorser_name,
  }
}
