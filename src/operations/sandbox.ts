import type { Op } from './call.ts'

/** Back to the seed, as one transaction: what stood before is gone or, if anything fails, untouched. */
export const reset: Op<'sandbox', 'reset'> = async (tx, { seed }, call) => {
  await tx.clear()
  await call.host.reseed(tx, seed)
  call.after(() => call.host.forget())
  return { object: 'reset' as const, seed: seed ?? call.host.seedName }
}
