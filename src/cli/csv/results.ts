import type { Of, Outcome } from './outcome.ts'
import type { Row } from './rows.ts'

const heading = ['line', 'email', 'status', 'invite_id', 'error_code', 'error_message']

/** What became of each row, as CSV. Links are not in it: whoever holds one can take the assessment. */
export function resultsText(rows: readonly Row[], outcomes: readonly Outcome[]): string {
  const lines = rows.map(({ line, draft }, at) => {
    const { id, code, message, status } = columns(outcomes[at] ?? { status: 'unsent' })
    return [String(line), draft.candidate_email, status, id, code, message]
  })
  return [heading, ...lines].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

function columns(outcome: Outcome) {
  const none = { status: outcome.status, id: '', code: '', message: '' }
  if (outcome.status === 'unsent') return none
  if (outcome.status === 'failed') return { ...none, code: outcome.code, message: outcome.message }
  const told = { ...none, id: outcome.inviteId ?? '' }
  return outcome.status === 'skipped' ? { ...told, ...duplicate(outcome) } : told
}

function duplicate({ sameAs }: Of<'skipped'>) {
  if (sameAs === null) return {}
  return { code: 'DUPLICATE_ROW', message: `Same candidate and skill as line ${sameAs}.` }
}

/** A spreadsheet would run what begins like a formula: an apostrophe makes it text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
