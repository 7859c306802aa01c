import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rows, type Row } from '../../src/contract/index.ts'
import type { Route } from '../../src/contract/route.ts'
import { atoms, type Atom } from '../../src/contract/scopes.ts'
import { makeKey } from '../../src/core/keys.ts'
import { expectError, expectStatus, newKey, sharedSandbox } from '../sandbox.ts'
import { assembled } from './assembled.ts'

const sandbox = await sharedSandbox()
const day = 24 * 3600 * 1000

async function me(headers: Readonly<Record<string, string>>) {
  return await sandbox.request('GET', '/v1/me', { key: null, headers })
}

/** One character of the key changed: a typing error. */
function mistyped(key: string): string {
  return `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`
}

describe('refused keys', () => {
  const { apiKey } = sandbox
  test.each([
    ['no header', {}, 'AUTH_MISSING', 'Bearer'],
    ['an empty header', { authorization: ' ' }, 'AUTH_MISSING', 'Bearer'],
    ['another scheme', { authorization: 'Basic c2tfdGVzdDo=' }, 'AUTH_SCHEME_UNSUPPORTED', 'Basic'],
    ['the bare key', { authorization: apiKey }, 'AUTH_SCHEME_UNSUPPORTED', 'Bearer'],
    ['nothing after Bearer', { authorization: 'Bearer' }, 'AUTH_KEY_MALFORMED', 'sk_test_'],
    ['another prefix', { authorization: `Bearer pk${apiKey.slice(2)}` }, 'AUTH_KEY_MALFORMED', 'sk_test_'],
    ['a cut key', { authorization: `Bearer ${apiKey.slice(0, -1)}` }, 'AUTH_KEY_MALFORMED', '44 characters'],
    ['a key twice', { authorization: `Bearer ${apiKey} ${apiKey}` }, 'AUTH_KEY_MALFORMED', '44 characters'],
    [
      'foreign characters',
      { authorization: `Bearer ${apiKey.slice(0, -1)}-` },
      'AUTH_KEY_MALFORMED',
      'other than letters',
    ],
    [
      'a mistyped key',
      { authorization: `Bearer ${mistyped(apiKey)}` },
      'AUTH_KEY_MALFORMED',
      'checksum is wrong',
    ],
    [
      'a foreign key',
      { authorization: `Bearer ${makeKey('sandbox', randomBytes)}` },
      'AUTH_KEY_INVALID',
      'no key',
    ],
    [
      'a live key',
      { authorization: `Bearer ${makeKey('live', randomBytes)}` },
      'AUTH_KEY_WRONG_MODE',
      'sandbox',
    ],
  ])('%s', async (_, headers, code, hint) => {
    const answer = expectError(await me(headers), code)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(answer.at('error.message')).toContain(hint)
    expect(answer.text).not.toContain(apiKey.slice(8, 38))
    expect(answer.headers.get('ratelimit')).toBeNull()
  })

  test('the scheme has no case, and spaces do not matter', async () => {
    for (const scheme of ['bearer ', 'BEARER  ']) {
      expectStatus(await me({ authorization: ` ${scheme}${apiKey} ` }), 200)
    }
  })

  test('every route but the public ones wants a key', async () => {
    for (const { name, route } of rows()) {
      const answer = await sandbox.request(route.method, route.path.replaceAll(/\{\w+\}/g, 'x'), {
        key: null,
      })
      expect(answer.code === 'AUTH_MISSING', name).toBe(route.access !== 'public')
    }
  })

  test('a sandbox key on a live server, and no sandbox routes there', async () => {
    const live = await assembled({ mode: 'live' })
    const key = makeKey('sandbox', randomBytes)
    expectError(await live.request('GET', '/v1/me', { key }), 'AUTH_KEY_WRONG_MODE')
    expect(expectStatus(await live.request('GET', '/v1/me'), 200).at('mode')).toBe('live')
    expectError(await live.request('POST', '/v1/sandbox/reset'), 'ROUTE_NOT_FOUND')
    const made = await newKey(live, ['read'])
    expect(made.secret).toMatch(/^sk_live_[0-9A-Za-z]{36}$/)
  })

  test('a revoked key', async () => {
    const { id, secret } = await sandbox.newKey(['read'])
    expectStatus(await sandbox.request('POST', `/v1/keys/${id}/revoke`), 200)
    expectError(await sandbox.request('GET', '/v1/me', { key: secret }), 'AUTH_KEY_REVOKED')
  })

  test('a key past its expiry, from that instant on', async () => {
    const service = await assembled()
    const expires_at = new Date(service.now() + day).toISOString()
    const { secret: key } = await newKey(service, ['read'], { expires_at })
    service.advance(day - 1)
    expectStatus(await service.request('GET', '/v1/me', { key }), 200)
    service.advance(1)
    const answer = expectError(await service.request('GET', '/v1/me', { key }), 'AUTH_KEY_EXPIRED')
    expect(answer.at('error.message')).toContain(expires_at)
  })
})

