import { lookup } from 'node:dns/promises'
import { hostname } from 'node:os'
import { describe, expect, test, vi } from 'vitest'
import { rows } from '../../src/contract/index.ts'
import { openJsonStore } from '../../src/store/json/open.ts'
import { expectError, expectStatus, filesOf, temporaryFolder } from '../sandbox.ts'
import { live, type Live } from './live.ts'

const hook = async (service: Live, url: string) =>
  await service.request('POST', '/v1/webhooks', { body: { url, events: ['*'] } })

const isKnown = await lookup(hostname()).then(
  () => true,
  () => false,
)

describe('where webhooks may go', () => {
  test.each([
    'http://hooks.example.com/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://localhost/',
    'https://a.localhost/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://[fd00::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://metadata.google.internal/',
    'https://[fe80::1]/',
    'https://224.0.0.1/',
    'https://0.0.0.0/',
    'https://192.0.2.1/',
  ])('not to %s', async (url) => {
    const service = await live()
    expectError(await hook(service, url), 'WEBHOOK_URL_FORBIDDEN')
    const made = expectStatus(await hook(service, 'https://hooks.example.com/'), 201).textAt('id')
    const changed = await service.request('PATCH', `/v1/webhooks/${made}`, { body: { url } })
    expectError(changed, 'WEBHOOK_URL_FORBIDDEN')
  })

  test('a range that was opened is allowed, metadata and http stay refused', async () => {
    const service = await live({ allowEgress: ['10.0.0.0/8', '169.254.0.0/16', '::1'] })
    for (const url of ['https://10.1.2.3/', 'https://[::1]/']) expectStatus(await hook(service, url), 201)
    for (const url of ['http://10.1.2.3/', 'https://169.254.169.254/', 'https://192.168.1.1/'])
      expectError(await hook(service, url), 'WEBHOOK_URL_FORBIDDEN')
  })

  /** How the first attempt to this name of our own ended. */
  async function outcome(service: Live): Promise<unknown> {
    const id = expectStatus(await hook(service, `https://${hostname()}:9/`), 201).textAt('id')
    const sent = await service.request('POST', `/v1/webhooks/${id}/test`)
    const delivery = expectStatus(sent, 202).textAt('id')
    return await vi.waitUntil(
      async () => (await service.request('GET', `/v1/deliveries/${delivery}`)).at('last_outcome'),
      { timeout: 30_000 },
    )
  }

  // Every machine's own name leads to a loopback or a private address, where it leads anywhere.
  test.runIf(isKnown)('a name that leads inside is refused once it was resolved', async () => {
    expect(await outcome(await live())).toBe('blocked_target')
  })

  test.runIf(isKnown)('unless what it leads to was opened', async () => {
    const opened = await live({ allowEgress: ['0.0.0.0/0', '::/0'] })
    expect(await outcome(opened)).not.toBe('blocked_target')
  })
})

test('no route of the sandbox exists', async () => {
  const service = await live()
  const sandboxRows = rows().filter(({ route }) => route.mode === 'sandbox')
  expect(sandboxRows.length).toBeGreaterThanOrEqual(8)
  for (const { name, route } of sandboxRows) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const body = route.body === undefined ? undefined : (route.example.body ?? {})
      const answer = await service.request(route.method, path.replaceAll(/\{\w+\}/g, 'x'), { body })
      expect(answer.code, name).toBe('ROUTE_NOT_FOUND')
    }
  }
  for (const path of ['/v1/sandbox', '/v1/sandbox/', '/v1/sandbox/anything'])
    expectError(await service.request('POST', path, { body: {} }), 'ROUTE_NOT_FOUND')
})

test('no secret that could be used again lies on the disk or in the log', async () => {
  const dir = await temporaryFolder()
  const service = await live({ store: await openJsonStore({ dir, onNotice: () => undefined }) })
  const secrets = new Map<string, string>([['the admin key', service.apiKey]])
  const sealed = { headers: { 'idempotency-key': 'sealed' } }

  /** Twice, by one idempotency key: the answer is kept, and it holds the secret. */
  const make = async (name: string, path: string, body: object): Promise<string> => {
    const first = expectStatus(
      await service.request('POST', path, { body, ...sealed }),
      path.endsWith('e') ? 200 : 201,
    )
    const again = await service.request('POST', path, { body, ...sealed })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(first.text)
    const isInvite = first.at('invite_url') !== undefined
    secrets.set(
      name,
      isInvite ? (first.textAt('invite_url').split('/').at(-1) ?? '') : first.textAt('secret'),
    )
    return first.textAt('id')
  }
  const own = { headers: { 'idempotency-key': 'own' } }
  const key = await make('a key', '/v1/keys', { name: 'CI', scopes: ['read'] })
  sealed.headers['idempotency-key'] = 'rotation'
  await make('a rotated key', `/v1/keys/${key}/rotate`, {})
  sealed.headers['idempotency-key'] = 'hook'
  const webhook = await make('a webhook secret', '/v1/webhooks', {
    url: 'https://hooks.example.com/x',
    events: ['*'],
  })
  const rotated = await service.request('POST', `/v1/webhooks/${webhook}/rotate-secret`, { body: {}, ...own })
  secrets.set('a rotated webhook secret', expectStatus(rotated, 200).textAt('secret'))
  const skill = { key: 'react', name: 'React' }
  expectStatus(await service.request('POST', '/v1/skills', { body: skill }), 201)
  sealed.headers['idempotency-key'] = 'invite'
  await make('a link', '/v1/assess/invites', { candidate_email: 'kim@example.com', skill: 'react' })
  const signedIn = await service.request('POST', '/dashboard/session', {
    key: null,
    body: { key: service.apiKey },
    headers: { origin: service.url },
  })
  const cookie = /=([\w-]{43});/.exec(expectStatus(signedIn, 204).headers.get('set-cookie') ?? '')?.[1]
  secrets.set('a session', String(cookie))
  const asPage = { key: null, headers: { cookie: `skillpass_session=${cookie}` } }
  expectStatus(await service.request('GET', '/v1/me', asPage), 200)
  expect(secrets.size).toBe(7)

  const logged = service.logged()
  await service.close()
  const files = await filesOf(dir)
  const everything = [...files.values()].join('\n')
  expect(everything).toContain('kim@example.com')
  expect(everything).toContain('keys.rotate')
  for (const [name, secret] of secrets) {
    const core = secret.startsWith('sk_') ? secret.slice(12, -4) : secret.replace('whsec_', '')
    expect(core.length, name).toBeGreaterThan(20)
    expect(everything.includes(core), `${name} on the disk`).toBe(false)
    expect(logged.includes(core), `${name} in the log`).toBe(false)
    const bytes = Buffer.from(core, 'base64').toString('hex')
    expect(everything.includes(bytes), `${name} on the disk, as hex`).toBe(false)
  }
})
