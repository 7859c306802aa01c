import type { Entry } from './explanation.tsx'

const typeNames = { assessment: 'Assessment', session: 'Session', endorsement: 'Endorsement' } as const

/** What it says, in the measure of its type: `Assessment, 95 of 100`. */
export function evidenceName(entry: Entry): string {
  return `${typeNames[entry.type]}, ${measure(entry)}`
}

function measure(entry: Entry): string {
  if (entry.type === 'assessment') return `${entry.score ?? '–'} of ${entry.max_score ?? '–'}`
  if (entry.type === 'session') return entry.rating === null ? 'unrated' : `rated ${entry.rating} of 5`
  const tier = entry.endorser_tier === null ? '' : ` (${entry.endorser_tier})`
  return `by ${entry.endorser_name ?? entry.endorser_id ?? 'someone'}${tier}`
}
