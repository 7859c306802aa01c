import { readFileSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import stringWidth from 'string-width'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { nodeVersion, oldestNode } from '../../src/cli/doctor/node-version.ts'
import { startSandbox } from '../../src/sandbox.ts'
import { version } from '../../src/sdk/index.ts'
import { sharedSandbox, temporaryFolder } from '../sandbox.ts'
import { deadUrl, rig, sampleKey } from '../sdk/scripted-server.ts'
import { closedPort } from '../worker/receivers.ts'
import { cli } from './cli.ts'
import type { Setting } from './cli.ts'

const sandbox = await sharedSandbox()
const bound = { SKILLPASS_BASE_URL: sandbox.url, SKILLPASS_API_KEY: sandbox.apiKey }

const report = z.array(
  z.strictObject({
    check: z.string(),
    status: z.enum(['ok', 'warn', 'fail']),
    message: z.string().min(1),
    remedy: z.string().min(1).nullable(),
  }),
)

const names = 'node config proxy port data lock service version key clock'.split(' ')

/** What it says in an empty folder with an empty user config, but for what the test puts there. */
async function examined({ env = bound, ...setting }: Setting = {}, ...flags: string[]) {
  const empty = await temporaryFolder()
  const port = flags.includes('--port') ? [] : ['--port', String(await closedPort())]
  const { code, stdout, stderr } = await cli(['doctor', '--json', ...port, ...flags], {
    cwd: empty,
    ...setting,
    env: { SKILLPASS_CONFIG_DIR: empty, ...env },
  })
  expect(stderr).toBe('')
  const found = report.parse(JSON.parse(stdout))
  const of = (name: string) => {
    const one = found.find(({ check }) => check === name)
    if (one === undefined) throw new Error(`No check ${name}`)
    return [one.status, one.message, one.remedy] as const
  }
  return { code, found, of }
}

test('everything in order: every check by its name, none fails, exit 0', async () => {
  const { code, found } = await examined()
  expect(found.map(({ check }) => check)).toEqual(names)
  expect(found.map(({ status }) => status)).toEqual(names.map(() => 'ok'))
  expect(found.map(({ remedy }) => remedy)).toEqual(names.map(() => null))
  expect(code).toBe(0)
})

test.each([60, 100])(
  'for people: a line a check with the remedy below, within %i columns',
  async (columns) => {
    const cwd = await temporaryFolder()
    const env = { SKILLPASS_BASE_URL: await deadUrl(), SKILLPASS_CONFIG_DIR: cwd }
    const { code, stdout } = await cli(['doctor'], { cwd, env, columns })
    // oxlint-disable-next-line no-control-regex
    const rows = stdout.replaceAll(/\u001b\[[0-9;]*m/g, '').split('\n')
    expect(code).toBe(8)
    expect(rows.filter((row) => /^ {2}[✓!✗] [a-z]/.test(row)).map((row) => row.split(/ +/)[2])).toEqual(names)
    const at = rows.findIndex((row) => row.startsWith('  ✗ service'))
    expect(rows.slice(at).find((row) => row.includes('→'))).toMatch(/^ {14}→ Is http/)
    const tooWide = rows.filter((row) => stringWidth(row) > columns && / .* /.test(row.trim()))
    expect(tooWide).toEqual([])
  },
)

test('--quiet names what is not in order; a pipe gets fields by tab', async () => {
  const cwd = await temporaryFolder()
  const env = { SKILLPASS_BASE_URL: await deadUrl(), SKILLPASS_CONFIG_DIR: cwd }
  expect(await cli(['doctor', '--quiet', '--port', String(await closedPort())], { cwd, env })).toEqual({
    code: 8,
    stdout: 'service\nversion\nkey\nclock\n',
    stderr: '',
  })
  const rows = (await cli(['doctor'], { cwd, env })).stdout.split('\n').slice(0, -1)
  expect(rows.map((row) => row.split('\t').length)).toEqual(names.map(() => 4))
})

test('the oldest Node.js is that of the package', () => {
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))
  expect(engines.node).toBe(`>=${oldestNode}`)
  expect(nodeVersion('20.18.9').status).toBe('fail')
  expect(['20.19.0', '21.0.0', '26.1.0'].map((one) => nodeVersion(one).status)).toEqual(['ok', 'ok', 'ok'])
})

