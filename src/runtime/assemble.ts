import { ApiError } from '../core/error.ts'
import { createIds } from '../core/ids.ts'
import { iso } from '../core/instant.ts'
import { openapi } from '../contract/openapi.ts'
import { dashboardFolder } from '../dashboard-files.ts'
import type { Host, Outbox } from '../operations/call.ts'
import { auditedAlone } from '../operations/audit.ts'
import { decayDue } from '../operations/decay.ts'
import { expireDue } from '../operations/expiry.ts'
import { replayStretch } from '../operations/replays.ts'
import { createEventBus } from '../server/event-bus.ts'
import { createMetrics } from '../server/metrics.ts'
import { actAlone } from '../server/own-call.ts'
import type { FailureLimiter } from '../server/failures.ts'
import type { RateLimiter } from '../server/rate-limit.ts'
import type { RequestRecorder } from '../server/request-log.ts'
import type { SecretRing } from '../server/secret-ring.ts'
import type { Address, Service } from '../server/service.ts'
import { createStreams } from '../server/sse.ts'
import { createUsageRecorder } from '../server/usage.ts'
import type { Mode, WebhookRow } from '../store/rows.ts'
import type { Shared } from '../store/shared.ts'
import type { Store, Tx } from '../store/types.ts'
import type { Worker } from '../worker/loop.ts'
import { createSweeper, type Sweeper } from '../worker/sweeper.ts'
import { checkUrl, type TargetPolicy } from '../worker/target.ts'
import { createBus, type Bus } from './bus.ts'
import { assembleDelivery, type Delivery } from './delivery.ts'
import { createReplays, type Replays } from './replays.ts'
import { timedStore } from './timed-store.ts'

export interface Parts {
  readonly store: Store
  /** What the processes on the store share; null: there is only this one. */
  readonly shared: Shared | null
  readonly mode: Mode
  /** The service's clock, milliseconds since the epoch. */
  now(): number
  readonly realNow: () => number
  readonly secrets: SecretRing
  readonly address: Address
  readonly version: string
  /** Where webhooks may go. */
  readonly policy: TargetPolicy
  readonly limiter: RateLimiter
  readonly failures?: FailureLimiter
  readonly requestLog: RequestRecorder
  readonly onFault: Service['onFault']
  /** Absent: mail does not go out. */
  readonly outbox?: Outbox
  readonly onAnswered?: Service['onAnswered']
  /** What only a sandbox has. */
  readonly sandbox?: (around: Around) => SandboxFacts
}

/** What a sandbox reaches for to turn the service's time and to start it anew. */
export interface Around {
  service(): Service
  readonly worker: Worker
  /** Does what is due at the clock's instant, but for deliveries. */
  settle(): Promise<void>
  /** Everything that is counted or remembered in memory starts anew. */
  forget(): void
}

export interface SandboxFacts {
  readonly host: Pick<Host, SandboxPart>
  readonly service: Pick<Service, 'faults' | 'ownKey'>
  /** An attempt was written down. */
  attempted(deliveryId: string, startedAt: number): void
}

type SandboxPart = 'reseed' | 'seedName' | 'forget' | 'clock' | 'faults'

export interface Assembled {
  readonly service: Service
  readonly sweeper: Sweeper
  readonly delivery: Delivery
  readonly replays: Replays
  /** null: there is only this process. */
  readonly bus: Bus | null
}

