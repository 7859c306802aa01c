import { describe, expect, test } from 'vitest'
import type { Answer, Client } from '../http.ts'
import {
  expectError,
  expectStatus,
  filesOf,
  freshSandbox,
  newKey,
  sharedSandbox,
  temporaryFolder,
} from '../sandbox.ts'
import { assembled, gatedStore } from './assembled.ts'

const sandbox = await sharedSandbox()

const idOf = (answer: Answer): string => answer.headers.get('x-request-id') ?? ''

async function entryOf(client: Client, answer: Answer): Promise<Answer> {
  return expectStatus(await client.request('GET', `/v1/logs/${idOf(answer)}`), 200)
}

/** Request ids of a listing, as it gives them. */
async function listed(client: Client, query: string): Promise<string[]> {
  const answer = expectStatus(await client.request('GET', `/v1/logs?${query}`), 200)
  const data = answer.at('data')
  if (!Array.isArray(data)) throw new TypeError(answer.text)
  return data.map((_, at) => answer.textAt(`data.${at}.request_id`))
}

describe('an entry', () => {
  test('tells the request and its answer', async () => {
    const headers = { 'idempotency-key': 'logged', 'user-agent': 'curl/8.5.0', 'x-tool': 'tests' }
    const body = { display_name: 'Kim Doe' }
    const made = await sandbox.request('POST', '/v1/users?x=%20y', { headers, body })
    const entry = await entryOf(sandbox, made)
    const me = await sandbox.request('GET', '/v1/me')
    expect(entry.body).toMatchObject({
      request_id: idOf(made),
      object: 'log',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      method: 'POST',
      path: '/v1/users?x=%20y',
      route: '/v1/users',
      status: 422,
      duration_ms: expect.any(Number),
      key_id: me.at('key.id'),
      ip: '127.0.0.1',
      user_agent: 'curl/8.5.0',
      idempotency_key_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      error_code: 'VALIDATION_FAILED',
    })
    expect(entry.at('request.headers.x-tool')).toBe('tests')
    expect(entry.textAt('request.body')).toBe(JSON.stringify(body))
    expect(entry.textAt('response.body')).toBe(made.text)
    expect(entry.text).not.toContain('"logged"')
  })

  test('is there for every kind of API answer, and for nothing else', async () => {
    const answers = [
      await sandbox.request('GET', '/v1/me', { key: null }),
      await sandbox.request('GET', '/v1/nothing-here'),
      await sandbox.request('DELETE', '/v1/users'),
      await sandbox.request('HEAD', '/v1/skills'),
      await sandbox.request('GET', '/v1/errors', { key: null }),
      await sandbox.raw('GET', '/v1/me', { headers: { host: 'elsewhere.example' } }),
    ]
    for (const answer of answers) {
      expect((await entryOf(sandbox, answer)).at('status')).toBe(answer.status)
    }
    for (const path of ['/healthz', '/docs']) {
      const answer = await sandbox.request('GET', path, { key: null })
      expectError(await sandbox.request('GET', `/v1/logs/${idOf(answer)}`), 'LOG_NOT_FOUND')
    }
  })

  test('of a route that does not exist has no route, key or body', async () => {
    const entry = await entryOf(sandbox, await sandbox.request('GET', '/v1/nothing-here', { key: null }))
    expect([entry.at('route'), entry.at('key_id'), entry.at('request.body')]).toEqual([null, null, null])
  })

  test('keeps 16 KiB of a body', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, 'é'.repeat(500)]))
    const nested = { score: 1, integrity: { note: 'n'.repeat(40_000) } }
    const small = await entryOf(
      sandbox,
      await sandbox.request('POST', '/v1/users', { body: { display_name: 'Kim', metadata } }),
    )
    expect(JSON.parse(small.textAt('request.body'))).toEqual({ display_name: 'Kim', metadata })
    const large = await sandbox.request('POST', '/v1/assess/invites/inv_none/complete', { body: nested })
    const kept = (await entryOf(sandbox, large)).textAt('request.body')
    expect(kept).toBe(`${JSON.stringify(nested).slice(0, 16 * 1024)}…`)
  })
})