test('port: free, or taken and by whom', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = String(typeof address === 'object' && address !== null ? address.port : 0)
  const [status, message, remedy] = (await examined({}, '--port', port)).of('port')
  expect([status, remedy]).toEqual(['warn', expect.stringContaining('--port N')])
  expect(message).toContain(`${port} is taken by `)
  if (process.platform === 'linux') expect(message).toContain(`(process ${process.pid})`)
})

test('data folder and lock: whose they are while a sandbox runs, and what is left after a crash', async () => {
  const cwd = await temporaryFolder()
  const dataDir = join(cwd, '.skillpass')
  const running = await startSandbox({ port: 0, seed: 'empty', dataDir })
  const env = {}
  const during = await examined({ cwd, env }, '--port', String(running.port))
  expect(during.of('port')[1]).toContain(`that of the sandbox of this folder, process ${process.pid}`)
  expect(during.of('data')).toEqual(['ok', expect.stringMatching(/\.skillpass, \d+ kB$/), null])
  expect(during.of('lock')[1]).toContain(`held by process ${process.pid} at ${running.url}`)
  expect(during.of('service')[1]).toContain(`${running.url} is ready (the sandbox of this folder)`)
  expect(during.code).toBe(0)
  await running.close()

  const dead = { pid: 2 ** 30, since: '2026-11-21T12:00:00.000Z', url: null, birth: null }
  await writeFile(join(dataDir, 'lock'), JSON.stringify(dead))
  await rm(join(dataDir, '.gitignore'))
  const after = await examined({ cwd, env })
  expect(after.of('lock')).toEqual(['warn', expect.stringContaining('left behind'), expect.any(String)])
  expect(after.of('data')).toEqual([
    'warn',
    expect.stringContaining('.gitignore'),
    expect.stringContaining('echo'),
  ])
  await writeFile(join(dataDir, '.gitignore'), '*\n')
  await chmod(dataDir, 0o755)
  expect((await examined({ cwd, env })).of('data')[2]).toBe(`It holds a key: chmod 700 ${dataDir}`)
})

test('a data folder that cannot be one', async () => {
  const cwd = await temporaryFolder()
  await writeFile(join(cwd, 'file'), '')
  const file = await examined({ cwd }, '--data', 'file')
  expect([file.code, file.of('data')[0], file.of('data')[1]]).toEqual([
    8,
    'fail',
    `${join(cwd, 'file')} is a file`,
  ])
  expect((await examined({ cwd }, '--data', 'a/b')).of('data')).toEqual([
    'fail',
    `${join(cwd, 'a/b')} cannot be made`,
    expect.stringContaining('--data'),
  ])
})

test('user config: none, open to others, broken, unreadable', async () => {
  const folder = await temporaryFolder()
  const env = { ...bound, SKILLPASS_CONFIG_DIR: folder }
  const path = join(folder, 'config.json')
  expect((await examined({ env })).of('config')[1]).toContain('none')
  await writeFile(path, '{}', { mode: 0o644 })
  await chmod(path, 0o644)
  expect((await examined({ env })).of('config')).toEqual([
    'warn',
    `${path} can be read by others (mode 0644)`,
    `It may hold keys: chmod 600 ${path}`,
  ])
  await chmod(path, 0o600)
  expect((await examined({ env })).of('config')).toEqual(['ok', path, null])
  await writeFile(path, '{"profiles":')
  const broken = await examined({ env })
  expect([broken.code, broken.of('config')[0], broken.of('config')[1]]).toEqual([
    8,
    'fail',
    `${path} is not JSON`,
  ])
  await rm(path)
  await mkdir(path)
  expect((await examined({ env })).of('config')[0]).toBe('fail')
  const home = await temporaryFolder()
  await mkdir(join(home, 'skillpass'))
  await writeFile(join(home, 'skillpass', 'config.json'), '[]', { mode: 0o600 })
  const elsewhere = await examined({ env: { ...bound, SKILLPASS_CONFIG_DIR: '', XDG_CONFIG_HOME: home } })
  expect(elsewhere.of('config')[1]).toBe(`${join(home, 'skillpass', 'config.json')} is not JSON`)
})