/** Puts the service together from its parts; the one place where they meet. */
export function assemble(parts: Parts): Assembled {
  const { shared, mode, address, limiter, requestLog, policy } = parts
  const metrics = createMetrics()
  const store = timedStore(parts.store, (call, seconds) => metrics.storeCalled(call, seconds))
  let ids = createIds(() => parts.now())
  const usage = createUsageRecorder(store, shared)
  const events = createEventBus()
  const onFault = (error: unknown): void => parts.onFault(error, 'worker')
  const sweeper = createSweeper(store, {
    invites: (now, limit) => actAlone(service, now, (tx, call) => expireDue(tx, call, limit)),
    decays: (now, limit) => actAlone(service, now, (tx, call) => decayDue(tx, call, limit)),
  })
  const delivery = assembleDelivery({
    store,
    mode,
    secrets: parts.secrets,
    policy,
    version: parts.version,
    now: () => parts.now(),
    realNow: parts.realNow,
    recorded: (job, sent) => {
      sandbox.attempted(job.delivery.id, job.startedAt)
      usage.attempted(job, sent.outcome === 'succeeded')
      metrics.attempted(sent)
    },
    disabled: tellOfDisabled,
    onFault,
  })
  const { worker, listeners } = delivery
  const bus =
    shared &&
    createBus({
      shared,
      store,
      events,
      now: () => parts.now(),
      // Any process sends to an address; only the one that a listener is connected to can hand it something.
      onDue: (id) => listeners.present(id) && worker.nudge(id),
      onAnswered: (result) => void listeners.answered(result),
      onHungUp: (id) => service.streams.closeAbout(id),
      onFault,
    })
  const settle = (): Promise<void> => sweeper.expire(parts.now())
  const replays = createReplays(() => actAlone(service, parts.now(), replayStretch), onFault)
  const forget = (): void => {
    ids = createIds(() => parts.now())
    limiter.forget()
    usage.forget()
    requestLog.forget()
    // The listeners are gone; whoever reads their streams registers anew.
    service.streams.closeAbout()
  }
  const sandbox = parts.sandbox?.({ service: () => service, worker, settle, forget }) ?? notHere
  const service: Service = {
    ...sandbox.service,
    store,
    mode,
    version: parts.version,
    now: () => parts.now(),
    realNow: parts.realNow,
    ids: { newId: (prefix, at) => ids.newId(prefix, at) },
    secrets: parts.secrets,
    limiter,
    ...(parts.failures !== undefined && { failures: parts.failures }),
    usage,
    requestLog,
    events,
    metrics,
    listeners,
    streams: createStreams(),
    address,
    dashboard: dashboardFolder,
    onFault: parts.onFault,
    ...(parts.onAnswered !== undefined && { onAnswered: parts.onAnswered }),
    settle: (what) => (what === 'invites' ? settle() : usage.flush()),
    host: {
      ...sandbox.host,
      requestLog,
      openapi: () => openapi(parts.version, address.baseUrl, mode),
      health: () => ({ writable: store.writable(), draining: address.draining }),
      nudge(id) {
        worker.nudge(id)
        bus?.due(id)
      },
      welcome: (id) => worker.welcome(id),
      nudgeReplays: () => replays.nudge(),
      outbox: parts.outbox ?? null,
      published: (event) => (bus === null ? events.publish(event) : bus.published(event)),
      hangUp(id) {
        service.streams.closeAbout(id)
        bus?.hungUp(id)
      },
      listenerAnswered(_id, result) {
        if (!listeners.answered(result)) bus?.answered(result)
      },
      checkTarget: (url) => refuseTarget(url, policy),
    },
  }
  return { service, sweeper, delivery, replays, bus }
}

/** The service switches an endpoint off by itself: it is gone, or was given up. */
async function tellOfDisabled(tx: Tx, { id }: WebhookRow, now: number): Promise<void> {
  await auditedAlone(tx, { at: iso(now), action: 'webhooks.disable', actor: 'service', subject: id })
}

/** No route of a live service leads here. */
function onlySandboxes(): never {
  throw new Error('Only a sandbox can do this')
}

const notHere: SandboxFacts = {
  host: {
    seedName: 'none',
    reseed: onlySandboxes,
    forget: onlySandboxes,
    clock: { read: onlySandboxes, move: onlySandboxes },
    faults: { list: onlySandboxes, add: onlySandboxes, clear: onlySandboxes },
  },
  service: {},
  attempted: () => undefined,
}

function refuseTarget(url: string, policy: TargetPolicy): void {
  const checked = checkUrl(url, policy)
  if (!checked.ok) throw new ApiError(checked.code, checked.message, { param: 'url' })
}
