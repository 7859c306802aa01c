import { describe, expect, test, vi } from 'vitest'
import {
  commonErrors,
  errorBody,
  errorCatalogue,
  isErrorCode,
  type ErrorCode,
  type ErrorEntry,
} from '../../src/contract/errors.ts'
import { rows } from '../../src/contract/index.ts'
import { openJsonStore } from '../../src/store/json/open.ts'
import { Answer } from '../http.ts'
import { expectError, freshSandbox, temporaryFolder } from '../sandbox.ts'
import { assembled, gatedStore, intercepted, type Assembled } from './assembled.ts'
import { fillableDisk } from './fillable-disk.ts'
import { provoke, type Stand } from './provoke.ts'
import { freshStore } from '../stores.ts'

/** Every code of the catalogue really comes, from the requests that its own page shows. */

const catalogue: Readonly<Record<ErrorCode, ErrorEntry>> = errorCatalogue
const codes = Object.keys(catalogue).filter(isErrorCode)

type SetUp = (entry: ErrorEntry) => Promise<Answer>

/** What must hold first and no request of this service can bring about. */
const given: Partial<Record<ErrorCode, SetUp>> = {
  AUTH_KEY_EXPIRED: afterTime,
  INVITE_EXPIRED: afterTime,

  async AUTH_TOO_MANY_FAILURES({ example }) {
    const service = await assembled({ mode: 'live' })
    for (let sent = 0; sent < 60; sent++) expectError(await provoke(service, example), 'AUTH_KEY_MALFORMED')
    return await provoke(service, example)
  },

  async PAYLOAD_TOO_LARGE({ example }) {
    const steps = example.steps.map((step) => ({ ...step, body: 'x'.repeat(262_145) }))
    return await provoke(await freshSandbox(), { steps })
  },

  async REQUEST_TIMEOUT({ example }) {
    const service = await assembled()
    const [step] = example.steps
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const stalled = service.wire(
        `${step?.method} ${step?.path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.apiKey}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${step?.headers?.['content-length']}\r\n\r\n${String(step?.body)}`,
      )
      await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: 30_000 })
      await vi.advanceTimersByTimeAsync(20_000)
      return parsed(await stalled)
    } finally {
      vi.useRealTimers()
    }
  },

  async IDEMPOTENCY_IN_PROGRESS({ example }) {
    const gate = await gatedStore()
    const service = await assembled({ store: gate.store })
    const held = gate.shut()
    const first = provoke(service, example)
    await held
    const second = await provoke(service, example)
    gate.open()
    expect((await first).status).toBe(201)
    return second
  },

  async INTERNAL_ERROR({ example }) {
    let broken = false
    const store = intercepted(await freshStore(), async () => {
      if (broken) throw new Error('a secret of the inside')
    })
    const service = await assembled({ store })
    broken = true
    const answer = await provoke(service, { steps: example.steps.slice(-1) })
    broken = false
    expect(service.faults.splice(0)).toEqual([new Error('a secret of the inside')])
    return answer
  },

  async SERVICE_UNAVAILABLE({ example }) {
    const service = await assembled()
    service.address.draining = true
    const answer = await provoke(service, example)
    expect(answer.headers.get('connection')).toBe('close')
    return answer
  },

  async STORAGE_UNAVAILABLE({ example }) {
    const disk = fillableDisk()
    const store = await openJsonStore({ dir: await temporaryFolder(), onNotice: () => undefined, disk })
    const service = await assembled({ store })
    disk.full = true
    const answer = await provoke(service, example)
    expect((await service.request('GET', '/v1/users')).at('data')).toEqual([])
    expectError(await service.request('GET', '/readyz'), 'STORAGE_UNAVAILABLE')
    disk.full = false
    expect((await provoke(service, example)).status).toBe(201)
    expect((await service.request('GET', '/readyz')).status).toBe(200)
    expect((await service.request('GET', '/v1/users')).at('data.length')).toBe(1)
    expect(service.faults.splice(0)).toHaveLength(1)
    await store.close()
    return answer
  },
}

/** The steps that move the clock move the one of the test. */
async function afterTime({ example }: ErrorEntry): Promise<Answer> {
  const service = await assembled()
  return await provoke(service, example, clockOf(service))
}

function clockOf(service: Assembled): Stand {
  return ({ path, body }) => {
    if (path !== '/v1/sandbox/clock') return undefined
    const { set, advance } = Object(body)
    const days = /^(\d+)d$/.exec(String(advance))?.[1]
    service.advance(days === undefined ? Date.parse(String(set)) - service.now() : Number(days) * 86_400_000)
    return new Answer(200, new Headers(), '{}')
  }
}

/** An answer as it stood on the wire. */
function parsed(bytes: string): Answer {
  const [head = '', body = ''] = bytes.split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return new Answer(Number(status.split(' ')[1]), new Headers(headers), body)
}

describe('provoked by its own example', () => {
  for (const code of codes) {
    test(`the code ${code}`, async () => {
      const entry = catalogue[code]
      const setUp: SetUp =
        given[code] ?? (async ({ example }) => await provoke(await freshSandbox(), example))
      const answer = expectError(await setUp(entry), code)
      expect(answer.status).toBe(entry.status)
      expect(errorBody().parse(answer.body).error.retryable).toBe(entry.retryable)
      expect(answer.textAt('error.doc_url')).toMatch(
        new RegExp(`^http://127\\.0\\.0\\.1:\\d+/docs/errors/${code}$`),
      )
      expectRetryAfter(answer, entry)
      expectNothingInside(answer)
    })
  }
})

/** What the page says about `Retry-After` is true. */
function expectRetryAfter(answer: Answer, { retry }: ErrorEntry): void {
  const header = answer.headers.get('retry-after')
  expect(answer.at('error.retry_after_seconds')).toBe(header === null ? null : Number(header))
  if (/`Retry-After`(?! counts)/.test(retry)) expect(Number(header)).toBeGreaterThanOrEqual(1)
}

function expectNothingInside({ text }: Answer): void {
  expect(text).not.toMatch(/\bat .*:\d+:\d+|node_modules|\.ts\b|\/src\/|a secret of the inside|ENOSPC/)
}

test('a set-up exists only for codes that need one, and every given has one', () => {
  const withGiven = codes.filter((code) => catalogue[code].example.given !== undefined)
  // Fresh sandboxes have one admin key, which is all that this one asks for.
  const needed = withGiven.filter((code) => code !== 'KEY_LAST_ADMIN')
  expect(Object.keys(given)).toEqual(expect.arrayContaining(needed))
})

test('every code that the table promises is one of the catalogue, and the table promises every code', () => {
  const promised = new Set(rows().flatMap(({ route }) => [...route.errors, ...commonErrors(route)]))
  // Without a row there is no promise: these two are about paths that match none.
  const unmatched = new Set<ErrorCode>(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'])
  for (const code of promised) expect(isErrorCode(code), code).toBe(true)
  for (const code of codes) {
    if (!unmatched.has(code)) expect(promised.has(code), code).toBe(true)
  }
})