test.each<[string, Readonly<Record<string, string>>, string, string]>([
  ['none', {}, 'ok', 'no proxy variables'],
  ['unused', { HTTPS_PROXY: 'http://proxy.example:1' }, 'ok', 'goes there directly'],
  [
    'this machine left out',
    { HTTP_PROXY: 'http://kim:s3cret@proxy.example:1' },
    'warn',
    'NO_PROXY leaves out this',
  ],
  [
    'covered',
    { HTTP_PROXY: 'http://proxy.example:1', NO_PROXY: 'localhost,127.0.0.1,::1' },
    'ok',
    'directly',
  ],
  ['broken', { HTTP_PROXY: 'ftp://proxy.example' }, 'fail', 'HTTP_PROXY names no proxy that can be used'],
])('proxy: %s', async (_, proxies, status, message) => {
  const { found, of } = await examined({ env: { ...bound, ...proxies } })
  expect(of('proxy').slice(0, 2)).toEqual([status, expect.stringContaining(message)])
  expect(JSON.stringify(found)).not.toContain('s3cret')
})

test('service: nobody named one, one that is away, one that is none', async () => {
  const away = await examined({ env: { SKILLPASS_BASE_URL: await deadUrl(), SKILLPASS_API_KEY: sampleKey } })
  expect([away.code, away.of('service')[0], away.of('service')[2]]).toEqual([
    8,
    'fail',
    expect.stringContaining('from SKILLPASS_BASE_URL'),
  ])
  expect(away.of('key')).toEqual(['warn', expect.stringContaining('not tried'), null])
  expect(away.of('clock')[0]).toBe('warn')
  const { url } = await rig([{ status: 404, body: 'hello' }])
  expect((await examined({ env: { SKILLPASS_BASE_URL: url } })).of('service')).toEqual([
    'fail',
    expect.stringContaining('may not be a skillpass service'),
    expect.any(String),
  ])
  const unknown = await examined({}, '--profile', 'nobody')
  expect([unknown.code, unknown.of('service')[0]]).toEqual([8, 'fail'])
})

test('service: one that hangs is not waited for long', async () => {
  const { url } = await rig([{ instead: 'hang' }])
  const startedAt = performance.now()
  const { of } = await examined({ env: { SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: sampleKey } })
  expect(of('service')[1]).toContain('within 2 s')
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

test('key: none, refused, ending soon, rotated', async () => {
  const none = await examined({ env: { SKILLPASS_BASE_URL: sandbox.url } })
  expect([none.code, none.of('key')]).toEqual([8, ['fail', 'there is none', expect.any(String)]])
  const refused = await examined({ env: { ...bound, SKILLPASS_API_KEY: sampleKey } })
  expect(refused.of('key')[0]).toBe('fail')
  expect(JSON.stringify(refused.found)).not.toContain(sampleKey)
  const soon = await sandbox.newKey(['read'], {
    expires_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  })
  const ending = await examined({ env: { ...bound, SKILLPASS_API_KEY: soon.secret } })
  expect(ending.of('key')).toEqual([
    'warn',
    expect.stringMatching(/^sk_test_\w{4}…\w{4} \(from SKILLPASS_API_KEY\), sandbox, read, ends in 3 days$/),
    expect.stringContaining(`key rotate ${soon.id}`),
  ])
  const later = await sandbox.newKey(['read'], {
    expires_at: new Date(Date.now() + 90 * 86_400_000).toISOString(),
  })
  expect((await examined({ env: { ...bound, SKILLPASS_API_KEY: later.secret } })).of('key')[0]).toBe('ok')
})

test('version: another one there', async () => {
  const me = {
    object: 'me',
    mode: 'live',
    version: '99.0.0',
    base_url: '',
    key: { permissions: [], scopes: [], expires_at: null },
  }
  const { url } = await rig([{ body: { ...me, status: 'ready' } }])
  const { of } = await examined({ env: { SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: sampleKey } })
  expect(of('version')).toEqual(['warn', `${version} here, 99.0.0 there`, expect.any(String)])
})

test('clock: a skew is told, with its size; the clock of a sandbox that was moved is none', async () => {
  const shifted = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
  expect((await examined({ now: shifted(-90) })).of('clock')).toEqual([
    'warn',
    expect.stringMatching(/^the service is 1 min (29|30|31) s ahead of this machine$/),
    expect.stringContaining('NTP'),
  ])
  const far = await examined({ now: shifted(3_600) })
  expect([far.code, far.of('clock')[0]]).toEqual([8, 'fail'])
  expect(far.of('clock')[1]).toMatch(/^the service is (1 h|59 min \d+ s) (\d+ s )?behind this machine$/)
  await cli(['clock', 'advance', '3d'], { env: bound })
  await cli(['clock', 'freeze'], { env: bound })
  expect((await examined()).of('clock')).toEqual([
    'ok',
    'the same here and there; the clock of the sandbox is 3 d ahead, frozen, as it was set',
    null,
  ])
})
