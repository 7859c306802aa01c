import { describe, expect, test } from 'vitest'
import { rows } from '../../src/contract/index.ts'
import { expectError, expectStatus, sharedSandbox } from '../sandbox.ts'
import { assembled } from './assembled.ts'

const sandbox = await sharedSandbox()

describe('request ids', () => {
  const ulid = /^req_[0-9a-hjkmnp-tv-z]{26}$/

  test('stand on every answer and in every error, a new one each time', async () => {
    const answers = [
      await sandbox.request('GET', '/v1/me'),
      await sandbox.request('GET', '/healthz', { key: null }),
      await sandbox.request('GET', '/v1/nothing-here'),
      await sandbox.request('GET', '/docs', { key: null }),
      await sandbox.request('OPTIONS', '/v1/users'),
    ]
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '')
    for (const id of ids) expect(id).toMatch(ulid)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(ids.toSorted())
  })

  test('are the server’s own, whatever the caller sends', async () => {
    const answer = await sandbox.request('GET', '/v1/me', { headers: { 'x-request-id': 'req_mine' } })
    expect(answer.headers.get('x-request-id')).toMatch(ulid)
  })
})

describe('routes', () => {
  test.each([
    ['/v1/asess/invites', '/v1/assess/invites'],
    ['/v1/user', '/v1/users'],
    ['/v1/openapi', '/v1/openapi.json'],
    ['/helthz', '/healthz'],
  ])('%s is not there, and the answer names %s', async (path, near) => {
    const answer = expectError(await sandbox.request('GET', path), 'ROUTE_NOT_FOUND')
    expect(answer.at('error.message')).toContain(`Did you mean ${near}?`)
  })

  test('an unknown route far from any other names none', async () => {
    const answer = expectError(await sandbox.request('GET', '/q'), 'ROUTE_NOT_FOUND')
    expect(answer.at('error.message')).not.toContain('Did you mean')
  })

  test.each(['/v1/users/%zz', '/v1/users/%E0%A4%A'])('%s holds a broken escape', async (path) => {
    expectError(
      await sandbox.raw('GET', path, { headers: { authorization: `Bearer ${sandbox.apiKey}` } }),
      'ROUTE_NOT_FOUND',
    )
  })

  test('a method that a path lacks: 405 and what it has', async () => {
    const answer = expectError(await sandbox.request('DELETE', '/v1/users'), 'METHOD_NOT_ALLOWED')
    expect(answer.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
    expect(answer.at('error.details.allow')).toEqual(['GET', 'POST', 'HEAD', 'OPTIONS'])
  })

  test('pages are read only', async () => {
    const answer = expectError(await sandbox.request('POST', '/docs', { key: null }), 'METHOD_NOT_ALLOWED')
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  test('a target with scheme and host, as proxies write it, is the same request', async () => {
    const answer = await sandbox.raw('GET', `${sandbox.url}/v1/me?x=1`)
    expectError(answer, 'AUTH_MISSING')
    const logged = await sandbox.request('GET', `/v1/logs/${answer.headers.get('x-request-id')}`)
    expect(logged.at('path')).toBe('/v1/me?x=1')
  })

  test('parts of a path are decoded once', async () => {
    expect((await sandbox.request('GET', '/v1/skills/C%2B%2B')).at('key')).toBe('cpp')
    const twice = await sandbox.request('GET', '/v1/skills/C%252B%252B')
    expectError(twice, 'SKILL_NOT_FOUND')
    expect(twice.at('error.message')).toContain('C%2B%2B')
  })

  test('every path of the table answers 405 to a method it lacks, aliases too', async () => {
    const paths = new Set(rows().flatMap(({ route }) => [route.path, ...(route.aliases ?? [])]))
    for (const path of paths) {
      const answer = await sandbox.request('PUT', path.replaceAll(/\{\w+\}/g, 'x'))
      expectError(answer, 'METHOD_NOT_ALLOWED')
    }
  })

  test('HEAD follows GET, without the body', async () => {
    const whole = expectStatus(await sandbox.request('GET', '/v1/skills'), 200)
    const head = expectStatus(await sandbox.request('HEAD', '/v1/skills'), 200)
    expect(head.text).toBe('')
    for (const name of ['content-type', 'content-length', 'ratelimit-policy']) {
      expect(head.headers.get(name), name).toBe(whole.headers.get(name))
    }
    expect((await sandbox.request('HEAD', '/v1/skills', { key: null })).status).toBe(401)
    expect((await sandbox.request('HEAD', '/docs', { key: null })).status).toBe(200)
    expect((await sandbox.request('HEAD', '/v1/verify/batch')).status).toBe(405)
  })
})

test.each([
  ['text/html', 406],
  ['application/xml, text/*', 406],
  ['application/json', 200],
  ['text/html, application/json;q=0.5', 200],
  ['application/*', 200],
  ['*/*', 200],
])('Accept: %s gives %i', async (accept, status) => {
  const answer = expectStatus(await sandbox.request('GET', '/v1/me', { headers: { accept } }), status)
  expect(answer.headers.get('content-type')).toBe('application/json')
  if (status === 406) expectError(answer, 'NOT_ACCEPTABLE')
})

test('curl and node, which send no Accept at all, are answered', async () => {
  expectStatus(await sandbox.raw('GET', '/healthz'), 200)
})

describe('Host', () => {
  const { port } = new URL(sandbox.url)

  test.each([`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'LOCALHOST', '127.0.0.1', '[::1]'])(
    '%s is ours',
    async (host) => {
      expectStatus(await sandbox.raw('GET', '/healthz', { headers: { host } }), 200)
    },
  )

  test.each([
    'elsewhere.example',
    `127.0.0.1.elsewhere.example:${port}`,
    'localhost.',
    '127.0.0.1:80:80',
    '::1',
  ])('%s is refused, on public routes and pages too', async (host) => {
    for (const path of ['/healthz', '/v1/me', '/docs', '/nothing']) {
      expectError(await sandbox.raw('GET', path, { headers: { host } }), 'HOST_FORBIDDEN')
    }
  })

  test('a request without one is refused', async () => {
    expect(await sandbox.wire('GET /healthz HTTP/1.0\r\n\r\n')).toContain('"code":"HOST_FORBIDDEN"')
  })

  test('a configured name is ours', async () => {
    const named = await assembled({ address: { hosts: ['skills.example'] } })
    expectStatus(await named.raw('GET', '/healthz', { headers: { host: 'skills.example:8443' } }), 200)
    expectError(await named.raw('GET', '/healthz', { headers: { host: 'other.example' } }), 'HOST_FORBIDDEN')
  })
})

describe('Origin', () => {
  const write = { body: { display_name: 'Kim Doe' } }
  const from = async (origin: string) =>
    await sandbox.request('POST', '/v1/users', { ...write, headers: { origin } })

  test('a foreign page changes nothing', async () => {
    const before = (await sandbox.request('GET', '/v1/users')).at('data.length')
    for (const origin of [
      'https://elsewhere.example',
      'null',
      `${sandbox.url}.elsewhere.example`,
      'http://localhost:1',
    ]) {
      expectError(await from(origin), 'ORIGIN_FORBIDDEN')
    }
    expect((await sandbox.request('GET', '/v1/users')).at('data.length')).toBe(before)
  })

  test('our own page may write, and anybody may read', async () => {
    expectStatus(await from(sandbox.url), 201)
    const headers = { origin: 'https://elsewhere.example' }
    const read = expectStatus(await sandbox.request('GET', '/v1/users', { headers }), 200)
    expect(read.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('OPTIONS', () => {
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' }

  test('allows no origin by default', async () => {
    const answer = await sandbox.request('OPTIONS', '/v1/users', { key: null, headers })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('without an Origin: 204 and what the path takes', async () => {
    const answer = expectStatus(await sandbox.request('OPTIONS', '/v1/users', { key: null }), 204)
    expect(answer.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
    expect(answer.text).toBe('')
  })

  test('answers a configured origin, and its requests then work', async () => {
    const open = await assembled({ address: { corsOrigins: ['https://app.example'] } })
    const preflight = expectStatus(await open.request('OPTIONS', '/v1/users', { key: null, headers }), 204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
    for (const name of ['authorization', 'content-type', 'idempotency-key']) {
      expect(preflight.headers.get('access-control-allow-headers')).toContain(name)
    }
    expect(preflight.headers.get('vary')).toBe('Origin')
    const foreign = { ...headers, origin: 'https://elsewhere.example' }
    const refused = await open.request('OPTIONS', '/v1/users', { key: null, headers: foreign })
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('a configured origin may read the answers of its requests, errors included', async () => {
    const open = await assembled({ address: { corsOrigins: ['https://app.example'] } })
    const { origin } = headers
    const made = await open.request('POST', '/v1/users', {
      headers: { origin },
      body: { display_name: 'Kim' },
    })
    expectStatus(made, 201)
    const failed = expectError(
      await open.request('GET', '/v1/users/none', { headers: { origin } }),
      'USER_NOT_FOUND',
    )
    for (const answer of [made, failed]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect(answer.headers.get('vary')).toBe('Origin')
    }
  })
})
