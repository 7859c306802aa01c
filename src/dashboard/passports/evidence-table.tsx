import { useState } from 'preact/hooks'
import { Status } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Empty } from '../components/empty.tsx'
import { Link } from '../components/link.tsx'
import { Table, type Column } from '../components/table.tsx'
import { Text } from '../components/text.tsx'
import { dayName } from '../format.ts'
import { EvidenceActions } from './evidence-actions.tsx'
import { evidenceName } from './evidence-words.ts'
import type { Entry, Explained } from './explanation.tsx'

interface EvidenceTableParts {
  readonly of: Explained
  readonly onDone: () => void
}

const step = 25

/** Every piece of evidence with what it adds, newest first. */
export function EvidenceTable({ of: { entries, explanation }, onDone }: EvidenceTableParts) {
  const [shown, show] = useState(step)
  const points = new Map(explanation.contributions.map((one) => [one.evidence_id, one.points]))
  if (entries.length === 0)
    return (
      <Card title="Evidence">
        <Empty title="There was no evidence on that day." />
      </Card>
    )
  return (
    <Card title="Evidence" flush>
      <Table
        label="Evidence, newest first"
        columns={columnsOf(points, onDone)}
        rows={entries.slice(0, shown)}
        keyOf={({ id }) => id}
      />
      {entries.length > shown && (
        <div class="load-more">
          <Button onClick={() => show(shown + step)}>{`Show more of ${entries.length}`}</Button>
        </div>
      )}
    </Card>
  )
}

function columnsOf(points: ReadonlyMap<string, number>, onDone: () => void): readonly Column<Entry>[] {
  return [
    {
      head: 'What',
      cell: (entry) => (
        <Link to={`/evidence/${entry.id}`}>
          <Text>{evidenceName(entry)}</Text>
        </Link>
      ),
    },
    { head: 'On', cell: ({ occurred_on: day }) => <span class="nowrap">{dayName(day)}</span> },
    { head: 'Adds', cell: ({ id }) => `${points.get(id) ?? 0} points`, align: 'end' },
    { head: 'Weight', cell: ({ counted, weight }) => (counted ? weight.toFixed(2) : 'none'), align: 'end' },
    { head: 'Status', cell: ({ status }) => <Status of={status} /> },
    {
      head: 'Hash',
      cell: ({ hash }) => <code title={hash}>{`${hash.slice(0, 8)}…`}</code>,
    },
    { head: 'Change', cell: (entry) => <EvidenceActions entry={entry} onDone={onDone} small /> },
  ]
}
