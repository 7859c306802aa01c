import { hash } from 'node:crypto'
import { findBreak, hashedText } from './evidence-chain.ts'
import type { ChainBreak, ChainedEvidence, ChainFacts, ImmutableEvidence } from './evidence-chain.ts'

export { genesisHash } from './evidence-chain.ts'
export type { ChainBreak, ChainedEvidence, ChainFacts, ImmutableEvidence } from './evidence-chain.ts'

/** SHA-256, hex, of the predecessor's hash followed by the canonical JSON of the immutable fields. */
export function evidenceHash(prevHash: string, entry: ImmutableEvidence): string {
  return hash('sha256', hashedText(prevHash, entry), 'hex')
}

/** The first place where a person's log, oldest first, is not what was recorded; null when it is whole. */
export function verifyChain(entries: readonly ChainedEvidence[], facts?: ChainFacts): ChainBreak | null {
  return findBreak(entries, hashesOf(entries), facts)
}

/** One at a time: behind a break nothing is hashed. */
function* hashesOf(entries: readonly ChainedEvidence[]): Iterable<string> {
  for (const entry of entries) yield evidenceHash(entry.prev_hash, entry)
}
