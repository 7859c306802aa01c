import { findBreak, hashedText, type ChainBreak, type ChainedEvidence } from '../../core/evidence-chain.ts'
import { client } from '../client.ts'

export interface ChainVerdict {
  readonly count: number
  /** null when the chain is whole. */
  readonly broken: ChainBreak | null
}

/** Whether this page may hash: browsers let it over HTTPS and on the own machine only. */
export const canHash = isSecureContext

/**
 * Fetches all evidence of a person and computes every hash anew, here: what the service says about itself is not
 * taken for granted.
 */
export async function checkChain(
  user: string,
  signal: AbortSignal,
  tell: (count: number) => void,
): Promise<ChainVerdict> {
  const entries: ChainedEvidence[] = []
  for await (const entry of client.evidence.list({ id: user, limit: 100 }, { signal })) {
    entries.push(entry)
    if (entries.length % 100 === 0) tell(entries.length)
  }
  entries.reverse()
  const hashes = await Promise.all(
    entries.map(async (entry) => await sha256(hashedText(entry.prev_hash, entry))),
  )
  return { count: entries.length, broken: findBreak(entries, hashes) }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
