import { ApiError } from '../core/error.ts'
import { createIds } from '../core/ids.ts'
import { openapi } from '../contract/openapi.ts'
import { dashboardFolder } from '../dashboard-files.ts'
import { decayDue } from '../operations/decay.ts'
import { expireDue } from '../operations/expiry.ts'
import { replayStretch } from '../operations/replays.ts'
import type { LogEntry } from '../operations/request-log.ts'
import { createEventBus } from '../server/event-bus.ts'
import { actAlone } from '../server/own-call.ts'
import type { Faults } from '../server/faults.ts'
import { createRateLimiter } from '../server/rate-limit.ts'
import { createRequestLog } from '../server/request-log.ts'
import type { Address, ServerSecrets, Service } from '../server/service.ts'
import { createStreams } from '../server/sse.ts'
import { createUsageRecorder } from '../server/usage.ts'
import type { Store } from '../store/types.ts'
import { createSweeper, type Sweeper } from '../worker/sweeper.ts'
import { checkUrl, parseRanges, type TargetPolicy } from '../worker/target.ts'
import { createTraveller } from './clock-travel.ts'
import type { SandboxClock } from './clock.ts'
import { assembleDelivery, type Delivery } from './delivery.ts'
import { createReplays, type Replays } from './replays.ts'
import { reseedStore } from './seeding.ts'

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
  readonly faults: Faults
  readonly rateLimit: number | 'off' | undefined
  readonly onFault: Service['onFault']
}

export interface Assembled {
  readonly service: Service
  readonly sweeper: Sweeper
  readonly delivery: Delivery
  readonly replays: Replays
}

/** Puts the service together from its parts; the one place where they meet. */
export function assemble(parts: Parts): Assembled {
  const { store, clock, address } = parts
  let ids = createIds(clock.now)
  const limiter = createRateLimiter({
    now: () => performance.timeOrigin + performance.now(),
    override: parts.rateLimit,
  })
  const usage = createUsageRecorder(store)
  const requestLog = createRequestLog(logCapacity, parts.earlierRequests)
  const events = createEventBus()
  const onFault = (error: unknown): void => parts.onFault(error, 'worker')
  const sweeper = createSweeper(store, {
    invites: (now, limit) => actAlone(service, now, (tx, call) => expireDue(tx, call, limit)),
    decays: (now, limit) => actAlone(service, now, (tx, call) => decayDue(tx, call, limit)),
  })
  const policy = sandboxPolicy(address)
  const delivery = assembleDelivery({
    store,
    mode: 'sandbox',
    secrets: parts.secrets,
    policy,
    version: parts.version,
    now: clock.now,
    realNow: parts.realNow,
    recorded: (job, succeeded) => {
      traveller.attempted(job.delivery.id, job.startedAt)
      usage.attempted(job, succeeded)
    },
    onFault,
  })
  const { worker, listeners } = delivery
  const settle = (): Promise<void> => sweeper.expire(clock.now())
  const traveller = createTraveller({ clock, store, worker, settle, realNow: parts.realNow })
  const replays = createReplays(() => actAlone(service, clock.now(), replayStretch), onFault)
  const service: Service = {
    store,
    mode: 'sandbox',
    version: parts.version,
    now: clock.now,
    realNow: parts.realNow,
    ownKey: parts.apiKey,
    ids: { newId: (prefix, at) => ids.newId(prefix, at) },
    secrets: parts.secrets,
    limiter,
    usage,
    requestLog,
    events,
    listeners,
    streams: createStreams(),
    faults: parts.faults,
    address,
    dashboard: dashboardFolder,
    onFault: parts.onFault,
    settle: (what) => (what === 'invites' ? settle() : usage.flush()),
    host: {
      requestLog,
      seedName: parts.seedName,
      openapi: () => openapi(parts.version, address.baseUrl, 'sandbox'),
      health: () => ({ writable: store.writable(), draining: address.draining }),
      async reseed(tx, seed) {
        usage.outdate()
        const { seedName } = parts
        await reseedStore(tx, service, {
          seed: seed ?? seedName,
          apiKey: parts.apiKey(),
          now: parts.realNow(),
        })
      },
      nudge: (id) => worker.nudge(id),
      welcome: (id) => worker.welcome(id),
      nudgeReplays: () => replays.nudge(),
      published: (event) => events.publish(event),
      hangUp: (id) => service.streams.closeAbout(id),
      listenerAnswered: (_id, result) => listeners.answered(result),
      checkTarget: (url) => refuseTarget(url, policy),
      clock: traveller,
      faults: parts.faults,
      forget() {
        clock.reset()
        ids = createIds(clock.now)
        limiter.forget()
        usage.forget()
        requestLog.forget()
        parts.faults.clear()
        // The listeners are gone; whoever reads their streams registers anew.
        service.streams.closeAbout()
      },
    },
  }
  return { service, sweeper, delivery, replays }
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

function refuseTarget(url: string, policy: TargetPolicy): void {
  const checked = checkUrl(url, policy)
  if (!checked.ok) throw new ApiError(checked.code, checked.message, { param: 'url' })
}
