import type { Atom } from '../contract/scopes.ts'
import type { InputOf, OutputOf, Route } from '../contract/route.ts'
import type { Contract } from '../contract/index.ts'
import type { KeyRow, Mode } from '../store/rows.ts'
import type { RequestLog } from './request-log.ts'
import type { ReadTx, Tx } from '../store/types.ts'

export interface SeedStep {
  readonly at: number
  readonly resource: string
  readonly verb: string
  readonly input: Readonly<Record<string, unknown>>
  readonly ref?: string
}

/** What the process around the operations can tell them or do for them. */
export interface Host {
  readonly requestLog: RequestLog
  openapi(): unknown
  health(): { readonly writable: boolean; readonly draining: boolean }
  /** Puts the seed into an emptied store; `undefined` is the one the sandbox was started with. */
  reseed(tx: Tx, seed: string | undefined): Promise<void>
  /** The seed that the sandbox was started with. */
  readonly seedName: string
  /** After a reset: the clock, limits and counters start anew. */
  forget(): void
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
  /** A new id such as `inv_01j…`, later ones sort after earlier ones. */
  newId(prefix: string): string
  /** A new API key secret for this mode. */
  newSecret(): string
  /** HMAC over the text with the secret for candidate links. */
  inviteMac(text: string): string
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

/** How a row behaves. A GET is handed a transaction that cannot write. */
export type Operation<R extends Route> = (
  tx: R['method'] extends 'GET' ? ReadTx : Tx,
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
    readonly [V in keyof Contract[R]]: Op<R, V>
  }
}
