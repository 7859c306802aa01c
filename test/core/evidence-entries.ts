import fc from 'fast-check'
import { fromDayNumber } from '../../src/core/instant.ts'
import type { EvidenceEntry } from '../../src/core/sci.ts'

let made = 0

/** A valid entry; what a test does not name does not matter to it. */
export function entry(fields: Partial<EvidenceEntry> & Pick<EvidenceEntry, 'type'>): EvidenceEntry {
  made += 1
  return {
    id: `evd_${String(made).padStart(8, '0')}`,
    status: 'valid',
    occurred_on: '2026-03-20',
    quality: 1,
    partner_id: null,
    endorser_id: null,
    endorser_name: null,
    ...fields,
  }
}

const firstDay = 19_000
export const lastDay = 20_500

const someone = fc.option(fc.constantFrom('ada', 'ben', 'cem'), { nil: null })

const anyEntry: fc.Arbitrary<Omit<EvidenceEntry, 'id'>> = fc.record({
  type: fc.constantFrom('session', 'assessment', 'endorsement'),
  status: fc.constantFrom('valid', 'valid', 'valid', 'disputed', 'revoked'),
  occurred_on: fc
    .oneof(fc.constantFrom(lastDay, lastDay - 30), fc.integer({ min: firstDay, max: lastDay }))
    .map(fromDayNumber),
  quality: fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
  partner_id: someone,
  endorser_id: someone,
  endorser_name: someone,
})

/** Logs with doubles of every kind: same partner and day, same endorser, disputed and revoked ones. */
export const evidenceLog: fc.Arbitrary<EvidenceEntry[]> = fc
  .array(anyEntry, { maxLength: 30 })
  .map((entries) => entries.map((fields, at) => ({ id: `evd_${String(at).padStart(4, '0')}`, ...fields })))

export const halfLife = fc.constantFrom(180, 365, 730)
