import { ApiError } from '../core/error.ts'
import type { FaultControl, FaultState } from '../operations/call.ts'
import type { Exchange } from './exchange.ts'
import { FaultError } from './fault-error.ts'

export interface Faults extends FaultControl {
  /** Lets a request meet the first fault that is meant for it. @throws ApiError when that one makes it fail */
  meet(exchange: Exchange): Promise<void>
}

/** Statuses that tell a client when to come back. */
const retryAfter: Readonly<Record<number, number>> = { 409: 1, 429: 1, 503: 1 }

/** The faults of a sandbox, kept in memory only. `chance` is from 0 up to 1. */
export function createFaults(chance: () => number): Faults {
  let active: readonly FaultState[] = []
  const hit = (fault: FaultState): void => {
    const remaining = fault.remaining === null ? null : fault.remaining - 1
    const counted = { ...fault, remaining, hits: fault.hits + 1 }
    active = active.flatMap((one) => (one !== fault ? [one] : remaining === 0 ? [] : [counted]))
  }
  return {
    list: () => active,
    add(fault) {
      active = [...active, fault]
    },
    clear(id) {
      active = id === undefined ? [] : active.filter((fault) => fault.id !== id)
    },
    async meet(exchange) {
      const fault = active.find((one) => matches(one, exchange) && chance() < one.rate)
      if (fault === undefined) return
      hit(fault)
      await happen(fault, exchange)
    },
  }
}

function matches({ method, path }: FaultState, exchange: Exchange): boolean {
  const asked = exchange.method === 'HEAD' ? 'GET' : exchange.method
  if (method !== null && method !== asked) return false
  // The row's own path stands for its aliases, and its template for every object.
  return path === null || covers(path, exchange.path) || covers(path, exchange.route ?? exchange.path)
}

function covers(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

async function happen({ id, delay_ms, cut, status }: FaultState, exchange: Exchange): Promise<void> {
  const details = { fault_id: id }
  if (!(await waited(delay_ms, exchange))) {
    throw new ApiError('REQUEST_TIMEOUT', `The caller left during the delay of the fault ${id}.`, { details })
  }
  const cause = `The fault ${id} was set on purpose (POST /v1/sandbox/faults)`
  if (cut) {
    exchange.node.socket.destroy()
    throw new FaultError(503, `${cause}: it cut the connection. Nothing was changed.`, { details })
  }
  if (status === null) return
  const seconds = retryAfter[status]
  throw new FaultError(status, `${cause}: it answers ${status}. Nothing was changed.`, {
    details,
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  })
}

/** False when the caller was gone before the time was up. */
function waited(delayMs: number, { node: { socket } }: Exchange): Promise<boolean> {
  if (delayMs === 0) return Promise.resolve(true)
  return new Promise((resolve) => {
    const end = (whole: boolean): void => {
      clearTimeout(timer)
      socket.off('close', left)
      resolve(whole)
    }
    const left = (): void => end(false)
    const timer = setTimeout(() => end(true), delayMs)
    socket.once('close', left)
    if (socket.destroyed) left()
  })
}
