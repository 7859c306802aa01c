import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { StorageError } from '../../src/store/types.ts'
import type { Answer, Client } from '../http.ts'
import { expectError, expectStatus, newKey, sharedSandbox } from '../sandbox.ts'
import { assembled, gatedStore, intercepted } from './assembled.ts'
import { freshStore } from '../stores.ts'

const sandbox = await sharedSandbox()
const kim = { display_name: 'Kim Doe' }

interface Write {
  readonly idempotencyKey: string
  readonly method?: string
  readonly path?: string
  readonly body?: unknown
  readonly key?: string
}

async function write(client: Client, draft: Write): Promise<Answer> {
  const { idempotencyKey, method = 'POST', path = '/v1/users', body = kim, ...rest } = draft
  return await client.request(method, path, { ...rest, body, headers: { 'idempotency-key': idempotencyKey } })
}

async function countUsers(client: Client): Promise<number> {
  const page = expectStatus(await client.request('GET', '/v1/users?limit=100'), 200)
  expect(page.at('has_more')).toBe(false)
  return Number(page.at('data.length'))
}

describe('replay', () => {
  test('gives status, bytes and Location of the first answer, under a new request id', async () => {
    const idempotencyKey = randomUUID()
    const first = expectStatus(await write(sandbox, { idempotencyKey }), 201)
    expect(first.headers.get('idempotent-replayed')).toBe('false')
    expect(first.headers.get('x-original-request-id')).toBeNull()

    await sandbox.request('PATCH', `/v1/users/${first.textAt('id')}`, { body: { display_name: 'Changed' } })
    const again = expectStatus(await write(sandbox, { idempotencyKey }), 201)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.headers.get('x-original-request-id')).toBe(first.headers.get('x-request-id'))
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  })

  test.each(['POST', 'PATCH'])('works for %s, and a 200 stays a 200', async (method) => {
    const user = (await sandbox.request('POST', '/v1/users', { body: kim })).textAt('id')
    const path = method === 'PATCH' ? `/v1/users/${user}` : `/v1/users/${user}/erase`
    const draft = { idempotencyKey: randomUUID(), method, path, body: method === 'PATCH' ? kim : {} }
    const first = expectStatus(await write(sandbox, draft), 200)
    expect(expectStatus(await write(sandbox, draft), 200).text).toBe(first.text)
  })

  test('without the header nothing is replayed and nothing is said', async () => {
    const answers = [1, 2].map(() => sandbox.request('POST', '/v1/users', { body: kim }))
    const [one, two] = await Promise.all(answers)
    expect(one?.at('id')).not.toBe(two?.at('id'))
    expect(one?.headers.get('idempotent-replayed')).toBeNull()
  })

  test('on a GET the header means nothing', async () => {
    const headers = { 'idempotency-key': 'not valid at all' }
    const answer = expectStatus(await sandbox.request('GET', '/v1/me', { headers }), 200)
    expect(answer.headers.get('idempotent-replayed')).toBeNull()
  })

  test('ends after 24 hours', async () => {
    const service = await assembled()
    const first = await write(service, { idempotencyKey: 'a-day' })
    service.advance(24 * 3600_000 - 1)
    expect((await write(service, { idempotencyKey: 'a-day' })).text).toBe(first.text)
    service.advance(1)
    const later = expectStatus(await write(service, { idempotencyKey: 'a-day' }), 201)
    expect(later.headers.get('idempotent-replayed')).toBe('false')
    expect(later.at('id')).not.toBe(first.at('id'))
  })

  test('belongs to the key id: another key has its own, both secrets of a rotation share one', async () => {
    const idempotencyKey = randomUUID()
    const { id, secret: old } = await sandbox.newKey(['users:write'])
    const { secret: other } = await sandbox.newKey(['users:write'])
    const first = await write(sandbox, { idempotencyKey, key: old })
    expect((await write(sandbox, { idempotencyKey, key: other })).at('id')).not.toBe(first.at('id'))
    const secret = (await sandbox.request('POST', `/v1/keys/${id}/rotate`)).textAt('secret')
    expect((await write(sandbox, { idempotencyKey, key: secret })).text).toBe(first.text)
  })
})

describe('the same request', () => {
  test('whatever the order of its fields', async () => {
    const idempotencyKey = randomUUID()
    const one = '{"display_name":"Kim","metadata":{"a":"1","b":"2"}}'
    const two = '{ "metadata": {"b":"2","a":"1"}, "display_name":"K\\u0069m" }'
    const first = await write(sandbox, { idempotencyKey, body: one })
    expect(expectStatus(await write(sandbox, { idempotencyKey, body: two }), 201).text).toBe(first.text)
  })

  test('whichever of its paths', async () => {
    const idempotencyKey = randomUUID()
    const body = { candidate_email: 'kim@example.com', skill: 'react' }
    const first = await write(sandbox, { idempotencyKey, path: '/v1/assess/invites', body })
    const again = await write(sandbox, { idempotencyKey, path: '/v1/assess/invite', body })
    expect(expectStatus(again, 201).text).toBe(first.text)
  })

  test('whether its key stands in quotes', async () => {
    const bare = randomUUID()
    const first = await write(sandbox, { idempotencyKey: bare })
    expect((await write(sandbox, { idempotencyKey: `"${bare}"` })).text).toBe(first.text)
  })
})

