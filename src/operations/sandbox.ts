import type { Op } from './call.ts'

/** Back to the seed, as one transaction: what stood before is gone or, if anything fails, untouched. */
export const reset: Op<'sandbox', 'reset'> = async (tx, { seed }, call) => {
  await call.host.reseed(tx, seed)
  call.after(() => call.host.forget())
  return { object: 'reset' as const, seed: seed ?? call.host.seedName }
}

export { clock, moveClock } from './sandbox-clock.ts'
export { addFault, clearFaults, faults } from './sandbox-faults.ts'
export { mail } from './mail.ts'
export { trigger } from './trigger.ts'
