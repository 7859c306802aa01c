import type { Call } from '../operations/call.ts'
import type { Tx } from '../store/types.ts'
import { makeCall, resetEffects } from './call.ts'
import type { Service } from './service.ts'

/** The service acts by itself, as nobody's key: one transaction, and once it is durable what it asked for. */
export async function actAlone<A>(
  service: Service,
  now: number,
  work: (tx: Tx, call: Call) => Promise<A>,
): Promise<A> {
  const { call, effects } = makeCall(service, { now, key: null, requestId: 'service' })
  const result = await service.store.transact((tx) => {
    resetEffects(effects)
    return work(tx, call)
  })
  for (const effect of effects.afterCommit) effect()
  return result
}
