import type { z } from 'zod'
import type { Atom } from './scopes.ts'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * One operation of the API, the whole truth about it. Routing, scopes, validation, response
 * checking, idempotency, the OpenAPI document, the SDK and the CLI are all read from it.
 */
export interface Route {
  readonly method: Method
  /** Canonical path; `{name}` marks a parameter that `params` describes. */
  readonly path: string
  /** Other paths that are the same operation to the letter. */
  readonly aliases?: readonly string[]
  readonly summary: string
  readonly description?: string
  /** `public`: no key. `key`: any key. Otherwise every atom listed is needed. */
  readonly access: 'public' | 'key' | readonly Atom[]
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** Success answers by status. The first one is the usual one. */
  readonly responses: Readonly<Record<number, z.ZodType>>
  /** `Location` of what was made: a path whose `{field}`s are taken from the answer. */
  readonly location?: string
  /** Errors of its own, beyond those that every route of its access and method can give. */
  readonly errors: readonly ErrorCode[]
  /** Answer fields that are shown once or to few: never logged, never stored in the clear. */
  readonly secrets?: readonly string[]
  /** Exists in this mode only; elsewhere the route is 404. */
  readonly mode?: 'sandbox'
  /** What must be written down before the operation reads: see server/settle.ts. */
  readonly settles?: 'invites' | 'usage'
  /** A request that works in a fresh sandbox; documents and tests use it. */
  readonly example: {
    readonly params?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string>>
    readonly body?: Readonly<Record<string, unknown>>
  }
}

/** Keeps the literal types of a row, so that its input and output can be derived. */
export function route<const R extends Route>(row: R): R {
  return row
}

type Part<R, K extends 'params' | 'query' | 'body'> = R extends { [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : unknown

type Sent<R, K extends 'params' | 'query' | 'body'> = R extends { [P in K]: infer S extends z.ZodType }
  ? z.input<S>
  : unknown

/** What an operation receives: path, query and body in one object, validated and in snake_case. */
export type InputOf<R extends Route> = Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'>

/** What a client may send: as InputOf, before defaults are filled in. */
export type RequestOf<R extends Route> = Sent<R, 'params'> & Sent<R, 'query'> & Sent<R, 'body'>

/** What an operation answers. */
export type OutputOf<R extends Route> = R['responses'][keyof R['responses']] extends infer S extends z.ZodType
  ? z.output<S>
  : never