describe('filters', () => {
  test('by status, class, method, path, key, code and time', async () => {
    const service = await assembled()
    const { secret, id } = await newKey(service, ['read'])
    const ok = idOf(await service.request('GET', '/v1/users'))
    const lost = idOf(await service.request('GET', '/v1/users/none'))
    service.advance(60_000)
    const since = new Date(service.now()).toISOString()
    const invalid = idOf(await service.request('POST', '/v1/users', { body: {} }))
    const foreign = idOf(await service.request('GET', '/v1/skills', { key: secret }))

    expect(await listed(service, 'status=404')).toEqual([lost])
    expect(await listed(service, 'status=4xx')).toEqual([invalid, lost])
    expect(await listed(service, 'method=POST&status=422')).toEqual([invalid])
    expect(await listed(service, 'path=/v1/users')).toEqual([invalid, lost, ok])
    expect(await listed(service, `key_id=${id}`)).toEqual([foreign])
    expect(await listed(service, 'error_code=USER_NOT_FOUND')).toEqual([lost])
    expect(await listed(service, `path=/v1/users&since=${since}`)).toEqual([invalid])
    expect(await listed(service, `path=/v1/users&status=2xx&since=${since}`)).toEqual([])
  })

  test.each(['status=6xx', 'status=40', 'method=FETCH', 'since=yesterday'])(
    '%s is refused',
    async (query) => {
      expectError(await sandbox.request('GET', `/v1/logs?${query}`), 'VALIDATION_FAILED')
    },
  )
})

test('pages are newest first and lose nothing, though slow requests end late', async () => {
  const gate = await gatedStore()
  const service = await assembled({ store: gate.store })
  const before = await service.request('GET', '/v1/me')
  const held = gate.shut()
  const slow = service.request('POST', '/v1/users', { body: { display_name: 'Kim' } })
  await held
  const quick: string[] = []
  for (const path of ['/v1/skills', '/v1/users', '/v1/me'])
    quick.push(idOf(await service.request('GET', path)))
  gate.open()
  const expected = [...quick.toReversed(), idOf(await slow), idOf(before)]

  const found: string[] = []
  let cursor = ''
  for (let step = 0; step < expected.length; step++) {
    const page = expectStatus(await service.request('GET', `/v1/logs?limit=1${cursor}`), 200)
    found.push(page.textAt('data.0.request_id'))
    cursor = `&cursor=${String(page.at('next_cursor'))}`
  }
  expect(found).toEqual(expected)
})

test('the newest are kept', async () => {
  const service = await assembled({ logCapacity: 5 })
  const ids: string[] = []
  for (let sent = 0; sent < 8; sent++) ids.push(idOf(await service.request('GET', '/v1/me')))
  expect(await listed(service, 'path=/v1/me')).toEqual(ids.slice(3).toReversed())
  expectError(await service.request('GET', `/v1/logs/${ids[0]}`), 'LOG_NOT_FOUND')
})

