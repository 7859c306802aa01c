import { useEffect, useRef, useState } from 'preact/hooks'
import type { Log, LogFilters } from './filters.ts'
import { followLogs } from './follow-logs.ts'

export interface Tail {
  /** What came after the list was fetched, newest first. */
  readonly rows: readonly Log[]
  /** Some between these and the list are left out, for there were too many. */
  readonly isBroken: boolean
  /** How many came while somebody was reading. */
  readonly waiting: number
  release(): void
}

export interface TailWish {
  /** What was fetched; null while it is not there yet. Another one begins anew. */
  readonly listed: readonly Log[] | null
  readonly filters: () => LogFilters
  readonly isOn: boolean
  /** Whether the rows must stay where they are just now. */
  readonly isReading: () => boolean
}

/** Most rows that are kept. */
const most = 500
const paceMs = 150
/** No id of a request comes before it. */
const beforeAll = 'req_'

interface Rows {
  readonly of: readonly Log[] | null
  readonly rows: readonly Log[]
  readonly isBroken: boolean
}

export function useTail(wish: TailWish): Tail {
  const { listed, isOn } = wish
  const [state, setState] = useState<Rows>({ of: listed, rows: [], isBroken: false })
  const [waiting, setWaiting] = useState(0)
  const arrived = useRef<Rows>({ of: listed, rows: [], isBroken: false })
  const last = useRef<Log | undefined>(undefined)
  const current = useRef(wish)
  current.current = wish

  const release = (): void => {
    const came = arrived.current
    arrived.current = { of: listed, rows: [], isBroken: false }
    setState((old) => joined(came, old.of === listed ? old : { of: listed, rows: [], isBroken: false }))
    setWaiting(0)
  }

  useEffect(() => {
    last.current = undefined
    arrived.current = { of: listed, rows: [], isBroken: false }
    setWaiting(0)
  }, [listed])

  useEffect(() => {
    if (listed === null || !isOn) return undefined
    const end = new AbortController()
    const after = last.current?.request_id ?? listed[0]?.request_id ?? beforeAll
    const tell = (logs: readonly Log[], isBroken: boolean): void => {
      last.current = logs[0] ?? last.current
      if (logs.length > 0) arrived.current = joined({ of: listed, rows: logs, isBroken }, arrived.current)
    }
    void followLogs({ filters: current.current.filters(), after, signal: end.signal, tell })
    const timer = setInterval(() => {
      const { length } = arrived.current.rows
      if (length === 0) return
      if (current.current.isReading()) setWaiting(length)
      else release()
    }, paceMs)
    return () => {
      clearInterval(timer)
      end.abort()
    }
  }, [listed, isOn])

  const shown = state.of === listed ? state : { rows: [], isBroken: false }
  return { rows: shown.rows, isBroken: shown.isBroken, waiting, release }
}

function joined(newer: Rows, older: Rows): Rows {
  const rows = newer.isBroken ? newer.rows : [...newer.rows, ...older.rows]
  const isBroken = newer.isBroken || older.isBroken || rows.length > most
  return { of: newer.of, rows: rows.slice(0, most), isBroken }
}
