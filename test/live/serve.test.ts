import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { refused, startDev, startServe, type Started } from '../e2e/process.ts'
import { temporaryFolder } from '../folder.ts'
import { createClient, type Client } from '../http.ts'
import { mailServer } from '../mail/mail-server.ts'
import { expectError, expectStatus } from '../sandbox.ts'

/** A store of its own that `serve` has begun, and its first key. */
async function begun(
  ...flags: string[]
): Promise<{ store: string; dir: string; server: Started; key: string }> {
  const dir = join(await temporaryFolder(), 'data')
  const server = await startServe(`json:${dir}`, ...flags)
  if (server.apiKey === null) throw new Error('A first start makes a key')
  return { store: `json:${dir}`, dir, server, key: server.apiKey }
}

function clientOf({ url }: Started, key: string): Client {
  return createClient(url, key)
}

describe('a first start', () => {
  test('makes an admin key of live mode and tells it once', async () => {
    const { store, dir, server, key } = await begun()
    expect(key).toMatch(/^sk_live_/)
    const me = expectStatus(await clientOf(server, key).request('GET', '/v1/me'), 200)
    expect(me.body).toMatchObject({ mode: 'live', key: { scopes: ['admin'], tier: 'scale', mode: 'live' } })
    await server.end('SIGINT')
    const again = await startServe(store)
    expect(again.apiKey).toBeNull()
    expectStatus(await clientOf(again, key).request('GET', '/v1/me'), 200)
    await again.end('SIGINT')
    const bytes = await readFile(join(dir, 'journal-0000000000000001'), 'latin1')
    expect(bytes).not.toContain(key)
  })

  test('writes the key into a file of its owner, when asked to', async () => {
    const folder = await temporaryFolder()
    const keyFile = join(folder, 'admin.key')
    const server = await startServe(`json:${join(folder, 'data')}`, '--key-file', keyFile)
    expect(server.apiKey).toBeNull()
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
    const key = (await readFile(keyFile, 'utf8')).trim()
    expectStatus(await clientOf(server, key).request('GET', '/v1/me'), 200)
    await server.end('SIGINT')
  })

  test('makes no key where the file for it cannot be written, and a later start needs none', async () => {
    const folder = await temporaryFolder()
    const store = `json:${join(folder, 'data')}`
    await writeFile(join(folder, 'file'), '')
    for (const keyFile of [join(folder, 'file/admin.key'), folder]) {
      const { code, stderr } = await refused([
        'serve',
        '--store',
        store,
        '--port',
        '0',
        '--key-file',
        keyFile,
      ])
      expect(code).toBe(2)
      expect(stderr).toContain(`Cannot write ${keyFile} (E`)
    }
    const first = await startServe(store)
    expect(first.apiKey).toMatch(/^sk_live_/)
    await first.end('SIGINT')
    const second = await startServe(store, '--key-file', join(folder, 'file/admin.key'))
    expect(second.apiKey).toBeNull()
    await second.end('SIGINT')
    expect((await readdir(folder)).toSorted()).toEqual(['data', 'file'])
  })

  test.runIf(process.platform === 'linux')(
    'says how to get another key when nobody got the first',
    async () => {
      for (const place of ['file', 'stdout'] as const) {
        const dir = join(await temporaryFolder(), 'data')
        const flags = place === 'file' ? ['--key-file', '/dev/full'] : []
        const stdout = place === 'file' ? '/dev/null' : '/dev/full'
        const words = ['serve', '--store', `json:${dir}`, '--port', '0', ...flags]
        const { code, stderr } = await refused(words, 10_000, stdout)
        expect(code).toBe(place === 'file' ? 2 : 1)
        expect(stderr).toContain('ENOSPC')
        expect(stderr).toContain(`skillpass keys bootstrap --store json:${dir}`)
      }
    },
  )

  test('makes secrets that only their owner reads, and no default ones', async () => {
    const [one, other] = [await begun(), await begun()]
    const files = [join(one.dir, 'server-secrets.json'), join(other.dir, 'server-secrets.json')]
    for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600)
    const [first, second] = await Promise.all(files.map(async (file) => readFile(file, 'utf8')))
    expect(first).not.toBe(second)
    await Promise.all([one.server.end('SIGINT'), other.server.end('SIGINT')])
  })
})