describe('rotation', () => {
  test('both secrets work until the overlap ends; the outgoing one is told when', async () => {
    const service = await assembled()
    const { id, secret: old } = await newKey(service, ['read'])
    const rotated = await service.request('POST', `/v1/keys/${id}/rotate`, {
      body: { overlap_seconds: 3600 },
    })
    const secret = expectStatus(rotated, 200).textAt('secret')
    const ends = rotated.textAt('previous.expires_at')
    expect(ends).toBe(new Date(service.now() + 3600_000).toISOString())

    const outgoing = expectStatus(await service.request('GET', '/v1/me', { key: old }), 200)
    expect(outgoing.headers.get('x-key-expires-at')).toBe(ends)
    const incoming = expectStatus(await service.request('GET', '/v1/me', { key: secret }), 200)
    expect(incoming.headers.get('x-key-expires-at')).toBeNull()
    expect(incoming.at('key.id')).toBe(outgoing.at('key.id'))
    const refused = await service.request('GET', '/v1/users/none', { key: old })
    expect(refused.headers.get('x-key-expires-at')).toBe(ends)

    service.advance(3600_000)
    expectError(await service.request('GET', '/v1/me', { key: old }), 'AUTH_KEY_ROTATED')
    expectStatus(await service.request('GET', '/v1/me', { key: secret }), 200)
  })

  test('the overlap ends with the key at the latest', async () => {
    const service = await assembled()
    const expires_at = new Date(service.now() + 1000).toISOString()
    const { id } = await newKey(service, ['read'], { expires_at })
    const rotated = await service.request('POST', `/v1/keys/${id}/rotate`)
    expect(rotated.at('previous.expires_at')).toBe(expires_at)
  })

  test('limits stay with the key, whichever secret asks', async () => {
    const { id, secret: old } = await sandbox.newKey(['read'], { rate_limit: { per_minute: 2, burst: 2 } })
    const secret = (await sandbox.request('POST', `/v1/keys/${id}/rotate`)).textAt('secret')
    expectStatus(await sandbox.request('GET', '/v1/me', { key: old }), 200)
    expectStatus(await sandbox.request('GET', '/v1/me', { key: secret }), 200)
    expectError(await sandbox.request('GET', '/v1/me', { key: old }), 'RATE_LIMITED')
  })
})

test('secrets are answered once, and never cached', async () => {
  const made = await sandbox.request('POST', '/v1/keys', { body: { name: 'once', scopes: ['read'] } })
  expect(made.headers.get('cache-control')).toBe('no-store')
  const shown = await sandbox.request('GET', `/v1/keys/${made.textAt('id')}`)
  expect(shown.at('secret')).toBeUndefined()
  expect(shown.text).not.toContain(made.textAt('secret').slice(12))
})

