import type { Output } from '../../contract/index.ts'
import { client } from '../client.ts'
import { Card } from '../components/card.tsx'
import { Id } from '../components/id.tsx'
import { Badge } from '../components/badge.tsx'
import { Table, type Column } from '../components/table.tsx'
import { count, exactTime } from '../format.ts'
import { useLoad } from '../use-load.ts'
import { pathOf, told, type Due } from './due.ts'

type Attempt = Output<'deliveries', 'get'>['attempts'][number]

/** Most rows that are drawn, and most deliveries that are looked up. */
const [mostRows, mostDeliveries] = [500, 20]

/** What a move of the clock brought about, in its order. */
export function Happened({ dues }: { readonly dues: readonly Due[] }) {
  const attempts = useAttempts(dues)
  const rows = dues.slice(0, mostRows).map((due, index) => ({ due, index, attempt: attempts(due) }))
  return (
    <Card title={`What happened on the way (${count(dues.length)})`} flush>
      {rows.length === 0 && <p class="happened-none faint">Nothing was due.</p>}
      {rows.length > 0 && (
        <Table label="What happened" columns={columns} rows={rows} keyOf={({ index }) => String(index)} />
      )}
      {dues.length > mostRows && <p class="load-more hint">{count(dues.length - mostRows)} more happened.</p>}
    </Card>
  )
}

interface Row {
  readonly due: Due
  readonly index: number
  readonly attempt: Attempt | undefined
}

const columns: readonly Column<Row>[] = [
  { head: 'When', cell: ({ due }) => <time dateTime={due.at}>{exactTime(due.at)}</time> },
  {
    head: 'What',
    cell: ({ due, attempt }) => (attempt === undefined ? told[due.kind] : `Attempt ${attempt.number}`),
  },
  { head: 'Outcome', cell: ({ attempt }) => attempt && <Outcome of={attempt} /> },
  { head: 'Of', cell: ({ due }) => <Id of={due.id} to={pathOf(due)} /> },
]

function Outcome({ of: { outcome, status } }: { readonly of: Attempt }) {
  const words = outcome.replaceAll('_', ' ')
  const text = status === null || words.includes(String(status)) ? words : `${words} ${status}`
  return <Badge tone={outcome === 'succeeded' ? 'good' : 'bad'}>{text}</Badge>
}

/** The attempts that were made on the way, by delivery and instant. */
function useAttempts(dues: readonly Due[]): (due: Due) => Attempt | undefined {
  const deliveries = dues.filter(({ kind }) => kind === 'delivery').map(({ id }) => id)
  const ids = [...new Set(deliveries)].slice(0, mostDeliveries)
  const { data } = useLoad(`${ids.join()} ${dues.at(-1)?.at}`, async (signal) => {
    const found = await Promise.all(ids.map(async (id) => await client.deliveries.get({ id }, { signal })))
    return new Map(
      found.flatMap(({ id, attempts }) => attempts.map((one) => [`${id} ${one.started_at}`, one] as const)),
    )
  })
  return ({ id, at }) => data?.get(`${id} ${at}`)
}