describe('a live service', () => {
  test('has nothing of a sandbox', async () => {
    const { server, key } = await begun()
    const client = clientOf(server, key)
    for (const path of ['/v1/sandbox/clock', '/v1/sandbox/mail', '/v1/sandbox/faults'])
      expectError(await client.request('GET', path), 'ROUTE_NOT_FOUND')
    expectError(await client.request('POST', '/v1/sandbox/reset'), 'ROUTE_NOT_FOUND')
    expect((await client.request('GET', '/v1/users')).at('data')).toEqual([])
    await server.end('SIGINT')
  })

  test('answers under its own address, and to pages of origins that were named', async () => {
    const { server, key } = await begun(
      '--base-url',
      'https://skills.example.com',
      '--cors-origin',
      'https://app.example.com',
    )
    const port = new URL(server.url).port
    expect(server.url).toBe('https://skills.example.com')
    expect(port).toBe('')
    await server.end('SIGINT')
    expect(key).not.toBe('')
  })

  test('says on SIGTERM that it takes no more, and answers until then', async () => {
    const { server, key } = await begun('--drain', '1s')
    const client = clientOf(server, key)
    expectStatus(await client.request('GET', '/readyz'), 200)
    const gone = server.end('SIGTERM')
    await expect.poll(async () => (await client.request('GET', '/readyz')).status).toBe(503)
    expectStatus(await client.request('GET', '/v1/me'), 200)
    expect(await gone).toBe(0)
  })

  test('what a process alone on its data folder was sending when it was killed is sent as soon as it is back', async () => {
    let arrived = 0
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    // The first gets no answer before its sender is gone.
    const mail = async (): Promise<undefined> => {
      arrived += 1
      if (arrived === 1) await held
    }
    const server = await mailServer({ mail })
    const flags = ['--smtp', server.url, '--smtp-from', 'hiring@acme.example']
    const first = await begun(...flags)
    const client = clientOf(first.server, first.key)
    const skill = { key: 'react', name: 'React' }
    expectStatus(await client.request('POST', '/v1/skills', { body: skill }), 201)
    const invite = { candidate_email: 'ada@example.com', skill: 'react' }
    expectStatus(await client.request('POST', '/v1/assess/invites', { body: invite }), 201)
    await expect.poll(() => arrived, { timeout: 10_000 }).toBe(1)
    await first.server.end('SIGKILL')
    const second = await startServe(first.store, ...flags)
    await expect.poll(() => arrived, { timeout: 10_000 }).toBe(2)
    letGo()
    await second.end('SIGINT')
  })
})

test('half a note of where commands reach it holds up neither start nor end', async () => {
  const dir = join(await temporaryFolder(), 'data')
  await mkdir(dir)
  await writeFile(join(dir, 'control.json'), '{"path":')
  const server = await startServe(`json:${dir}`)
  expect(server.stderr()).not.toContain('cannot reach this process')
  expect(await server.end('SIGINT')).toBe(0)
})

describe('a sandbox for a team', () => {
  test('drains, keeps its secrets where it was told to, and shows /metrics and its log as it was told to', async () => {
    const folder = await temporaryFolder()
    const [store, secretFile] = [`json:${join(folder, 'data')}`, join(folder, 'secrets.json')]
    const server = await startServe(
      store,
      '--sandbox',
      '--drain=1s',
      '--metrics=open',
      '--kept-requests=2',
      `--secret-file=${secretFile}`,
    )
    const client = clientOf(server, server.apiKey ?? '')
    expect((await stat(secretFile)).mode & 0o777).toBe(0o600)
    await expect(stat(join(folder, 'data', 'server-secrets.json'))).rejects.toThrow('ENOENT')
    const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9' } }
    expectStatus(await client.request('GET', '/metrics', forwarded), 200)
    for (let nth = 0; nth < 4; nth += 1) await client.request('GET', '/v1/me')
    const logged = expectStatus(await client.request('GET', '/v1/logs'), 200)
    expect(logged.at('data')).toHaveLength(2)
    const slow = { method: 'GET', path: '/v1/me', delay_ms: 1_500 }
    expectStatus(await client.request('POST', '/v1/sandbox/faults', { body: slow }), 201)
    const running = client.request('GET', '/v1/me')
    const gone = server.end('SIGTERM')
    await expect.poll(async () => (await client.request('GET', '/readyz')).status).toBe(503)
    expectStatus(await running, 200)
    expect(await gone).toBe(0)
  })

  test('serves HTTPS when it was given a certificate', async () => {
    const certificates = new URL('../worker/certificates/', import.meta.url).pathname
    const server = await startServe(
      `json:${join(await temporaryFolder(), 'data')}`,
      '--sandbox',
      `--tls-cert=${certificates}hooks.test.pem`,
      `--tls-key=${certificates}hooks.test.key.pem`,
    )
    expect(server.url).toMatch(/^https:/)
    await server.end('SIGINT')
  })
})

test('a log that nobody reads does not hold up the end', async () => {
  const { server, key } = await begun()
  server.stopReading()
  // More lines than a pipe holds.
  for (let nth = 0; nth < 900; nth += 1) await clientOf(server, key).request('GET', '/v1/me')
  expect(await server.end('SIGINT')).toBe(0)
})

