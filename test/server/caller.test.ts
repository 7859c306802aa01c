import { describe, expect, test } from 'vitest'
import { trustedProxies, type TrustedProxies } from '../../src/server/caller.ts'
import { expectError, expectStatus } from '../sandbox.ts'
import { assembled, type Assembled } from './assembled.ts'

const spoofed = '198.51.100.7'

/** The address that the log keeps of a request with these headers. */
async function seenAs(
  trustProxy: TrustedProxies,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  const service = await assembled({ address: { trustProxy, hosts: ['skills.example'] } })
  const asked = await service.request('GET', '/v1/me', { headers })
  const id = asked.headers.get('x-request-id') ?? ''
  return (await service.request('GET', `/v1/logs/${id}`)).at('ip')
}

describe('the address of the caller', () => {
  test('is never what a stranger claims', async () => {
    const headers = { 'x-forwarded-for': spoofed, 'x-real-ip': spoofed, forwarded: `for=${spoofed}` }
    expect(await seenAs('nobody', headers)).toBe('127.0.0.1')
    expect(await seenAs(trustedProxies(['10.0.0.0/8']), headers)).toBe('127.0.0.1')
  })

  test('what the flag says', () => {
    expect(trustedProxies(false)).toBe('nobody')
    expect(trustedProxies(true)).toBe('last')
    expect(() => trustedProxies(['10.0.0.0/8', 'localhost'])).toThrow('localhost')
  })

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    // Whatever the caller sent stands on the left of what the proxy added.
    [`${spoofed}, 203.0.113.9`, '203.0.113.9'],
    [`${spoofed},203.0.113.9:4711`, '203.0.113.9'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['unknown', '127.0.0.1'],
    [`${spoofed}, unknown`, '127.0.0.1'],
    ['<script>', '127.0.0.1'],
    ['', '127.0.0.1'],
  ])('one trusted proxy that says “%s”: %s', async (header, ip) => {
    expect(await seenAs('last', { 'x-forwarded-for': header })).toBe(ip)
  })

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9, 10.1.2.3', '203.0.113.9'],
    [`${spoofed}, 203.0.113.9, 10.1.2.3, 10.4.5.6`, '203.0.113.9'],
    ['10.9.9.9, 10.1.2.3', '10.9.9.9'],
    ['203.0.113.9, nonsense, 10.1.2.3', '10.1.2.3'],
  ])('a chain of trusted proxies that says “%s”: %s', async (header, ip) => {
    const trusted = trustedProxies(['127.0.0.1', '10.0.0.0/8'])
    expect(await seenAs(trusted, { 'x-forwarded-for': header })).toBe(ip)
  })
})

describe('the host and the scheme behind a proxy', () => {
  const behind = async (trustProxy: TrustedProxies): Promise<Assembled> =>
    await assembled({ address: { trustProxy, hosts: ['skills.example'] } })

  test('a forwarded host counts only when it is trusted', async () => {
    const as = (host: string, forwarded: string) => ({ headers: { host, 'x-forwarded-host': forwarded } })
    const open = await behind('last')
    expectStatus(await open.raw('GET', '/healthz', as('10.0.0.1', 'skills.example')), 200)
    expectError(await open.raw('GET', '/healthz', as('localhost', 'evil.example')), 'HOST_FORBIDDEN')
    const closed = await behind('nobody')
    expectError(await closed.raw('GET', '/healthz', as('10.0.0.1', 'skills.example')), 'HOST_FORBIDDEN')
    expectStatus(await closed.raw('GET', '/healthz', as('localhost', 'evil.example')), 200)
  })

  test('pages of the forwarded host are our own', async () => {
    const service = await behind('last')
    const headers = { 'x-forwarded-host': 'skills.example', 'x-forwarded-proto': 'https' }
    const write = async (origin: string) =>
      await service.request('POST', '/v1/users', {
        body: { display_name: 'Kim' },
        headers: { ...headers, origin },
      })
    expectStatus(await write('https://skills.example'), 201)
    expectError(await write('https://evil.example'), 'ORIGIN_FORBIDDEN')
  })

  test('the cookie is for encrypted connections only, where the caller’s is one', async () => {
    const signIn = async (service: Assembled, headers: Readonly<Record<string, string>>) => {
      const body = { key: service.apiKey }
      const origin = service.address.baseUrl
      const answer = await service.request('POST', '/dashboard/session', {
        key: null,
        body,
        headers: { origin, ...headers },
      })
      return expectStatus(answer, 204).headers.get('set-cookie')
    }
    const https = { 'x-forwarded-proto': 'https' }
    expect(await signIn(await behind('last'), https)).toContain('; Secure')
    expect(await signIn(await behind('last'), { 'x-forwarded-proto': 'http' })).not.toContain('Secure')
    expect(await signIn(await behind('nobody'), https)).not.toContain('Secure')
  })

  test('nobody behind a proxy on this machine is its owner', async () => {
    for (const trustProxy of ['nobody', 'last'] as const) {
      const service = await behind(trustProxy)
      const signIn = async (headers: Readonly<Record<string, string>>) =>
        await service.request('POST', '/dashboard/session', {
          key: null,
          headers: { origin: service.address.baseUrl, ...headers },
        })
      expectStatus(await signIn({}), 204)
      for (const forwarded of ['127.0.0.1', '::1', '203.0.113.9']) {
        expectError(await signIn({ 'x-forwarded-for': forwarded }), 'AUTH_MISSING')
      }
    }
  })
})

describe('security headers', () => {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  }

  test.each(['/healthz', '/v1/me', '/v1/nothing', '/v1/openapi.json', '/docs', '/docs/none', '/i/none'])(
    'stand on %s',
    async (path) => {
      const service = await assembled()
      const { headers } = await service.request('GET', path)
      expect(Object.fromEntries(headers)).toMatchObject(always)
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  test('stand on what was refused before any rule', async () => {
    const service = await assembled()
    const { headers } = await service.raw('GET', '/', { headers: { host: 'elsewhere.example' } })
    expect(Object.fromEntries(headers)).toMatchObject(always)
  })

  test('no page lets itself be framed', async () => {
    const service = await assembled()
    for (const path of ['/docs', '/docs/errors/RATE_LIMITED', '/i/none']) {
      const { headers } = await service.request('GET', path)
      expect(headers.get('x-frame-options'), path).toBe('DENY')
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    }
  })

  test('say “encrypted only” where a trusted proxy says that it is', async () => {
    const https = { headers: { 'x-forwarded-proto': 'https' } }
    const trusting = await assembled({ address: { trustProxy: 'last' } })
    const { headers } = await trusting.request('GET', '/healthz', https)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    const doubting = await assembled()
    const plain = await doubting.request('GET', '/healthz', https)
    expect(plain.headers.get('strict-transport-security')).toBeNull()
  })
})
