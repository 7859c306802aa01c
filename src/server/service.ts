import type { Ids } from '../core/ids.ts'
import type { Call, Host } from '../operations/call.ts'
import type { Mode } from '../store/rows.ts'
import type { Store } from '../store/types.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { RequestRecorder } from './request-log.ts'
import type { UsageRecorder } from './usage.ts'

export interface ServerSecrets {
  /** Seals cursors. */
  readonly cursor: Uint8Array
  /** Makes the tokens of candidate links. */
  readonly inviteLink: Uint8Array
}

/** What the server needs to answer: everything it may touch, put together in one place by its composition root. */
export interface Service {
  readonly store: Store
  readonly mode: Mode
  readonly version: string
  /** The service's clock, milliseconds since the epoch. */
  now(): number
  readonly ids: Ids
  readonly secrets: ServerSecrets
  readonly limiter: RateLimiter
  readonly usage: UsageRecorder
  readonly requestLog: RequestRecorder
  readonly host: Host
  /** Runs what has fallen due, so that what is read next is true at `now`. */
  settle(what: 'invites' | 'usage'): Promise<void>
  readonly address: Address
  /** Told of an error that is our fault, with its request: the answer itself says nothing of it. */
  onFault(error: unknown, requestId: string): void
}

/** Where the server is reached; known once it listens. */
export interface Address {
  baseUrl: string
  /** Host names (without port) that requests may name, beside the loopback ones. */
  readonly hosts: readonly string[]
  readonly corsOrigins: readonly string[]
  draining: boolean
}

export type CallFacts = Pick<Call, 'now' | 'key' | 'requestId'>
