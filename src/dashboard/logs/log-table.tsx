import { Badge, type Tone } from '../components/badge.tsx'
import { Link } from '../components/link.tsx'
import { Table, type Column } from '../components/table.tsx'
import { Time } from '../components/time.tsx'
import { took } from '../format.ts'
import type { Log } from './filters.ts'

export function LogTable({ rows }: { readonly rows: readonly Log[] }) {
  return <Table label="Requests" columns={columns} rows={rows} keyOf={(log) => log.request_id} />
}

export function StatusCode({ of }: { readonly of: number }) {
  return <Badge tone={toneOf(of)}>{of}</Badge>
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}

/** What is wrong, and where that is explained. */
export function ErrorCode({ of }: { readonly of: string | null }) {
  if (of === null) return null
  return (
    <a href={`/docs/errors/${of}`}>
      <code>{of}</code>
    </a>
  )
}

const columns: readonly Column<Log>[] = [
  {
    head: 'Request',
    cell: (log) => (
      <Link to={`/logs/${log.request_id}`} class="log-request" title={`${log.method} ${log.path}`}>
        <code class="log-method">{log.method}</code>
        <code>{log.path}</code>
      </Link>
    ),
  },
  { head: 'Status', cell: (log) => <StatusCode of={log.status} /> },
  { head: 'Error', cell: (log) => <ErrorCode of={log.error_code} /> },
  { head: 'Took', align: 'end', cell: (log) => <span class="nowrap">{took(log.duration_ms)}</span> },
  {
    head: 'When',
    cell: (log) => (
      <span class="nowrap">
        <Time at={log.at} />
      </span>
    ),
  },
]