describe('secrets', () => {
  const webhookSecret = `whsec_${'c2VjcmV0'.repeat(5)}`
  const session = 'session=5e55104c0ffee'

  async function sendThemAll(client: Client, apiKey: string): Promise<string[]> {
    const made = await client.request('POST', '/v1/keys', { body: { name: 'new', scopes: ['read'] } })
    const secret = made.textAt('secret')
    const rotated = await client.request('POST', `/v1/keys/${made.textAt('id')}/rotate`)
    const body = { candidate_email: 'kim@example.com', skill: 'react', if_exists: 'return' }
    const invite = await client.request('POST', '/v1/assess/invites', { body })
    const link = invite.textAt('invite_url')
    const token = link.split('/i/')[1] ?? ''
    await client.request('GET', '/v1/assess/invites')
    await client.request('GET', `/v1/users?api_key=${secret}&token=${encodeURIComponent(webhookSecret)}`)
    await client.request('GET', `/v1/users/${secret}`)
    await client.request('GET', `/v1/nothing/${encodeURIComponent(link)}`)
    await client.request('POST', '/v1/users', {
      body: { display_name: `Kim ${secret}`, secret: webhookSecret },
    })
    await client.request('POST', '/v1/users', { body: `{"secret": "${secret}", "broken` })
    await client.request('POST', '/v1/users', { body: `"\\u0073k_test_${secret.slice(8)}"` })
    await client.request('GET', '/v1/me', { key: null, headers: { authorization: `Basic ${btoa(secret)}` } })
    await client.request('GET', '/v1/me', {
      headers: { cookie: session, 'x-api-key': secret, referer: link },
    })
    await client.request('GET', '/v1/me', { headers: { 'user-agent': `tool/${secret}` } })
    return [
      ...[apiKey, secret, rotated.textAt('secret')].map((one) => one.slice(12, -4)),
      btoa(secret),
      token,
      webhookSecret.slice(10),
      session.slice(8),
    ]
  }

  test('are in no entry, whatever the field', async () => {
    const own = await freshSandbox()
    const secrets = await sendThemAll(own, own.apiKey)
    const log = expectStatus(await own.request('GET', '/v1/logs?limit=100'), 200)
    expect(log.at('data.length')).toBe(13)
    for (const secret of secrets) expect(log.text.includes(secret), secret).toBe(false)
    expect(log.text).toContain('kim@example.com')
  })

  test('and in no file', async () => {
    const dataDir = await temporaryFolder()
    const own = await freshSandbox({ dataDir })
    const secrets = await sendThemAll(own, own.apiKey)
    await own.close()
    const files = await filesOf(dataDir)
    expect(files.get('requests.jsonl')).toContain('kim@example.com')
    for (const [name, text] of files) {
      if (name === 'credentials.json') continue
      for (const secret of secrets) expect(text.includes(secret), `${name} holds ${secret}`).toBe(false)
    }
  })

  test('the last four characters of a key stay, to find it by', async () => {
    const { secret } = await sandbox.newKey(['read'])
    const entry = await entryOf(sandbox, await sandbox.request('GET', `/v1/users?email=${secret}`))
    expect(entry.at('path')).toBe(`/v1/users?email=sk_test_…${secret.slice(-4)}`)
  })
})

test('the log outlives a restart', async () => {
  const dataDir = await temporaryFolder()
  const first = await freshSandbox({ dataDir })
  const answer = await first.request('GET', '/v1/users/none')
  await first.close()
  const second = await freshSandbox({ dataDir })
  expect((await entryOf(second, answer)).at('error_code')).toBe('USER_NOT_FOUND')
})

test('who wants none kept keeps none of an earlier start either', async () => {
  const dataDir = await temporaryFolder()
  const before = await freshSandbox({ dataDir })
  expectStatus(await before.request('GET', '/v1/me'), 200)
  await before.close()
  const after = await freshSandbox({ dataDir, keptRequests: 0 })
  const answer = expectStatus(await after.request('GET', '/v1/me'), 200)
  expect((await after.request('GET', '/v1/logs')).at('data')).toEqual([])
  const id = answer.headers.get('x-request-id') ?? ''
  expectError(await after.request('GET', `/v1/logs/${id}`), 'LOG_NOT_FOUND')
})

test('erasing a user empties what the log says of them', async () => {
  const body = { display_name: 'Kim Doe', email: 'kim.private@example.com' }
  const made = await sandbox.request('POST', '/v1/users', { body })
  expectStatus(await sandbox.request('POST', `/v1/users/${made.textAt('id')}/erase`), 200)
  const entry = await entryOf(sandbox, made)
  expect(entry.at('status')).toBe(201)
  expect(entry.text).not.toContain('kim.private@example.com')
  expect(entry.at('request.body')).toBeNull()
})
