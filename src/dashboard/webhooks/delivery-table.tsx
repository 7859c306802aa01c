import { Status } from '../components/badge.tsx'
import { Link } from '../components/link.tsx'
import { Table, type Column } from '../components/table.tsx'
import { Text } from '../components/text.tsx'
import { Countdown, Time } from '../components/time.tsx'
import { briefly } from './outcome.ts'
import type { Delivery } from './types.ts'

interface DeliveryTableParts {
  readonly rows: readonly Delivery[]
  /** Names of webhooks by id, where more than one has rows. */
  readonly names?: ReadonlyMap<string, string>
}

export function DeliveryTable({ rows, names }: DeliveryTableParts) {
  const columns = names === undefined ? own : [...own.slice(0, 2), endpointOf(names), ...own.slice(2)]
  return <Table label="List of deliveries" columns={columns} rows={rows} keyOf={({ id }) => id} />
}

const own: readonly Column<Delivery>[] = [
  { head: 'Event', cell: ({ id, event_type: type }) => <Link to={`/deliveries/${id}`}>{type}</Link> },
  { head: 'Status', cell: ({ status }) => <Status of={status} /> },
  { head: 'Attempts', cell: ({ attempt_count: attempts }) => attempts, align: 'end' },
  { head: 'Last outcome', cell: ({ last_outcome: outcome }) => (outcome === null ? none : briefly(outcome)) },
  { head: 'Next attempt', cell: (delivery) => <Next {...delivery} /> },
  {
    head: 'Created',
    cell: ({ created_at: at }) => (
      <span class="nowrap">
        <Time at={at} />
      </span>
    ),
  },
]

const none = <span class="faint">–</span>

function endpointOf(names: ReadonlyMap<string, string>): Column<Delivery> {
  return {
    head: 'Webhook',
    cell: ({ webhook_id: id }) => {
      const name = names.get(id)
      if (name === undefined) return <code class="faint">{id}</code>
      return (
        <Link to={`/webhooks/${id}`}>
          <Text>{name}</Text>
        </Link>
      )
    },
  }
}

function Next({ next_attempt_at: at }: Delivery) {
  return at === null ? none : <span class="nowrap">{<Countdown to={at} over="now" />}</span>
}