describe('another request', () => {
  const base = { idempotencyKey: randomUUID() }

  test.each<[string, Omit<Write, 'idempotencyKey'>]>([
    ['body', { body: { display_name: 'Lee Doe' } }],
    ['one more field', { body: { ...kim, email: 'kim@example.com' } }],
    ['path', { path: '/v1/users/kim/erase', body: {} }],
    ['method', { path: '/v1/users/kim', method: 'PATCH' }],
  ])('by its %s', async (_, difference) => {
    const first = expectStatus(await write(sandbox, base), 201)
    const answer = expectError(await write(sandbox, { ...base, ...difference }), 'IDEMPOTENCY_KEY_REUSED')
    expect(answer.status).toBe(422)
    const original = first.headers.get('x-original-request-id') ?? first.headers.get('x-request-id')
    expect(answer.at('error.details.original_request_id')).toBe(original)
  })

  test('by the values in its path', async () => {
    const idempotencyKey = randomUUID()
    const ids = [1, 2].map(async () =>
      (await sandbox.request('POST', '/v1/users', { body: kim })).textAt('id'),
    )
    const [one, two] = await Promise.all(ids)
    const rename = { idempotencyKey, method: 'PATCH', body: { display_name: 'Lee' } }
    expectStatus(await write(sandbox, { ...rename, path: `/v1/users/${one}` }), 200)
    expectError(await write(sandbox, { ...rename, path: `/v1/users/${two}` }), 'IDEMPOTENCY_KEY_REUSED')
  })
})

describe('the key itself', () => {
  test.each([
    'a',
    '!"#$%&()*+,-./:;<=>?@[]^_`{|}~',
    'x'.repeat(255),
    '"with \\" and \\\\ inside"'.replaceAll(' ', '_'),
  ])('%s', async (idempotencyKey) => {
    expectStatus(await write(sandbox, { idempotencyKey }), 201)
  })

  test.each(['', '""', 'two words', 'x'.repeat(256), '"open', '"a"b"', 'ünder'])(
    '%j is refused',
    async (bad) => {
      const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' }
      const chunks = [JSON.stringify(kim)]
      const answer = await sandbox.raw('POST', '/v1/users', {
        headers: { ...headers, 'idempotency-key': bad },
        chunks,
      })
      expect(expectError(answer, 'IDEMPOTENCY_KEY_INVALID').status).toBe(400)
      expect(answer.at('error.param')).toBe('Idempotency-Key')
    },
  )
})

describe('a refusal frees the key', () => {
  test('a 4xx', async () => {
    const idempotencyKey = randomUUID()
    expectError(await write(sandbox, { idempotencyKey, body: {} }), 'VALIDATION_FAILED')
    const unknown = { candidate_email: 'kim@example.com', skill: 'no-such-skill' }
    const path = '/v1/assess/invites'
    expectError(await write(sandbox, { idempotencyKey, path, body: unknown }), 'SKILL_UNKNOWN')
    const made = expectStatus(await write(sandbox, { idempotencyKey }), 201)
    expect(made.headers.get('idempotent-replayed')).toBe('false')
  })

  test('a 5xx, which leaves no effect behind', async () => {
    let broken = false
    const store = intercepted(await freshStore(), async (what) => {
      if (broken && what === 'transact') throw new StorageError('disk full')
    })
    const service = await assembled({ store })
    broken = true
    const failed = await write(service, { idempotencyKey: 'later' })
    expect(expectError(failed, 'STORAGE_UNAVAILABLE').status).toBe(503)
    expect(service.faults.splice(0)).toHaveLength(1)
    broken = false
    const made = expectStatus(await write(service, { idempotencyKey: 'later' }), 201)
    expect(made.headers.get('idempotent-replayed')).toBe('false')
    expect(await countUsers(service)).toBe(1)
  })
})

describe('at the same time', () => {
  test('N requests with one key have one effect', async () => {
    const service = await assembled()
    const storm = Array.from({ length: 40 }, () => write(service, { idempotencyKey: 'storm' }))
    const answers = await Promise.all(storm)
    for (const answer of answers) {
      if (answer.status !== 201) expectError(answer, 'IDEMPOTENCY_IN_PROGRESS')
    }
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    expect(made.filter(({ headers }) => headers.get('idempotent-replayed') === 'false')).toHaveLength(1)
    expect(await countUsers(service)).toBe(1)
  })

  test('while the first one runs, the second is told to wait', async () => {
    const gate = await gatedStore()
    const service = await assembled({ store: gate.store })
    const { secret: other } = await newKey(service, ['users:write'])
    const held = gate.shut()
    const first = write(service, { idempotencyKey: 'slow' })
    await held

    for (const body of [kim, { display_name: 'Other' }]) {
      const second = await write(service, { idempotencyKey: 'slow', body })
      expect(expectError(second, 'IDEMPOTENCY_IN_PROGRESS').status).toBe(409)
      expect(second.headers.get('retry-after')).toBe('1')
      expect(second.headers.get('x-should-retry')).toBe('true')
    }
    expectStatus(await write(service, { idempotencyKey: 'slow', key: other }), 201)
    expectStatus(await write(service, { idempotencyKey: 'other' }), 201)

    gate.open()
    const made = expectStatus(await first, 201)
    expect((await write(service, { idempotencyKey: 'slow' })).text).toBe(made.text)
  })
})
