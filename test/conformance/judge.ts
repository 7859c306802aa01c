import { expect } from 'vitest'
import { sampleKey } from '../sdk/scripted-server.ts'
import type { Case } from './case.ts'
import type { Played } from './clients.ts'
import type { Heard } from './stage.ts'

/** Throws where a client did anything else than the case asks for. */
export function expectConforming(one: Case, played: Played, heard: readonly Heard[]): void {
  const { said, rest } = apart(played.outcome)
  expect(rest.outcome, said).toEqual(one.outcome)
  expect(heard, 'requests').toHaveLength(one.requests)
  if (one.told !== undefined) expect(said).toMatch(one.told)
  if (one.sent !== undefined) expect(heard).toMatchObject(one.sent)
  judgeWrites(heard, rest.key)
  judgeKey(one, heard, JSON.stringify(played.outcome))
  judgeTimes(one, played.ms, heard)
}

/** The outcome as every language has it: without sentences, names of parameters and the value of a random key. */
function apart(outcome: unknown): { said: string; rest: { outcome: unknown; key: string | null } } {
  if (!isRecord(outcome) || !isRecord(outcome['error'])) {
    return { said: '', rest: { outcome, key: null } }
  }
  const { message, idempotency_key, ...error } = outcome['error']
  if ('unexpected' in error) throw new Error(`It failed otherwise: ${String(error['unexpected'])}`)
  if (error['code'] === 'PARAMETER_INVALID') error['param'] = null
  const key = typeof idempotency_key === 'string' ? idempotency_key : null
  const rest = { ...outcome, error: { ...error, has_idempotency_key: key !== null } }
  return { said: String(message), rest: { outcome: rest, key } }
}

/** One call, one idempotency key, on every try and on the error; reads have none. */
function judgeWrites(heard: readonly Heard[], key: string | null): void {
  const keysOf = (isWrite: boolean) =>
    heard
      .filter(({ method }) => (method !== 'GET') === isWrite)
      .map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keysOf(false)).size, 'reads with an idempotency key').toBeLessThanOrEqual(1)
  expect(keysOf(false).every((sent) => sent === undefined)).toBe(true)
  const sent = new Set(keysOf(true))
  expect(sent.size, 'idempotency keys of one call').toBeLessThanOrEqual(1)
  for (const one of sent) {
    expect(one).toMatch(/^[\x21-\x7e]{1,255}$/)
    if (key !== null) expect(key).toBe(one)
  }
}

/** The API key goes out with every request and comes out nowhere else. */
function judgeKey({ client }: Case, heard: readonly Heard[], told: string): void {
  const key = client?.api_key ?? sampleKey
  for (const { headers } of heard) expect(headers['authorization']).toBe(`Bearer ${key}`)
  for (const secret of [key, sampleKey]) expect(told).not.toContain(secret)
}

/** A busy machine is late. */
const slackMs = 1_000

function judgeTimes({ pauses = [], lasts }: Case, ms: number, heard: readonly Heard[]): void {
  pauses.forEach(([least, most], at) => {
    const pause = heard[at + 1]?.pause ?? Number.NaN
    expect(pause, `pause ${at + 1}`).toBeGreaterThanOrEqual(least)
    expect(pause, `pause ${at + 1}`).toBeLessThanOrEqual(most + slackMs)
  })
  if (lasts === undefined) return
  expect(ms).toBeGreaterThanOrEqual(lasts[0])
  expect(ms).toBeLessThanOrEqual(lasts[1] + slackMs)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