describe('scopes', () => {
  /** What the contract says; every other operation needs its resource’s own atom, by method. */
  const exceptions: Readonly<Record<string, Route['access']>> = {
    'invites.result': ['invites:read'],
    'results.list': ['invites:read'],
    'verify.passport': ['passports:read'],
    'verify.skill': ['skills:verify', 'passports:read'],
    'verify.explain': ['skills:verify', 'passports:read'],
    'verify.batch': ['skills:verify'],
    'skills.create': ['users:write'],
    'me.get': 'key',
    'errors.list': 'public',
    'errors.get': 'public',
    'documents.openapi': 'public',
    'documents.live': 'public',
    'documents.ready': 'public',
  }

  function usual({ resource, route: { path, method } }: Row): string[] {
    if (path.startsWith('/v1/sandbox/')) return ['sandbox:write']
    // What a webhook was or will be sent belongs to the webhooks.
    const noun = /\/deliveries|\/events\/\{id\}\/resend/.test(path) ? 'webhooks' : resource
    return [`${noun}:${method === 'GET' ? 'read' : 'write'}`]
  }

  test('the table asks for what the contract says', () => {
    for (const row of rows()) {
      expect(row.route.access, row.name).toEqual(exceptions[row.name] ?? usual(row))
    }
  })

  const secrets = new Map<string, Promise<string>>()
  const keyWith = async (scopes: readonly Atom[]): Promise<string> => {
    const name = scopes.join(' ')
    const known = secrets.get(name) ?? sandbox.newKey(scopes).then(({ secret }) => secret)
    secrets.set(name, known)
    return await known
  }
  /** All that do not bring the atom with them. */
  const without = (atom: Atom): Atom[] =>
    atoms.filter((other) => other !== atom && other !== atom.replace(/:read$/, ':write'))

  for (const { name, route } of rows()) {
    if (!Array.isArray(route.access)) continue
    const needed: readonly Atom[] = route.access
    // An unknown parameter is refused after the scopes and before any effect.
    const path = `${route.path.replaceAll(/\{\w+\}/g, 'x')}?no_such_parameter=1`

    test(`${name} needs ${needed.join(' and ')}, and nothing else`, async () => {
      for (const atom of needed) {
        const answer = await sandbox.request(route.method, path, { key: await keyWith(without(atom)) })
        expectError(answer, 'SCOPE_INSUFFICIENT')
        expect(answer.status).toBe(403)
        expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
        expect(answer.at('error.details.missing')).toEqual([atom])
        expect(answer.at('error.details.required')).toEqual(expect.arrayContaining([...needed, 'admin']))
      }
      const exact = await sandbox.request(route.method, path, { key: await keyWith(needed) })
      expectError(exact, 'VALIDATION_FAILED')
    })
  }

  test('required speaks both vocabularies', async () => {
    const key = await keyWith(['usage:read'])
    const answer = await sandbox.request('POST', '/v1/assess/invites', { key, body: {} })
    const required = ['invites:write', 'assess', 'assess:write', 'admin']
    expect(expectError(answer, 'SCOPE_INSUFFICIENT').at('error.details.required')).toEqual(required)
  })

  test.each([
    ['read', ['GET', '/v1/assess/invites'], ['POST', '/v1/assess/invites']],
    ['assess', ['POST', '/v1/assess/invites'], ['GET', '/v1/users']],
    ['verify', ['POST', '/v1/verify/batch'], ['GET', '/v1/assess/invites']],
    ['invites:write', ['GET', '/v1/assess/invites'], ['GET', '/v1/skills']],
  ])('%s allows %j and not %j', async (scope, [allowed = '', path = ''], [denied = '', other = '']) => {
    const { secret: key } = await sandbox.newKey([scope])
    expect((await sandbox.request(allowed, `${path}?limit=x`, { key })).code).toBe('VALIDATION_FAILED')
    expectError(await sandbox.request(denied, other, { key }), 'SCOPE_INSUFFICIENT')
  })

  test('a caller without invites:write sees no link', async () => {
    const body = { candidate_email: 'kim@example.com', skill: 'react' }
    const made = await sandbox.request('POST', '/v1/assess/invites', { body })
    expect(made.textAt('invite_url')).toMatch(/^http.*\/i\/.+/)
    const { secret: key } = await sandbox.newKey(['read'])
    const seen = await sandbox.request('GET', `/v1/assess/invites/${made.textAt('id')}`, { key })
    expect(seen.at('invite_url')).toBeNull()
  })
})
