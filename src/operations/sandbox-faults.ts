import type { FaultState, Op } from './call.ts'

export const faults: Op<'sandbox', 'faults'> = async (_tx, _input, call) => ({
  object: 'list' as const,
  data: call.host.faults.list().map(faultView),
  has_more: false as const,
  next_cursor: null,
})

export const addFault: Op<'sandbox', 'addFault'> = async (_tx, wish, call) => {
  const fault: FaultState = {
    id: call.newId('flt'),
    method: wish.method ?? null,
    path: wish.path ?? null,
    status: wish.status ?? null,
    delay_ms: wish.delay_ms,
    cut: wish.cut,
    times: wish.times ?? null,
    rate: wish.rate,
    remaining: wish.times ?? null,
    hits: 0,
  }
  call.after(() => call.host.faults.add(fault))
  return faultView(fault)
}

/** A fault that is gone already is no error: it may have met the last of its requests just now. */
export const clearFaults: Op<'sandbox', 'clearFaults'> = async (_tx, { id }, call) => {
  const found = call.host.faults.list().filter((fault) => id === undefined || fault.id === id)
  call.after(() => call.host.faults.clear(id))
  return { object: 'faults' as const, cleared: found.length }
}

function faultView(fault: FaultState) {
  return { ...fault, object: 'fault' as const }
}
