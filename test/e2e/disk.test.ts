import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { startSandbox } from '../../src/sandbox.ts'
import { cli, errorOf } from '../cli/cli.ts'
import { temporaryFolder } from '../folder.ts'
import { refusedDev, startDev, type Running } from './process.ts'
import { mountTinyDisk } from './tiny-disk.ts'

const disk = mountTinyDisk(await temporaryFolder())
afterEach(async () => await disk?.empty())
const why = disk === null ? ' (SKIPPED: needs a user who may mount a tmpfs)' : ''

interface Told {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

type Server = Pick<Running, 'url' | 'apiKey'>

async function ask(
  server: Server,
  method: string,
  path: string,
  body?: unknown,
  key?: string,
): Promise<Told> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${server.apiKey}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const invite = { candidate_email: 'full@example.com', skill: 'react', external_id: 'full' }
const patience = { timeout: 30_000, interval: 20 }
const one = z.object({ id: z.string(), expires_at: z.string() })
const listed = z.object({ data: z.array(z.object({ id: z.string() })) })

test.skipIf(disk === null)(
  `on a full disk the operator is told so, and nothing half-written stays${why}`,
  async () => {
    if (disk === null) return
    const dir = join(disk.dir, 'operated')
    const sandbox = await startSandbox({ dataDir: dir, port: 0, seed: 'empty' })
    await disk.fill()
    const rotated = await cli(['secrets', 'rotate', '--store', `json:${dir}`, '--json'])
    expect([rotated.code, errorOf(rotated).code]).toEqual([2, 'SECRETS_UNUSABLE'])
    let made = await cli(['keys', 'bootstrap', '--store', `json:${dir}`, '--json'])
    // The last page of the journal may still have room for some.
    for (let more = 0; made.code === 0 && more < 20; more += 1)
      made = await cli(['keys', 'bootstrap', '--store', `json:${dir}`, '--json'])
    expect([made.code, errorOf(made).code]).toEqual([1, 'STORAGE_UNAVAILABLE'])
    await disk.empty()
    expect((await readdir(dir)).filter((name) => /-[\da-f]+\.tmp$/.test(name))).toEqual([])
    await sandbox.close()
    await rm(dir, { recursive: true })
  },
  60_000,
)

test.skipIf(disk === null)(
  `a full disk stops writes, and nothing else, until there is space again${why}`,
  async () => {
    if (disk === null) return
    const server = await startDev(join(disk.dir, 'data'), '--seed', 'empty', '--rate-limit', 'off')
    const kept = await ask(server, 'POST', '/v1/users', { id: 'kept', display_name: 'Kept' })
    expect(kept.status).toBe(201)

    await disk.fill()
    const key = randomUUID()
    let refused = await ask(server, 'POST', '/v1/assess/invites', invite, key)
    // The last page of the journal may still have room for a write or two.
    for (let more = 0; refused.status === 201 && more < 50; more += 1) {
      refused = await ask(server, 'POST', '/v1/users', { display_name: 'x'.repeat(200) })
    }
    expect(refused).toMatchObject({
      status: 503,
      body: {
        error: { code: 'STORAGE_UNAVAILABLE', retryable: true, retry_after_seconds: expect.any(Number) },
      },
    })
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(refused.headers.get('x-should-retry')).toBe('true')
    expect(JSON.stringify(refused.body)).not.toContain(disk.dir)
    for (const path of [
      '/v1/users/kept',
      '/v1/assess/invites',
      '/v1/keys',
      '/v1/events',
      '/v1/logs',
      '/healthz',
    ]) {
      expect([path, (await ask(server, 'GET', path)).status]).toEqual([path, 200])
    }
    // A smaller write may still fit into what is left of the last page.
    const full = async () => {
      const { status } = await ask(server, 'POST', '/v1/users', { display_name: 'x' })
      return status === 503 && (await ask(server, 'GET', '/readyz')).status === 503
    }
    await vi.waitUntil(full, patience)

    await disk.empty()
    const again = await ask(server, 'POST', '/v1/assess/invites', invite, key)
    expect(again.status).toBe(201)
    await vi.waitUntil(async () => (await ask(server, 'GET', '/readyz')).status === 200, patience)
    expect(await server.end('SIGTERM')).toBe(0)

    const next = await startDev(join(disk.dir, 'data'), '--rate-limit', 'off')
    const { data } = listed.parse((await ask(next, 'GET', '/v1/assess/invites?external_id=full')).body)
    expect(data).toEqual([{ id: expect.any(String) }])
    expect(again.body).toMatchObject(data[0] ?? {})
    expect((await ask(next, 'GET', '/v1/users/kept')).body).toEqual(kept.body)
    await next.end('SIGTERM')
  },
)

test.skipIf(disk === null)(
  `an invite expires for readers although nothing can be written${why}`,
  async () => {
    if (disk === null) return
    let now = Date.parse('2026-03-20T12:00:00.000Z')
    const server = await startSandbox({
      dataDir: join(disk.dir, 'expiry'),
      port: 0,
      seed: 'empty',
      now: () => now,
    })
    onTestFinished(async () => await server.close())
    const made = one.parse(
      (await ask(server, 'POST', '/v1/assess/invites', { ...invite, expires_in: 60 })).body,
    )
    await disk.fill()
    const full = async () => (await ask(server, 'POST', '/v1/users', { display_name: 'x' })).status === 503
    await vi.waitUntil(full, patience)
    now += 60_000
    const expired = { status: 200, body: { id: made.id, status: 'expired', closed_at: made.expires_at } }
    expect(await ask(server, 'GET', `/v1/assess/invites/${made.id}`)).toMatchObject(expired)
    await disk.empty()
    const told = async () =>
      (await ask(server, 'GET', `/v1/events?invite_id=${made.id}&type=invite.expired`)).body
    await vi.waitUntil(async () => listed.parse(await told()).data.length > 0, patience)
    expect(await told()).toMatchObject({ data: [{ occurred_at: made.expires_at }], has_more: false })
    expect(await ask(server, 'GET', `/v1/assess/invites/${made.id}`)).toMatchObject(expired)
  },
)

test.skipIf(disk === null)(`a read-only disk is refused at the start, in words${why}`, async () => {
  if (disk === null) return
  const dir = join(disk.dir, 'read-only')
  await (await startDev(dir, '--seed', 'empty')).end('SIGTERM')
  disk.remount('ro')
  const refused = await refusedDev(dir).finally(() => disk.remount('rw'))
  expect(refused.code).toBe(7)
  expect(refused.stderr).toContain(dir)
  expect(refused.stderr).not.toContain('at async')
  await (await startDev(dir)).end('SIGTERM')
})
