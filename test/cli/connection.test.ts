import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from '../../src/cli/config.ts'
import { connect } from '../../src/cli/connection.ts'
import { deadUrl, rig } from '../sdk/scripted-server.ts'
import { cli, errorOf } from './cli.ts'

const nothing = { baseUrl: undefined, profile: undefined, dataDir: undefined }
const noEnv = readEnvironment({})
const sandboxKey = 'sk_test_of_the_sandbox'

interface Located {
  readonly url?: string
  readonly pid?: number
}

/** A folder with the files of a sandbox that runs, in this process unless told otherwise. */
async function folder({ url = 'http://127.0.0.1:4999', pid = process.pid }: Located = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'skillpass-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const data = join(root, '.skillpass')
  await mkdir(data)
  await writeFile(
    join(data, 'sandbox.json'),
    JSON.stringify({ url, pid, started_at: '2026-11-21T12:00:00.000Z' }),
  )
  await writeFile(join(data, 'credentials.json'), JSON.stringify({ api_key: sandboxKey }))
  return root
}

test('flag before environment before the sandbox of this folder before the default', async () => {
  const cwd = await folder()
  const env = readEnvironment({ SKILLPASS_BASE_URL: 'http://env.example' })
  const flag = { ...nothing, baseUrl: 'http://flag.example' }
  expect(await connect(flag, env, cwd)).toMatchObject({ baseUrl: 'http://flag.example', from: 'flag' })
  expect(await connect(nothing, env, cwd)).toMatchObject({
    baseUrl: 'http://env.example',
    from: 'environment',
  })
  expect(await connect(nothing, noEnv, cwd)).toMatchObject({
    baseUrl: 'http://127.0.0.1:4999',
    from: 'sandbox',
  })
  expect(await connect(nothing, noEnv, tmpdir())).toMatchObject({
    baseUrl: 'http://127.0.0.1:4747',
    from: 'default',
  })
})

test('the sandbox is found from a folder below, and by --data or SKILLPASS_DATA_DIR from anywhere', async () => {
  const cwd = await folder()
  const below = join(cwd, 'a', 'b')
  await mkdir(below, { recursive: true })
  expect(await connect(nothing, noEnv, below)).toMatchObject({ from: 'sandbox', apiKey: sandboxKey })
  const dataDir = join(cwd, '.skillpass')
  expect(await connect({ ...nothing, dataDir }, noEnv, '/')).toMatchObject({ from: 'sandbox' })
  expect(await connect(nothing, readEnvironment({ SKILLPASS_DATA_DIR: dataDir }), '/')).toMatchObject({
    from: 'sandbox',
  })
})

test('a sandbox that --data names and that does not run: exit 7, and no other service is asked', async () => {
  const { url, received } = await rig([{ body: {} }])
  const env = { SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: sandboxKey }
  const cwd = await folder({ url })
  const ran = await cli(['user', 'create', '--name', 'Kim', '--data', 'elsewhere', '--json'], { env, cwd })
  expect([ran.code, errorOf(ran).code]).toEqual([7, 'SANDBOX_NOT_RUNNING'])
  const waited = await cli(['wait', '--data', 'elsewhere', '--timeout', '1'], { env, cwd })
  expect([waited.code, waited.stderr]).toEqual([8, expect.stringContaining('No sandbox was ready here')])
  expect(received).toEqual([])
  await cli(['user', 'create', '--name', 'Kim', '--data', 'elsewhere', '--base-url', url], {
    env,
    cwd,
  })
  expect(received).toHaveLength(1)
})

test('a locator whose process is gone is no sandbox', async () => {
  const cwd = await folder({ pid: 2 ** 30 })
  expect(await connect(nothing, noEnv, cwd)).toMatchObject({
    from: 'default',
    apiKey: undefined,
    sandbox: null,
  })
})

test('a locator that points to another machine is not followed', async () => {
  const cwd = await folder({ url: 'http://collector.example' })
  expect(await connect(nothing, noEnv, cwd)).toMatchObject({ from: 'default', apiKey: undefined })
})

test('the key of the sandbox goes to its own address only', async () => {
  const cwd = await folder()
  const own = { ...nothing, baseUrl: 'http://127.0.0.1:4999/' }
  expect(await connect(own, noEnv, cwd)).toMatchObject({ apiKey: sandboxKey, keyFrom: 'sandbox' })
  const other = { ...nothing, baseUrl: 'http://127.0.0.1:4998' }
  expect(await connect(other, noEnv, cwd)).toMatchObject({ apiKey: undefined, keyFrom: 'none' })
})

test('the key of the environment goes before that of the sandbox', async () => {
  const env = readEnvironment({ SKILLPASS_API_KEY: 'sk_test_of_mine' })
  expect(await connect(nothing, env, await folder())).toMatchObject({
    apiKey: 'sk_test_of_mine',
    keyFrom: 'environment',
  })
})

test('the request carries it', async () => {
  const { url, received } = await rig([
    { body: { object: 'list', data: [], has_more: false, next_cursor: null } },
  ])
  const cwd = await folder({ url })
  expect((await cli(['user', 'list'], { cwd })).code).toBe(0)
  expect(received[0]?.headers['authorization']).toBe(`Bearer ${sandboxKey}`)
  expect(received[0]?.headers['user-agent']).toMatch(/^skillpass-cli skillpass-node\//)
})

test('exit 7, at once, when the sandbox of this folder does not answer', async () => {
  const cwd = await folder({ url: await deadUrl() })
  const started = performance.now()
  const ran = await cli(['user', 'list', '--json'], { cwd })
  expect([ran.code, errorOf(ran).code]).toEqual([7, 'SANDBOX_NOT_RUNNING'])
  expect(performance.now() - started).toBeLessThan(2_000)
  expect((await cli(['user', 'list'], { cwd })).stderr).toContain('Start one: skillpass dev')
})

test('an unknown profile of the environment is not passed over in silence', async () => {
  expect((await cli(['user', 'list'], { env: { SKILLPASS_PROFILE: 'staging' } })).stderr).toContain(
    'Unknown profile "staging"',
  )
})
