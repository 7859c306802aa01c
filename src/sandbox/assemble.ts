import { assemble as assembleService, type Around, type Assembled } from '../runtime/assemble.ts'
import type { SandboxFacts } from '../runtime/assemble.ts'
import type { Faults } from '../server/faults.ts'
import { createRateLimiter } from '../server/rate-limit.ts'
import type { RequestRecorder } from '../server/request-log.ts'
import type { SecretRing } from '../server/secret-ring.ts'
import type { Address, Service } from '../server/service.ts'
import type { Shared } from '../store/shared.ts'
import type { Store } from '../store/types.ts'
import { parseRanges, type TargetPolicy } from '../worker/target.ts'
import { createTraveller } from './clock-travel.ts'
import type { SandboxClock } from './clock.ts'
import { reseedStore } from './seeding.ts'

export interface Parts {
  readonly store: Store
  /** What the processes on the store share; null: there is only this one. */
  readonly shared: Shared | null
  readonly clock: SandboxClock
  /** Real time: where the clock stands after a reset. */
  readonly realNow: () => number
  readonly secrets: SecretRing
  readonly address: Address
  readonly version: string
  readonly seedName: string
  readonly apiKey: () => string
  /** A browser on this machine is signed in with that key. */
  readonly openHere: boolean
  readonly requestLog: RequestRecorder
  readonly faults: Faults
  readonly rateLimit: number | 'off' | undefined
  readonly onFault: Service['onFault']
}

/** The service with what only a sandbox has: a clock to turn, a seed, faults on purpose. */
export function assemble(parts: Parts): Assembled {
  const { store, clock, address, realNow, secrets, version, onFault } = parts
  return assembleService({
    store,
    shared: parts.shared,
    mode: 'sandbox',
    now: clock.now,
    realNow,
    secrets,
    address,
    version,
    policy: sandboxPolicy(address),
    limiter: createRateLimiter({
      now: () => performance.timeOrigin + performance.now(),
      override: parts.rateLimit,
    }),
    requestLog: parts.requestLog,
    onFault,
    sandbox: (around) => sandboxFacts(parts, around),
  })
}

function sandboxFacts(parts: Parts, { service, worker, settle, forget }: Around): SandboxFacts {
  const { clock, store, realNow, faults, seedName } = parts
  const traveller = createTraveller({ clock, store, worker, settle, realNow })
  return {
    service: { faults, ...(parts.openHere && { ownKey: parts.apiKey }) },
    attempted: (id, startedAt) => traveller.attempted(id, startedAt),
    host: {
      seedName,
      clock: traveller,
      faults,
      async reseed(tx, seed) {
        service().usage.outdate()
        await reseedStore(tx, service(), { seed: seed ?? seedName, apiKey: parts.apiKey(), now: realNow() })
      },
      forget() {
        clock.reset()
        forget()
        faults.clear()
      },
    },
  }
}

/** A sandbox delivers to this machine and its network; what is refused always is refused here too. */
function sandboxPolicy(address: Address): TargetPolicy {
  return {
    mode: 'sandbox',
    allowEgress: parseRanges([]),
    ownAddresses: [],
    get ownPort() {
      return address.baseUrl === '' ? null : Number(new URL(address.baseUrl).port)
    },
  }
}
