import { expect, test } from 'vitest'
import { freshSandbox } from '../sandbox.ts'
import { rig, sampleKey } from '../sdk/scripted-server.ts'
import { cli, cliFor } from './cli.ts'

const empty = { object: 'list', data: [], has_more: false, next_cursor: null }
const refusal = { code: 'SERVICE_UNAVAILABLE', message: 'starting', retryable: true }

test('each request and answer: method, address, status, duration, id, headers, bodies', async () => {
  const sandbox = await freshSandbox()
  const run = cliFor(sandbox)
  const { code, stdout, stderr } = await run(['user', 'create', '--name', 'Kim', '--json', '--debug'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ display_name: 'Kim' })
  expect(stderr).toContain(`→ POST ${sandbox.url}/v1/users\n`)
  expect(stderr).toMatch(/\n {2}idempotency-key: auto-[0-9a-f]{32}\n/)
  expect(stderr).toMatch(/\n {2}\{"display_name":"Kim"\}\n/)
  expect(stderr).toMatch(/\n← 201 in \d+ ms, req_\w+\n/)
  expect(stderr).toMatch(/\n {2}content-type: application\/json\n/)
  expect(stderr).toMatch(/\n← body, \d+ ms\n {2}\{"id":"usr_/)
  expect((await run('user list --debug --quiet')).stderr).toContain('/v1/users')
  expect((await run('user list')).stderr).toBe('')
})

test('tries are counted, with the pauses between them; another call starts again', async () => {
  const { url } = await rig([
    { status: 503, headers: { 'retry-after': '0' }, body: { error: refusal } },
    { instead: 'cut' },
    { body: empty },
  ])
  const env = { SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: sampleKey }
  const { code, stderr } = await cli(['user', 'list', '--debug'], { env })
  expect(code).toBe(0)
  const heads = stderr.split('\n').filter((line) => /^[→←✗]/.test(line))
  expect(heads.map((line) => line.replaceAll(/\d+(\.\d)? m?s/g, 'T').replaceAll(url, ''))).toEqual([
    '→ GET /v1/users?limit=51',
    '← 503 in T, req_1',
    '← body, T',
    '→ GET /v1/users?limit=51 (try 2, after a pause of T)',
    '✗ after T: socket hang up',
    '→ GET /v1/users?limit=51 (try 3, after a pause of T)',
    '← 200 in T, req_3',
    '← body, T',
  ])
  const pause = /try 3, after a pause of (\d+) ms/.exec(stderr)?.[1]
  expect(Number(pause)).toBeGreaterThanOrEqual(700)
})

test('no secret is shown: not the key, not a new one, no webhook secret, no link of a candidate', async () => {
  const run = cliFor(await freshSandbox())
  const key = await run('key create ci --scopes read --json --debug')
  const hook = await run('webhook create https://hooks.example/x --json --debug')
  const invite = await run('invite send kim@example.com --skill react --json --debug')
  const secrets = [
    JSON.parse(key.stdout).secret,
    JSON.parse(hook.stdout).secret,
    JSON.parse(invite.stdout).invite_url.split('/i/')[1],
  ]
  expect(secrets.map((secret) => typeof secret)).toEqual(['string', 'string', 'string'])
  for (const { stderr } of [key, hook, invite]) {
    expect(stderr).toMatch(/\n {2}authorization: \[redacted\]\n/)
    for (const secret of secrets) expect(stderr).not.toContain(secret)
    expect(stderr).not.toMatch(/sk_test_\w{5}|whsec_\w/)
  }
})

test('a key of any form stays hidden, even where a body is cut', async () => {
  const odd = 'an-odd-key-that-fits-no-form-0123456789'
  const { url } = await rig([
    { body: { ...empty, filler: 'x'.repeat(4_000), more: `${odd} ${'y'.repeat(900)}` } },
  ])
  const env = { SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: odd }
  const { stderr } = await cli(['user', 'list', '--debug'], { env })
  expect(stderr).toMatch(/… \(\d{4} characters\)\n/)
  expect(stderr).not.toContain(odd.slice(13))
})

test('a stream is told by its length', async () => {
  const sandbox = await freshSandbox()
  const run = cliFor(sandbox)
  const tail = run('event tail --count 1 --quiet --debug')
  const created = async (): Promise<void> => {
    await run('user create --name Kim --quiet')
    await run('event trigger invite.created --quiet')
  }
  const again = setInterval(() => void created(), 300)
  const { code, stderr } = await tail
  clearInterval(again)
  expect(code).toBe(0)
  expect(stderr).toContain('/v1/events/stream\n')
  expect(stderr).toMatch(/← end of the stream after \S+ m?s, \d+ bytes\n/)
})

test('an error stays one line of JSON, the last one', async () => {
  const run = cliFor(await freshSandbox())
  const { code, stdout, stderr } = await run('user get nobody --json --debug')
  expect([code, stdout]).toEqual([3, ''])
  expect(JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    error: { code: 'USER_NOT_FOUND' },
  })
})