describe('what does not start', () => {
  test('a live service on the data of a sandbox, and the reverse', async () => {
    const { dir, server } = await begun()
    await server.end('SIGINT')
    const dev = await refused(['dev', '--data', dir, '--port', '0', '--json'])
    expect(dev.code).toBe(7)
    expect(dev.stderr).toContain('holds a live service')
    const sandboxDir = join(await temporaryFolder(), 'data')
    const sandbox = await startDev(sandboxDir)
    await sandbox.end('SIGINT')
    const live = await refused(['serve', '--store', `json:${sandboxDir}`, '--port', '0'])
    expect(live.code).toBe(7)
    expect(live.stderr).toContain('holds a sandbox service')
  })

  test('a store with other secrets than its own', async () => {
    const { store, server } = await begun()
    await server.end('SIGINT')
    const other = join(await temporaryFolder(), 'other.json')
    const { code, stderr } = await refused(['serve', '--store', store, '--port', '0', '--secret-file', other])
    expect(code).toBe(7)
    expect(stderr).toContain('are not those of this store')
    expect(stderr).toContain('--secret-file')
  })

  test('whatever fails once it listens: the process ends, and the port is free', async () => {
    const dir = join(await temporaryFolder(), 'data')
    // Where it answers is written there first: it cannot be.
    await mkdir(join(dir, 'lock.tmp'), { recursive: true })
    const { code, stderr } = await refused(['serve', '--store', `json:${dir}`, '--port', '0'])
    expect(code).toBe(7)
    expect(stderr).toContain('Cannot start: ')
    expect(stderr).not.toMatch(/^ +at /m)
    await rm(join(dir, 'lock.tmp'), { recursive: true })
    const next = await startServe(`json:${dir}`)
    expect(next.apiKey).toMatch(/^sk_live_/)
    await next.end('SIGINT')
  })

  test('a store or a file of secrets where nothing can be', async () => {
    const dir = join(await temporaryFolder(), 'data')
    for (const flags of [
      ['--store', 'json:/dev/null/data'],
      ['--store', `json:${dir}`, '--secret-file', '/dev/null/secrets.json'],
    ]) {
      const { code, stderr } = await refused(['serve', '--port', '0', ...flags])
      expect([2, 7]).toContain(code)
      expect(stderr).toMatch(/^error {2}.*\/dev\/null/)
      expect(stderr).not.toMatch(/^ +at /m)
    }
  })

  test.each(['absent.pem', 'junk.pem'])(
    '%s instead of a certificate; the next start finds nothing in its way',
    async (name) => {
      const folder = await temporaryFolder()
      const [store, file] = [`json:${join(folder, 'data')}`, join(folder, name)]
      await writeFile(join(folder, 'junk.pem'), 'junk')
      const flags = ['--store', store, '--port', '0', '--tls-cert', file, '--tls-key', file]
      const { code, stderr } = await refused(['serve', ...flags])
      expect([code, stderr]).toEqual([2, expect.stringContaining(`--tls-cert ${file}`)])
      await (await startServe(store)).end('SIGINT')
    },
  )

  test.each([
    [['--tls-cert', 'missing.pem', '--tls-key', 'missing.key'], 2, 'missing.pem'],
    [['--tls-cert', 'README.md', '--tls-key', 'README.md'], 2, '--tls-cert README.md'],
    [['--store', 'redis://x'], 2, 'json:DIR or postgres://'],
    [['--store', 'postgres://user:hunter2@['], 2, 'json:DIR or postgres://'],
    [['--cors-origin', 'https://app.example.com/page'], 2, '--cors-origin takes an origin'],
    [['--allow-egress', 'everywhere'], 2, '--allow-egress takes a range'],
    [['--allow-egress', '999.1.1.1/8'], 2, '--allow-egress: Not a range of addresses'],
    [['--trusted-proxy', '10.0.0.0/99'], 2, '--trusted-proxy: Not a range of addresses'],
    [['--sandbox', '--smtp', 'smtp://user:hunter2@127.0.0.1'], 2, '--smtp does not go with --sandbox'],
    [['--sandbox', '--smtp-from', 'a@example.com'], 2, '--smtp-from does not go with --sandbox'],
    [['--sandbox', '--mail-locale', 'de'], 2, '--mail-locale does not go with --sandbox'],
    [['--sandbox', '--allow-egress', '10.0.0.0/8'], 2, '--allow-egress does not go with --sandbox'],
    [['--base-url', 'skills.example.com'], 2, '--base-url takes the address'],
  ])('%j', async (flags, code, text) => {
    const found = await refused(['serve', '--port', '0', ...flags])
    expect(found.code).toBe(code)
    expect(found.stderr).toContain(text)
    expect(found.stderr).not.toContain('hunter2')
  })
})
