import { useState } from 'preact/hooks'
import type { Output } from '../../contract/index.ts'
import { asSkillpassError, client } from '../client.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Empty } from '../components/empty.tsx'
import { Id } from '../components/id.tsx'
import { Table, type Column } from '../components/table.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { count, percent, took } from '../format.ts'
import { toast } from '../toasts.ts'
import { useLoad } from '../use-load.ts'
import { AddFault } from './add-fault.tsx'

type Fault = Output<'sandbox', 'addFault'>

/** A fault tells nobody that it met a request. */
const freshMs = 2_000

export function FaultsCard() {
  const [isAdding, setAdding] = useState(false)
  const faults = useLoad('faults', async (signal) => await client.sandbox.faults({ signal }), {
    every: freshMs,
  })
  const clear = async (id?: string): Promise<void> => {
    const done = await client.sandbox.clearFaults({ id }).catch(asSkillpassError)
    toast('cleared' in done ? cleared(done.cleared) : done.message)
    faults.reload()
  }
  const columns = [
    ...facts,
    { head: 'Clear', cell: (fault: Fault) => <Clear fault={fault} onClear={clear} /> },
  ]
  return (
    <Card
      title="Faults"
      flush
      actions={<Actions onAdd={() => setAdding(true)} onClear={clear} of={faults.data?.data ?? []} />}
    >
      <WhenLoaded of={faults} lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty
              title="Every request is answered as it should be."
              command="skillpass fault add --method POST --path /v1/assess/invites --status 503 --times 2"
            />
          ) : (
            <Table label="Active faults" columns={columns} rows={data} keyOf={(fault) => fault.id} />
          )
        }
      </WhenLoaded>
      {isAdding && <AddFault onAdded={faults.reload} onClose={() => setAdding(false)} />}
    </Card>
  )
}

function cleared(number: number): string {
  return number === 1 ? '1 fault cleared' : `${number} faults cleared`
}

interface ActionsParts {
  readonly of: readonly Fault[]
  readonly onAdd: () => void
  readonly onClear: () => Promise<void>
}

function Actions({ of, onAdd, onClear }: ActionsParts) {
  return (
    <div class="row">
      {of.length > 1 && (
        <Button small onClick={() => void onClear()}>
          Clear all
        </Button>
      )}
      <Button small onClick={onAdd}>
        Add a fault
      </Button>
    </div>
  )
}

function Clear({
  fault,
  onClear,
}: {
  readonly fault: Fault
  readonly onClear: (id: string) => Promise<void>
}) {
  return (
    <Button small label={`Clear ${fault.id}`} onClick={() => void onClear(fault.id)}>
      Clear
    </Button>
  )
}

const facts: readonly Column<Fault>[] = [
  {
    head: 'Meets',
    cell: ({ method, path }) => (
      <code class="breaking">{`${method ?? 'Any method,'} ${path ?? 'any path'}`}</code>
    ),
  },
  { head: 'Does', cell: (fault) => effectOf(fault) },
  { head: 'Left', cell: (fault) => leftOf(fault) },
  { head: 'Met', align: 'end', cell: ({ hits }) => count(hits) },
  { head: 'Id', cell: ({ id }) => <Id of={id} /> },
]

function effectOf({ status, delay_ms: delay, cut }: Fault): string {
  const parts = [
    ...(delay === 0 ? [] : [`waits ${took(delay)}`]),
    ...(status === null ? [] : [`answers ${status}`]),
    ...(cut ? ['cuts the connection'] : []),
  ]
  return parts.join(', ')
}

function leftOf({ remaining, rate }: Fault): string {
  const share = rate === 1 ? '' : `, ${percent(rate)} of them`
  return `${remaining === null ? 'until cleared' : `${count(remaining)} more`}${share}`
}
