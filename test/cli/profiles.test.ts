import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sharedSandbox } from '../sandbox.ts'
import { at, cli, errorOf } from './cli.ts'
import type { Ran, Setting } from './cli.ts'
import { emptyFolder } from './program.ts'
import { deadUrl, rig } from '../sdk/scripted-server.ts'

const sandbox = await sharedSandbox({ seed: 'default' })
const escapes = /\u001b\[[0-9;?]*[a-zA-Z]/g

/** A user with a home of their own. */
async function someone() {
  const dir = await emptyFolder()
  const run = async (line: string, setting: Setting = {}): Promise<Ran> =>
    await cli(line.split(' '), { ...setting, env: { SKILLPASS_CONFIG_DIR: dir, ...setting.env } })
  const login = (flags = '') =>
    run(`login --base-url ${sandbox.url} --key-stdin${flags}`, { stdin: `${sandbox.apiKey}\n` })
  return { dir, file: join(dir, 'config.json'), run, login }
}

describe('login', () => {
  test('keeps a checked key, readable by its owner only, and uses it from then on', async () => {
    const { file, run, login } = await someone()
    const done = await login(' --json')
    expect([done.code, done.stdout]).toEqual([0, expect.not.stringContaining(sandbox.apiKey)])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(at(await run('whoami --json'), 'key_from')).toBe('profile')
    expect(at(await run('user get usr_alex --json'), 'id')).toBe('usr_alex')
  })

  test('asks for address and key on a terminal; the key is not shown', async () => {
    const { run, file } = await someone()
    const ran = await run('login', {
      typed: [`${sandbox.url}\r`, `${sandbox.apiKey}\r`],
      columns: 100,
    })
    expect(ran.code).toBe(0)
    expect(ran.stdout + ran.stderr).not.toContain(sandbox.apiKey)
    expect(await readFile(file, 'utf8')).toContain(sandbox.apiKey)
  })

  test('an address that is none is asked for again', async () => {
    const { run } = await someone()
    const wrong = ['example\r', '\u0015', `${sandbox.url}\r`, `${sandbox.apiKey}\r`]
    const ran = await run('login', { typed: wrong, columns: 100 })
    expect([ran.code, ran.stderr.replaceAll(escapes, '')]).toEqual([
      0,
      expect.stringContaining('It is an address such as'),
    ])
  })

  test('--timeout bounds the check of the key', async () => {
    const { run } = await someone()
    const silent = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const address = silent.address()
    if (address === null || typeof address === 'string') throw new Error('It has no port.')
    const line = `login --base-url http://127.0.0.1:${address.port} --key-stdin --timeout 1 --json`
    const ran = await run(line, { stdin: sandbox.apiKey })
    expect([ran.code, errorOf(ran).code]).toEqual([6, 'TIMEOUT'])
  })

  test('a key that the service does not know is not kept', async () => {
    const { file, run } = await someone()
    const ran = await run(`login --base-url ${sandbox.url} --key-stdin --json`, { stdin: 'sk_test_wrong' })
    expect([ran.code, errorOf(ran).code]).toEqual([4, expect.stringContaining('AUTH_')])
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  test.each([
    ['login', {}, 'Missing: --base-url, --key-stdin.'],
    ['login --no-input', { columns: 100, typed: [] }, 'Missing: --base-url, --key-stdin.'],
    ['login', { columns: 100, typed: [], env: { CI: '1' } }, 'Missing: --base-url, --key-stdin.'],
    ['login', { columns: 100, typed: [], env: { TERM: 'dumb' } }, 'Missing: --base-url, --key-stdin.'],
    [`login --base-url ${sandbox.url} --key-stdin`, { stdin: '' }, 'No key was given.'],
  ] as const)('%s without anybody to ask: exit 2', async (line, setting, told) => {
    const { run } = await someone()
    const ran = await run(line, setting)
    expect([ran.code, ran.stdout, ran.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      '',
      expect.stringContaining(told),
    ])
  })

  test('Ctrl-C at a question: exit 130, nothing kept', async () => {
    const { file, run } = await someone()
    const ran = await run('login', { typed: ['\u0003'], columns: 100 })
    expect(ran.code).toBe(130)
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })
})

describe('the key of a profile', () => {
  test('is sent to its own address only', async () => {
    const { run, login } = await someone()
    await login()
    const elsewhere = await rig([{ status: 401, body: { error: { code: 'AUTH_MISSING', message: 'no' } } }])
    await run(`user get usr_alex --base-url ${elsewhere.url}`)
    expect(elsewhere.received).toHaveLength(1)
    expect(elsewhere.received[0]?.headers.authorization).toBeUndefined()
  })

  test('gives way to the environment, and --profile gives way to nothing', async () => {
    const { run, login } = await someone()
    await login(' --profile own')
    const env = { SKILLPASS_API_KEY: sandbox.apiKey }
    expect(at(await run('whoami --json', { env }), 'key_from')).toBe('environment')
    expect(at(await run('whoami --json --profile own', { env }), 'key_from')).toBe('profile')
    const other = { SKILLPASS_BASE_URL: await deadUrl() }
    expect((await run('whoami', { env: other })).code).toBe(6)
    expect(at(await run('whoami --json --profile own', { env: other }), 'base_url')).toBe(sandbox.url)
  })
})

describe('profile', () => {
  test('add, list, use, remove, logout', async () => {
    const { run, login } = await someone()
    expect((await run('profile list --json')).stdout).toBe('[]\n')
    await login(' --profile one')
    await run(`profile add two --base-url ${sandbox.url} --key-stdin`, { stdin: sandbox.apiKey })
    expect((await run('profile list --quiet')).stdout).toBe('one\ntwo\n')
    expect(at(await run('profile list --json'), '0.current')).toBe(true)
    await run('profile use two')
    expect(at(await run('whoami --json'), 'profile')).toBe('two')
    expect((await run('profile remove one')).code).toBe(0)
    expect((await run('logout')).code).toBe(0)
    expect((await run('profile list --quiet')).stdout).toBe('')
    expect((await run('logout')).code).toBe(2)
  })

  test('on a terminal, removing one is asked about; no leaves it', async () => {
    const { run, login } = await someone()
    await login(' --profile one')
    const refused = await run('profile remove one', { typed: ['n\r'], columns: 100 })
    expect([refused.code, refused.stderr]).toEqual([8, expect.stringContaining('Nothing was changed.')])
    expect((await run('profile remove one', { typed: ['y\r'], columns: 100 })).code).toBe(0)
    expect((await run('profile list --quiet')).stdout).toBe('')
  })

  test('an unknown one is answered with the nearest', async () => {
    const { run, login } = await someone()
    await login(' --profile staging')
    const ran = await run('profile use stagng')
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('Did you mean "staging"?')])
    expect((await run('user list', { env: { SKILLPASS_PROFILE: 'stage' } })).code).toBe(2)
  })

  test('a damaged user config is named, and stays as it is', async () => {
    const { file, run } = await someone()
    await writeFile(file, '{"profiles": [')
    const ran = await run('user list')
    expect([ran.code, ran.stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining('is damaged')])
    expect((await run(`login --base-url ${sandbox.url} --key-stdin`, { stdin: sandbox.apiKey })).code).toBe(2)
    expect(await readFile(file, 'utf8')).toBe('{"profiles": [')
  })
})

describe('a read-only profile', () => {
  test('reads, and refuses every write before it is sent', async () => {
    const { run, login } = await someone()
    await login(' --read-only')
    expect((await run('passport batch usr_alex --skill react')).code).toBe(0)
    const before = at(await run('logs list --json --limit 1'), '0.request_id')
    const ran = await run('invite send kim@example.com --skill react --json')
    expect([ran.code, errorOf(ran).code]).toEqual([4, 'PROFILE_READ_ONLY'])
    const asked = `api POST /v1/assess/invites -f candidate_email=kim@example.com`
    expect((await run(asked)).code).toBe(4)
    const since = JSON.parse((await run('logs list --json --limit 5')).stdout)
    const writes = since.filter(
      (entry: { method: string; path: string }) => entry.path === '/v1/assess/invites',
    )
    expect([before, writes]).toEqual([expect.any(String), []])
  })
})

describe('a live service', () => {
  const live = { SKILLPASS_API_KEY: 'sk_live_00000000000000000000000000000000' }
  const user = { id: 'usr_1', object: 'user' }

  test.each([
    ['user update usr_1 --name Kim', true],
    ['user get usr_1', false],
    ['user update usr_1 --name Kim --json', false],
  ])('%s: marked in red %s', async (line, marked) => {
    const server = await rig([{ body: user }])
    const env = { ...live, SKILLPASS_BASE_URL: server.url, FORCE_COLOR: '1' }
    const ran = await cli(line.split(' '), { env, columns: 100 })
    expect(/\u001b\[31mLIVE/.test(ran.stderr)).toBe(marked)
  })

  test('a severe step wants its name typed, and --yes where nobody can', async () => {
    const server = await rig([{ body: user }])
    const env = { ...live, SKILLPASS_BASE_URL: server.url }
    const erase = ['user', 'erase', 'usr_1']
    expect((await cli(erase, { env })).code).toBe(2)
    expect((await cli(erase, { env, typed: ['\r'], columns: 100 })).code).toBe(8)
    expect(server.received).toHaveLength(0)
    await cli(erase, { env, typed: ['usr_1\r'], columns: 100 })
    await cli([...erase, '--yes'], { env })
    expect(server.received).toHaveLength(2)
  })
})
