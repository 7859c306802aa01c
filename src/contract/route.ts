import type { z } from 'zod'
import { once } from './lazy.ts'
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
  /** Success answers by status. `usualStatus` is the one of an operation that says nothing about it. */
  readonly responses: Readonly<Record<number, z.ZodType>>
  /** `Location` of what was made: a path whose `{field}`s are taken from the answer. */
  readonly location?: string
  /** Errors of its own, beyond those that every route of its access and method can give. */
  readonly errors: readonly ErrorCode[]
  /** Answer fields that are shown once or to few: never logged, never stored in the clear. */
  readonly secrets?: readonly string[]
  /** Exists in this mode only; elsewhere the route is 404. */
  readonly mode?: 'sandbox'
  /**
   * Answers `text/event-stream` for as long as the caller listens. The response schema is that of one message's
   * `data`; nothing checks the answer against it.
   */
  readonly stream?: true
  /** Of a stream: takes `Last-Event-ID` and first sends what came after it. */
  readonly resumes?: true
  /** The same for everybody for as long as the server runs, and without secrets: made once, and not logged whole. */
  readonly fixed?: true
  /** Works through many transactions of its own, so none is opened around it. */
  readonly standalone?: true
  /**
   * Leaves a row in the audit log when it succeeds. Listed are the fields of its input that the row shows: none that
   * can hold a secret or name a person, since the log is never changed.
   */
  readonly audited?: readonly string[]
  /** What must be written down before the operation reads: see server/settle.ts. */
  readonly settles?: 'invites' | 'usage'
  /** A request that works in a fresh sandbox; documents and tests use it. */
  readonly example: {
    readonly params?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string>>
    readonly body?: Readonly<Record<string, unknown>>
  }
}

type SchemaPart = 'params' | 'query' | 'body' | 'responses'
const schemaParts: readonly SchemaPart[] = ['params', 'query', 'body', 'responses']

/** A row as it is written: its schemas are made at first use, so that a start does not pay for all of them. */
type Draft = Omit<Route, SchemaPart> & {
  readonly [P in keyof Pick<Route, SchemaPart>]: () => NonNullable<Route[P]>
}

type Drafted<D extends Draft> = {
  readonly [K in keyof D]: K extends SchemaPart ? (D[K] extends () => infer S ? S : never) : D[K]
}

/** Keeps the literal types of a row, so that its input and output can be derived. */
export function route<const D extends Draft>(draft: D): Drafted<D> {
  const row = { ...draft }
  for (const part of schemaParts) {
    const make = draft[part]
    if (make !== undefined) Object.defineProperty(row, part, { enumerable: true, get: once<unknown>(make) })
  }
  // Each schema part is a getter now: TypeScript cannot follow defineProperty.
  return row as unknown as Drafted<D>
}

/** The highest: 201 of a creation that can also find what is there already and answer 200. */
export function usualStatus(row: Route): number {
  return Math.max(...Object.keys(row.responses).map(Number))
}

type Part<R, K extends 'params' | 'query' | 'body'> = R extends { [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : unknown

type Sent<R, K extends 'params' | 'query' | 'body'> = R extends { [P in K]: infer S extends z.ZodType }
  ? z.input<S>
  : unknown

type Flat<T> = { [K in keyof T]: T[K] }

/** As it is read: nobody may change it, however deep. */
export type Frozen<T> = T extends readonly unknown[] | object ? { readonly [K in keyof T]: Frozen<T[K]> } : T

/** What an operation receives: path, query and body in one object, validated and under the schema's names. */
export type InputOf<R extends Route> = Flat<Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'>>

/** What a client may send: as InputOf, before defaults are filled in. */
export type RequestOf<R extends Route> = Frozen<Sent<R, 'params'> & Sent<R, 'query'> & Sent<R, 'body'>>

/** What an operation answers. */
export type OutputOf<R extends Route> = Frozen<z.output<R['responses'][keyof R['responses']]>>
