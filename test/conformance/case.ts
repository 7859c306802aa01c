import type { Received, Scripted } from '../sdk/scripted-server.ts'

/** What a runner is asked to do: the whole of what this suite needs of a client. */
export type Call = { readonly timeout_ms?: number } & (
  | { readonly do: 'invites.create'; readonly idempotency_key?: string }
  | { readonly do: 'users.get'; readonly id: string }
  | { readonly do: 'users.response'; readonly id: string }
  | { readonly do: 'users.list_all'; readonly cursor?: string; readonly limit?: number }
  | { readonly do: 'verify.passport'; readonly user_id: string }
  | { readonly do: 'request'; readonly method: string; readonly path: string; readonly body?: unknown }
  | { readonly do: 'events.take'; readonly count: number; readonly last_event_id?: string }
  | { readonly do: 'print' }
  | ({ readonly do: 'webhooks.verify' } & Delivery)
)

export interface Delivery {
  readonly body: string
  /** The body is handed over as a parser makes it, where the language lets it. */
  readonly is_parsed?: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  readonly tolerance_seconds?: number
}

/** What a client is made with; it has the sample key where no other is given. */
export interface ClientSetup {
  readonly api_key?: string
  readonly timeout_ms?: number
  readonly total_timeout_ms?: number
  readonly max_retries?: number
}

export type Family =
  | 'authentication'
  | 'permission'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'validation'
  | 'rate_limit'
  | 'server'
  | 'connection'
  | 'timeout'
  | 'webhook'

/** An error in a form that no language owns. */
export interface Failure {
  readonly family: Family
  readonly code: string
  readonly status: number | null
  readonly request_id: string | null
  readonly doc_url: string | null
  readonly param: string | null
  readonly details: unknown
  readonly retryable: boolean
  /** Seconds. */
  readonly retry_after: number | null
  readonly has_idempotency_key: boolean
  /** Of webhooks: what explains the refusal. */
  readonly mistake: string | null
}

export interface Failed {
  readonly ok: false
  readonly error: Failure
  /** The items of a list that came before. */
  readonly seen?: readonly string[]
}

export type Outcome = { readonly ok: true; readonly value: unknown } | Failed

export type Bounds = readonly [least: number, most: number]

export interface Case {
  readonly name: string
  /** The answers in order, the last one for ever; with none, nothing listens. */
  readonly script: readonly Scripted[]
  readonly client?: ClientSetup
  readonly call: Call
  readonly outcome: Outcome
  readonly requests: number
  /** Milliseconds between an answer and the request after it. */
  readonly pauses?: readonly Bounds[]
  /** Milliseconds of the whole call. */
  readonly lasts?: Bounds
  /** What some of the requests had in them; the query sorted. */
  readonly sent?: readonly Partial<Received>[]
  /** What the message must explain. */
  readonly told?: RegExp
  /** Languages in which it cannot be written down, and why. */
  readonly unthinkable?: Readonly<Record<string, string>>
}

export function ok(value: unknown): Outcome {
  return { ok: true, value }
}

/** A failure; what is not named is empty. */
export function failed(family: Family, code: string, rest: Partial<Failure> = {}): Failed {
  const empty = { status: null, request_id: null, doc_url: null, param: null, details: null, mistake: null }
  const error = { ...empty, retryable: false, retry_after: null, has_idempotency_key: false, ...rest }
  return { ok: false, error: { family, code, ...error } }
}

const families: Readonly<Record<number, Family>> = {
  401: 'authentication',
  403: 'permission',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  429: 'rate_limit',
}

export function familyOf(status: number): Family {
  return families[status] ?? (status < 500 ? 'validation' : 'server')
}

export const getUser = { do: 'users.get', id: 'usr_1' } as const
export const createInvite = { do: 'invites.create' } as const
export const user = { id: 'usr_1', object: 'user', status: 'active', display_name: 'Kim' }
export const userValue = ok({ id: 'usr_1', status: 'active', raw: user })
export const invite = { id: 'inv_1', object: 'invite', status: 'pending', skill: 'react' }
export const inviteValue = ok({ id: 'inv_1', status: 'pending', raw: invite })
