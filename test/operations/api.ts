import { afterAll, expect } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/contract/index.ts'
import type { OutputOf, Route } from '../../src/contract/route.ts'
import { startSandbox, type SandboxOptions } from '../../src/sandbox.ts'
import { placeOf } from '../stores.ts'

/** A running sandbox, spoken to over HTTP. Its clock stands still until the test moves it. */

export const start = Date.parse('2026-03-20T12:00:00.000Z')
export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export interface Sent {
  readonly body?: unknown
  /** Another key than the printed one; null sends none. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

const problem = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    status: z.int(),
    doc_url: z.url(),
    request_id: z.string(),
    param: z.string().nullable(),
    details: z.unknown(),
    retryable: z.boolean(),
    retry_after_seconds: z.int().nullable(),
  }),
})

export type Api = Awaited<ReturnType<typeof startApi>>

/** One for a test file: it is closed at the end, and a fault of the service on the way fails the file. */
export async function startApi(options: SandboxOptions = {}) {
  let now = start
  const notices: string[] = []
  const sandbox = await startSandbox({
    port: 0,
    seed: 'empty',
    rateLimit: 'off',
    now: () => now,
    onNotice: (text) => notices.push(text),
    ...options,
    ...(await placeOf(options, afterAll)),
  })
  afterAll(async () => {
    await sandbox.close()
    expect(notices).toEqual([])
  })

  const send = async (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
    const key = sent.key === undefined ? sandbox.apiKey : sent.key
    const response = await fetch(sandbox.url + path, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(sent.body !== undefined && { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }

  /** Runs the operation of a row and answers what the row promises; anything else fails the test. */
  const ok = async <R extends Route>(row: R, path: string, sent: Sent = {}): Promise<OutputOf<R>> => {
    const { status, body } = await send(row.method, path, sent)
    const schema = row.responses[status]
    if (schema === undefined) throw new Error(`${row.method} ${path}: ${status} ${JSON.stringify(body)}`)
    return schema.parse(body) as OutputOf<R>
  }

  /** For a request that must be refused: its error object. */
  const refused = async (method: string, path: string, sent: Sent = {}) => {
    const { status, body } = await send(method, path, sent)
    const { error } = problem.parse(body)
    expect(error.status).toBe(status)
    return error
  }

  return {
    sandbox,
    send,
    ok,
    refused,
    now: () => now,
    at: (offset = 0) => new Date(now + offset).toISOString(),
    today: (offset = 0) => new Date(now + offset).toISOString().slice(0, 10),
    pass(ms: number) {
      now += ms
    },
    /** Shorthands for what nearly every test starts with. */
    invite: async (fields: Record<string, unknown> = {}) =>
      await ok(contract.invites.create, '/v1/assess/invites', {
        body: { ...someone(), skill: 'react', ...fields },
      }),
    user: async (fields: Record<string, unknown> = {}) =>
      await ok(contract.users.create, '/v1/users', { body: { display_name: 'Kim Doe', ...fields } }),
    step: async (id: string, verb: string, body?: unknown) =>
      await ok(contract.invites.accept, `/v1/assess/invites/${id}/${verb}`, { body }),
    evidence: async (user: string, fields: Record<string, unknown>) =>
      await ok(contract.evidence.create, `/v1/users/${user}/evidence`, {
        body: { skill: 'react', ...fields },
      }),
    key: async (fields: Record<string, unknown>) =>
      await ok(contract.keys.create, '/v1/keys', { body: { name: 'test', ...fields } }),
    /** 200, or the code with which this secret is refused. */
    keyStatus: async (secret: string | null) => {
      const { status, body } = await send('GET', '/v1/me', { key: secret })
      return status === 200 ? 200 : problem.parse(body).error.code
    },
    /** What happened, oldest first. */
    events: async (query: string) =>
      (await ok(contract.events.list, `/v1/events?limit=100&${query}`)).data.toReversed(),
  }
}

let people = 0

/** A candidate whom no other test knows. */
export function someone(): { candidate_email: string } {
  people += 1
  return { candidate_email: `candidate-${people}@example.com` }
}
