import type { Atom } from '../contract/scopes.ts'
import type { InputOf, OutputOf, Route } from '../contract/route.ts'
import type { Contract } from '../contract/index.ts'
import type { KeyRow, Mode } from '../store/rows.ts'
import type { Tx } from '../store/types.ts'

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

export type Operation<R extends Route> = (
  tx: Tx,
  input: InputOf<R>,
  call: Call,
) => Promise<OutputOf<R> | Reply<OutputOf<R>>>

/** What must be written for the table to be whole: a missing or misnamed operation does not compile. */
export type Operations = {
  readonly [R in keyof Contract]: {
    readonly [V in keyof Contract[R]]: Operation<Contract[R][V] extends Route ? Contract[R][V] : never>
  }
}
