import type { Output, Request } from '../contract/index.ts'
import type { Skillpass } from '../sdk/index.ts'

export type FaultWish = Request<'sandbox', 'addFault'>
export type Fault = Output<'sandbox', 'addFault'>

/** What requests to a sandbox meet on purpose: a status, a delay, a cut connection. */
export interface FaultControl {
  /** `{ path: '/v1/assess/*', status: 503, times: 2 }`: the next two such requests fail. */
  add(fault: FaultWish): Promise<Fault>
  list(): Promise<readonly Fault[]>
  /** All of them, or the one of this id. */
  clear(id?: string): Promise<void>
}

export function createFaultControl({ sandbox }: Skillpass): FaultControl {
  return {
    add: async (fault) => await sandbox.addFault(fault),
    list: async () => (await sandbox.faults()).data,
    clear: async (id) => {
      await sandbox.clearFaults(id === undefined ? {} : { id })
    },
  }
}
