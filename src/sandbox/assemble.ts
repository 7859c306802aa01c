import { createIds } from '../core/ids.ts'
import { openapi } from '../contract/openapi.ts'
import { expireDue } from '../operations/expiry.ts'
import type { LogEntry } from '../operations/request-log.ts'
import { makeCall } from '../server/call.ts'
import { createRateLimiter } from '../server/rate-limit.ts'
import { createRequestLog } from '../server/request-log.ts'
import type { Address, ServerSecrets, Service } from '../server/service.ts'
import { createUsageRecorder } from '../server/usage.ts'
import type { Store } from '../store/types.ts'
import { createSweeper, type Sweeper } from '../worker/sweeper.ts'
import type { SandboxClock } from './clock.ts'
import { seedStore } from './seeding.ts'

/** Newest requests that the log keeps. */
const logCapacity = 10_000

export interface Parts {
  readonly store: Store
  readonly clock: SandboxClock
  /** Real time: where the clock stands after a reset. */
  readonly realNow: () => number
  readonly secrets: ServerSecrets
  readonly address: Address
  readonly version: string
  readonly seedName: string
  readonly apiKey: () => string
  readonly earlierRequests: readonly LogEntry[]
  readonly rateLimit: number | 'off' | undefined
  readonly onFault: Service['onFault']
}

/** Puts the service together from its parts; the one place where they meet. */
export function assemble(parts: Parts): { service: Service; sweeper: Sweeper } {
  const { store, clock, address } = parts
  let ids = createIds(clock.now)
  const limiter = createRateLimiter({
    now: () => performance.timeOrigin + performance.now(),
    override: parts.rateLimit,
  })
  const usage = createUsageRecorder(store)
  const requestLog = createRequestLog(logCapacity, parts.earlierRequests)
  const sweeper = createSweeper(store, (tx, now, limit) =>
    expireDue(tx, makeCall(service, { now, key: null, requestId: 'sweeper' }).call, limit),
  )
  const service: Service = {
    store,
    mode: 'sandbox',
    version: parts.version,
    now: clock.now,
    ids: { newId: (prefix) => ids.newId(prefix) },
    secrets: parts.secrets,
    limiter,
    usage,
    requestLog,
    address,
    onFault: parts.onFault,
    settle: (what) => (what === 'invites' ? sweeper.expire(clock.now()) : usage.flush()),
    host: {
      requestLog,
      seedName: parts.seedName,
      openapi: () => openapi(parts.version, address.baseUrl, 'sandbox'),
      health: () => ({ writable: store.writable(), draining: address.draining }),
      reseed: (tx, seed) =>
        seedStore(tx, service, { seed: seed ?? parts.seedName, apiKey: parts.apiKey(), now: parts.realNow() }),
      forget() {
        clock.reset()
        ids = createIds(clock.now)
        limiter.forget()
        usage.forget()
        requestLog.forget()
      },
    },
  }
  return { service, sweeper }
}
