import { createHash } from 'node:crypto'
import { emailKey } from '../../core/email.ts'
import type { Draft } from './draft.ts'
import type { Outcome } from './outcome.ts'
import type { Row } from './rows.ts'

/** A row that is to be sent, and its place in the file. */
export interface Task {
  readonly row: Row
  readonly at: number
  /** The candidate and the skill: what counts as the same invite, whatever else the row says. */
  readonly id: string
}

export interface Plan {
  readonly tasks: readonly Task[]
  /** One a row: those that need nothing are settled, the others wait. */
  readonly outcomes: Outcome[]
}

export function planOf(
  rows: readonly Row[],
  skillKeys: ReadonlyMap<string, string>,
  sent: ReadonlyMap<string, string>,
): Plan {
  const tasks: Task[] = []
  const firstLines = new Map<string, number>()
  const outcomes = rows.map((row, at): Outcome => {
    const id = rowId(row.draft, skillKeys)
    const inviteId = sent.get(id) ?? null
    const sameAs = firstLines.get(id) ?? null
    if (sameAs !== null || inviteId !== null) {
      firstLines.set(id, sameAs ?? row.line)
      return { status: 'skipped', inviteId, sameAs }
    }
    firstLines.set(id, row.line)
    tasks.push({ row, at, id })
    return { status: 'unsent' }
  })
  return { tasks, outcomes }
}

export function rowId(
  { candidate_email: email, skill }: Draft,
  skillKeys: ReadonlyMap<string, string>,
): string {
  return hash([emailKey(email), skillKeys.get(skill) ?? skill]).slice(0, 32)
}

/** The same for the same content: what went out without being remembered is answered again, not made again. */
export function keyOf(draft: Draft): string {
  const metadata = Object.entries(draft.metadata ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `csv-${hash([{ ...draft, metadata: undefined }, metadata]).slice(0, 40)}`
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
