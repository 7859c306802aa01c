import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../folder.ts'
import { startDev } from './process.ts'

/** A service that has seen everything, and what can be found of its secrets afterwards. */

const dir = await temporaryFolder()
const server = await startDev(dir, '--rate-limit', 'off')
const secretOf = z.object({ id: z.string(), secret: z.string().startsWith('sk_test_') })
const linkOf = z.object({ id: z.string(), invite_url: z.string() })
const secrets = new Map<string, string>([['the printed key', server.apiKey]])

interface Sent {
  readonly body?: unknown
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

async function ask(method: string, path: string, { body, key = server.apiKey, headers }: Sent = {}) {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text, json: (): unknown => JSON.parse(text) }
}

const once = (idempotencyKey: string) => ({ 'idempotency-key': idempotencyKey })

async function makeKeys(): Promise<void> {
  const body = { name: 'CI', scopes: ['admin'] }
  const plain = secretOf.parse((await ask('POST', '/v1/keys', { body })).json())
  const sent = { body, headers: once('make-a-key') }
  const sealed = secretOf.parse((await ask('POST', '/v1/keys', sent)).json())
  expect(secretOf.parse((await ask('POST', '/v1/keys', sent)).json())).toEqual(sealed)
  const rotation = { body: {}, headers: once('rotate-a-key') }
  const rotated = secretOf.parse((await ask('POST', `/v1/keys/${plain.id}/rotate`, rotation)).json())
  const forced = secretOf.parse(
    (await ask('POST', `/v1/keys/${plain.id}/rotate`, { body: { force: true } })).json(),
  )
  for (const key of [rotated.secret, forced.secret, plain.secret]) await ask('GET', '/v1/me', { key })
  const made = {
    'a created key': plain,
    'a sealed key': sealed,
    'a rotated key': rotated,
    'a forced key': forced,
  }
  for (const [name, { secret }] of Object.entries(made)) secrets.set(name, secret)
}

async function makeInvites(): Promise<void> {
  const body = { candidate_email: 'link@example.com', skill: 'react' }
  const plain = linkOf.parse((await ask('POST', '/v1/assess/invites', { body })).json())
  const sent = { body, headers: once('make-an-invite') }
  const sealed = linkOf.parse((await ask('POST', '/v1/assess/invites', sent)).json())
  expect(linkOf.parse((await ask('POST', '/v1/assess/invites', sent)).json())).toEqual(sealed)
  for (const [name, { id, invite_url }] of Object.entries({ 'a link': plain, 'a sealed link': sealed })) {
    secrets.set(name, invite_url.slice(invite_url.lastIndexOf('/') + 1))
    await ask('GET', new URL(invite_url).pathname)
    await ask('GET', `/v1/assess/invites/${id}`)
    await ask('POST', `/v1/assess/invites/${id}/resend`, { headers: once(`resend-${id}`) })
    await ask('POST', `/v1/assess/invites/${id}/start`, { headers: once(`start-${id}`) })
    await ask('POST', `/v1/assess/invites/${id}/complete`, {
      body: { score: 77 },
      headers: once(`complete-${id}`),
    })
  }
  await ask('GET', '/v1/assess/invites?limit=100')
}

/** Secrets where they do not belong, as people do send them. */
async function misplaceSecrets(): Promise<void> {
  for (const secret of secrets.values()) {
    const path = `/v1/users/${encodeURIComponent(`${server.url}/i/${secret}`)}`
    await ask('GET', `/v1/keys/${secret}`)
    await ask('GET', secret.startsWith('sk_') ? `/v1/users?api_key=${secret}` : path)
    await ask('POST', '/v1/users', { body: { api_key: secret, token: secret } })
    await ask('POST', '/v1/users', { body: `{"secret": "${secret}` })
    await ask('GET', '/v1/me', { headers: { cookie: `session=${secret}`, 'x-api-key': secret } })
    await ask('GET', '/v1/me', { headers: { authorization: `Basic ${secret}` } })
  }
}

await makeKeys()
await makeInvites()
await misplaceSecrets()
await ask('POST', '/v1/users/usr_alex/evidence', {
  body: { type: 'session', skill: 'react' },
  headers: once('evidence'),
})
await ask('GET', '/v1/verify/passport/usr_alex')
const logs = await allLogs()
// The request log is written twice a second.
await sleep(1_200)
const running = await filesOf(dir)
await server.end('SIGTERM')
const again = await startDev(dir)
await again.end('SIGTERM')
const stopped = await filesOf(dir)

interface Found {
  readonly name: string
  readonly mode: string
  readonly bytes: string
}

async function filesOf(folder: string): Promise<Found[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const mode = ((await stat(path)).mode & 0o777).toString(8)
      return { name: entry.name, mode, bytes: entry.isFile() ? await readFile(path, 'latin1') : '' }
    }),
  )
}

async function allLogs(): Promise<string> {
  const page = z.object({ next_cursor: z.string().nullable() })
  let all = ''
  for (let cursor: string | null = ''; cursor !== null;) {
    const { text, json } = await ask('GET', `/v1/logs?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`)
    all += text
    cursor = page.parse(json()).next_cursor
  }
  return all
}

/** Without the part that every key shows: what is left is secret to the last character but four. */
function core(secret: string): string {
  return secret.startsWith('sk_') ? secret.slice(12, -4) : secret
}

const here = [...secrets.keys()]
const secret = (name: string): string => core(secrets.get(name) ?? '')

test('there is something to look for, and somewhere to look', () => {
  expect(here).toHaveLength(7)
  for (const name of here) expect(secret(name).length).toBeGreaterThan(20)
  expect(logs.length).toBeGreaterThan(10_000)
  const names = running.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['credentials.json', 'requests.jsonl', 'lock', 'sandbox.json']),
  )
  expect(
    running.some(({ name, bytes }) => name.startsWith('journal-') && bytes.includes('link@example.com')),
  ).toBe(true)
  expect(running.some(({ name, bytes }) => name === 'requests.jsonl' && bytes.includes('rotate'))).toBe(true)
})

describe.each(here)('%s', (name) => {
  test.each([
    ['running', running],
    ['stopped', stopped],
  ])('is in no file of a %s service but the credentials', (_, files) => {
    const holding = files.filter(({ bytes }) => bytes.includes(secret(name))).map((file) => file.name)
    expect(holding).toEqual(name === 'the printed key' ? ['credentials.json'] : [])
  })

  test('is in no log', () => expect(logs.includes(secret(name))).toBe(false))
})

test('the credentials hold the printed key and nothing else', () => {
  const [file] = stopped.filter(({ name }) => name === 'credentials.json')
  expect(JSON.parse(file?.bytes ?? '')).toEqual({ api_key: server.apiKey })
})

test.each([
  ['running', running],
  ['stopped', stopped],
])('the folder and files of a %s service are for their owner alone', async (_, files) => {
  expect((await stat(dir)).mode & 0o777).toBe(0o700)
  expect(files.filter(({ mode }) => mode !== '600')).toEqual([])
})

test('a folder that already holds something stays open to whom it was', async () => {
  const shared = await temporaryFolder()
  await writeFile(join(shared, 'notes.txt'), 'mine')
  await chmod(shared, 0o755)
  await (await startDev(shared)).end('SIGINT')
  expect((await stat(shared)).mode & 0o777).toBe(0o755)
  const ours = (await filesOf(shared)).filter(({ name }) => name !== 'notes.txt')
  expect(ours.filter(({ mode }) => mode !== '600')).toEqual([])
})
