import { expect, test } from 'vitest'
import { sharedSandbox } from '../sandbox.ts'
import { deadUrl, refusal, rig } from '../sdk/scripted-server.ts'
import { at, cli, cliFor, errorOf } from './cli.ts'

const sandbox = await sharedSandbox({ seed: 'default' })
const run = cliFor(sandbox)

test.each([
  [0, 'passport get usr_new', null],
  [2, 'passport get ..', 'PARAMETER_INVALID'],
  [3, 'passport get nobody', 'USER_NOT_FOUND'],
  [3, 'passport get usr_erased', 'USER_ERASED'],
  [3, 'passport skill usr_alex rust', 'SKILL_NOT_IN_PASSPORT'],
  [3, 'passport check nobody --skill react', 'USER_NOT_FOUND'],
  [3, 'passport check usr_erased --skill react', 'USER_ERASED'],
  [5, 'invite send kim@example.com --skill knitting', 'SKILL_UNKNOWN'],
  [5, 'user create --name Alex --id usr_alex', 'USER_EXISTS'],
])('exit %i: %s', async (code, line, expected) => {
  const ran = await run(`${line} --json`)
  expect(ran.code).toBe(code)
  if (expected !== null) expect(errorOf(ran)['code']).toBe(expected)
})

test('exit 4: no key, a wrong key, a key that may not', async () => {
  const bare = await cli(['user', 'list', '--json', '--base-url', sandbox.url])
  expect([bare.code, errorOf(bare).code]).toEqual([4, 'AUTH_MISSING'])
  const wrong = await run('user list --json', { env: { SKILLPASS_API_KEY: 'sk_test_nonsense' } })
  expect([wrong.code, errorOf(wrong).code]).toEqual([4, 'AUTH_KEY_MALFORMED'])
  const { secret } = await sandbox.newKey(['verify'])
  const weak = await run('user list --json', { env: { SKILLPASS_API_KEY: secret } })
  expect([weak.code, errorOf(weak).code]).toEqual([4, 'SCOPE_INSUFFICIENT'])
})

test('without a key the way to one is told', async () => {
  const { stderr } = await cli(['user', 'list', '--base-url', sandbox.url])
  expect(stderr).toContain('There is no API key to send.')
  expect(stderr).toContain('Set SKILLPASS_API_KEY')
})

test('exit 1: the server failed', async () => {
  const { url } = await rig([refusal(500, 'INTERNAL_ERROR', { 'x-should-retry': 'false' })])
  expect((await cli(['user', 'list', '--base-url', url])).code).toBe(1)
})

test('exit 6: nobody at a given address, no answer in time, limited for too long', async () => {
  const dead = await cli(['user', 'list', '--json', '--base-url', await deadUrl(), '--timeout', '1'])
  expect([dead.code, errorOf(dead).code]).toEqual([6, 'CONNECTION_REFUSED'])
  const { url } = await rig([{ instead: 'hang' }])
  const late = await cli(['user', 'list', '--json', '--base-url', url, '--timeout', '1'])
  expect([late.code, errorOf(late).code]).toEqual([6, 'TIMEOUT'])
  const limited = await rig([refusal(429, 'RATE_LIMITED', { 'retry-after': '61' })])
  expect((await cli(['user', 'list', '--base-url', limited.url])).code).toBe(6)
})

test('a write that may have arrived names the key to send it again with', async () => {
  const { url, received } = await rig([{ instead: 'hang' }])
  const { stderr } = await cli(['user', 'create', '--name', 'Kim', '--base-url', url, '--timeout', '1'])
  expect(stderr).toContain(`--idempotency-key ${String(received[0]?.headers['idempotency-key'])}`)
})

test.each([
  [0, '--min-tier T3'],
  [0, '--min-tier proficient --require-verified'],
  [0, ''],
  [8, '--min-tier T4'],
  [8, '--min-tier T5 --require-verified'],
])('check of usr_alex in react: exit %i with "%s"', async (code, flags) => {
  const line = `passport check usr_alex --skill react ${flags}`.trim()
  const ran = await run(`${line} --json`)
  expect(ran).toMatchObject({ code, stderr: '' })
  expect(at(ran, 'met')).toBe(code === 0)
  expect((await run(`${line} --quiet`)).stdout).toBe('')
})

test('check says what is unmet', async () => {
  const suspended = await run('passport check usr_suspended --skill react --require-verified')
  expect(suspended).toMatchObject({ code: 8, stdout: expect.stringContaining('is not verified in react') })
  const none = await run('passport check usr_new --skill react')
  expect(none).toMatchObject({ code: 8, stdout: expect.stringContaining('has nothing in react') })
})

test('batch keeps order and duplicates, and reads more than a hundred ids from stdin', async () => {
  const stdin = `${Array.from({ length: 130 }, () => 'usr_alex').join('\n')}\n\nnobody\n`
  const ran = await run('passport batch usr_expert - --skill react --min-tier T3 --json', { stdin })
  expect(ran.code).toBe(0)
  expect([at(ran, 'total'), at(ran, 'not_found'), at(ran, 'results.0.user_id')]).toEqual([
    132,
    1,
    'usr_expert',
  ])
  expect(at(ran, 'results.131.error')).toBe('USER_NOT_FOUND')
})
