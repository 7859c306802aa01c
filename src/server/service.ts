import type { Ids } from '../core/ids.ts'
import type { Call, Host } from '../operations/call.ts'
import type { Mode } from '../store/rows.ts'
import type { Store } from '../store/types.ts'
import type { TrustedProxies } from './caller.ts'
import type { EventBus } from './event-bus.ts'
import type { FailureLimiter } from './failures.ts'
import type { Faults } from './faults.ts'
import type { Exchange } from './exchange.ts'
import type { Metrics } from './metrics.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { RequestRecorder } from './request-log.ts'
import type { SecretRing } from './secret-ring.ts'
import type { Streams } from './sse.ts'
import type { UsageRecorder } from './usage.ts'

/** What the server needs to answer: everything it may touch, put together in one place by its composition root. */
export interface Service {
  readonly store: Store
  readonly mode: Mode
  readonly version: string
  /** The service's clock, milliseconds since the epoch. */
  now(): number
  /** Real time, milliseconds since the epoch: a browser's cookie knows no other. */
  realNow(): number
  /** The key that a sandbox prints: a browser on its machine is signed in as it. Absent: nobody is. */
  ownKey?(): string
  readonly ids: Ids
  readonly secrets: SecretRing
  readonly limiter: RateLimiter
  /** Who tries keys that are none is slowed down; absent: in a sandbox, where people try things. */
  readonly failures?: FailureLimiter
  readonly usage: UsageRecorder
  readonly requestLog: RequestRecorder
  readonly metrics: Metrics
  readonly host: ServiceHost
  readonly streams: Streams
  readonly listeners: Listeners
  readonly events: EventBus
  /** What requests of a sandbox meet on purpose. */
  readonly faults?: Pick<Faults, 'meet'>
  /** Runs what has fallen due, so that what is read next is true at `now`. */
  settle(what: 'invites' | 'usage'): Promise<void>
  readonly address: Address
  /** The folder with the dashboard's page and files. */
  readonly dashboard: URL
  /** Told of an error that is our fault, with its request: the answer itself says nothing of it. */
  onFault(error: unknown, requestId: string): void
  /** Told of every request once its answer is made. */
  onAnswered?(exchange: Exchange): void
}

/** What streams need of the process beside what operations need. */
export interface ServiceHost extends Host {
  /** A listener came back: its deliveries are tried at once. */
  welcome(webhookId: string): void
}

/** The listeners connected to this process; the worker waits for what they report. */
export interface Listeners {
  connect(webhookId: string, push: (message: object) => void): () => void
}

/** Where the server is reached; known once it listens. */
export interface Address {
  baseUrl: string
  /** Host names (without port) that requests may name, beside the loopback ones. */
  readonly hosts: readonly string[]
  readonly corsOrigins: readonly string[]
  /** Who may say where a request came from. */
  readonly trustProxy: TrustedProxies
  /** Who may read /metrics: this machine (default), or whoever reaches the port. */
  readonly metrics?: 'loopback' | 'open' | undefined
  draining: boolean
}

export type CallFacts = Pick<Call, 'now' | 'key' | 'requestId' | 'trace'>
