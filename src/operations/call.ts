import type { Atom } from '../contract/scopes.ts'
import type { InputOf, Method, OutputOf, Route } from '../contract/route.ts'
import type { Contract } from '../contract/index.ts'
import type { Language } from '../mail/language.ts'
import type { Trace } from '../core/trace.ts'
import type { EventRow, KeyRow, Mode } from '../store/rows.ts'
import type { RequestLog } from './request-log.ts'
import type { ReadTx, Tx } from '../store/types.ts'

/** What the process around the operations can tell them or do for them. */
export interface Host {
  readonly requestLog: RequestLog
  openapi(): unknown
  health(): { readonly writable: boolean; readonly draining: boolean }
  /** Empties the store and puts the seed into it; `undefined` is the one the sandbox was started with. */
  reseed(tx: Tx, seed: string | undefined): Promise<void>
  /** The seed that the sandbox was started with. */
  readonly seedName: string
  /** After a reset: the clock, limits and counters start anew. */
  forget(): void
  /** The endpoint has something to send. */
  nudge(webhookId: string): void
  nudgeReplays(): void
  /** How mail leaves a live service; null: it does not. */
  readonly outbox: Outbox | null
  /** A durable event, for those who follow the stream. */
  published(event: EventRow): void
  /** A listener is no more: its stream ends. */
  hangUp(webhookId: string): void
  /** A listener told how an attempt ended. */
  listenerAnswered(webhookId: string, result: ListenerResult): void
  /** @throws ApiError WEBHOOK_URL_INVALID, WEBHOOK_URL_FORBIDDEN */
  checkTarget(url: string): void
  readonly clock: ClockControl
  readonly faults: FaultControl
}

export interface Outbox {
  /** Of mail to a person whose language is not known. */
  readonly language: Language
  /** There is mail to send. */
  queued(): void
}

/** What a listener reports of one attempt. */
export interface ListenerResult {
  readonly delivery_id: string
  readonly attempt: number
  readonly status: number | null
  readonly error: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly duration_ms: number
}

export interface Due {
  readonly at: string
  readonly kind: 'delivery' | 'invite' | 'key' | 'key_secret' | 'webhook_secret' | 'tier'
  readonly id: string
}

/** The sandbox's clock as its routes move it. */
export interface ClockControl {
  read(): Promise<ClockFacts>
  /** Runs what falls due on the way, in order, each at its own instant. @throws ApiError CLOCK_BACKWARD */
  move(move: ClockMove): Promise<ClockFacts & { readonly happened: readonly Due[] }>
}

export interface ClockFacts {
  readonly now: number
  readonly realNow: number
  readonly frozen: boolean
  readonly next: Due | null
}

export type ClockMove =
  | { readonly to: number }
  | { readonly by: number }
  | { readonly stand: 'freeze' | 'resume' }
  | { readonly next: true }

export interface FaultState {
  readonly id: string
  readonly method: Method | null
  readonly path: string | null
  readonly status: number | null
  readonly delay_ms: number
  readonly cut: boolean
  readonly times: number | null
  readonly rate: number
  readonly remaining: number | null
  readonly hits: number
}

/** The faults that requests of the sandbox meet on purpose. */
export interface FaultControl {
  /** Oldest first. */
  list(): readonly FaultState[]
  add(fault: FaultState): void
  /** All, or only this one. */
  clear(id?: string): void
}

/** Everything an operation may know beside its input and the store: it has no clock, no chance and no secrets of its own. */
export interface Call {
  /** The service's clock, milliseconds since the epoch. */
  readonly now: number
  readonly mode: Mode
  readonly baseUrl: string
  readonly version: string
  /** The key that asks, or null on public routes and for the service itself. */
  readonly key: KeyRow | null
  readonly requestId: string
  /** The trace that the request is a part of; what it causes is sent as a part of it too. */
  readonly trace?: Trace | null
  /** A new id such as `inv_01j…` of this call's instant, or of another; later ones sort after earlier ones. */
  newId(prefix: string, at?: number): string
  /** A new API key secret for this mode. */
  newSecret(): string
  /** A new webhook signing secret. */
  newWebhookSecret(): string
  /** Secrets that are used again are at rest only like this. */
  readonly sealed: {
    seal(secret: string): string
    open(sealed: string): string
  }
  /** HMACs over the text with the secrets for candidate links: the newest first, which new links get. */
  inviteMacs(text: string): readonly string[]
  /** Counts towards usage once the operation has succeeded. */
  count(what: 'invites_sent' | 'verifications_made', by?: number): void
  /** Runs once the transaction is durable, never when it failed. */
  after(effect: () => void): void
  readonly host: Host
  readonly cursor: {
    seal(position: string, filters: string): string
    /** @throws ApiError CURSOR_INVALID, CURSOR_FILTER_MISMATCH */
    open(cursor: string, filters: string): string
  }
}

export function allows(call: Call, atom: Atom): boolean {
  return call.key === null || call.key.permissions.includes(atom)
}

/** An answer with a status other than the row's usual one. */
export class Reply<A> {
  readonly status: number
  readonly body: A
  constructor(status: number, body: A) {
    this.status = status
    this.body = body
  }
}

/** How a row behaves. A GET is handed a transaction that cannot write, a standalone row none. */
export type Operation<R extends Route> = (
  tx: R extends { standalone: true } ? null : R['method'] extends 'GET' ? ReadTx : Tx,
  input: InputOf<R>,
  call: Call,
) => Promise<OutputOf<R> | Reply<OutputOf<R>>>

/** The operation of one row: `Op<'invites', 'create'>`. */
export type Op<R extends keyof Contract, V extends keyof Contract[R]> = Operation<
  Contract[R][V] extends Route ? Contract[R][V] : never
>

/** What must be written for the table to be whole: a missing or misnamed operation does not compile. */
export type Operations = {
  readonly [R in keyof Contract]: {
    readonly [V in keyof Contract[R] as Contract[R][V] extends { stream: true } ? never : V]: Op<R, V>
  }
}
