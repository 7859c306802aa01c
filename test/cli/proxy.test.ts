import { execa } from 'execa'
import { expect, test } from 'vitest'
import { readEnvironment } from '../../src/cli/config.ts'
import { proxyFor } from '../../src/cli/proxy.ts'
import { sharedSandbox } from '../sandbox.ts'
import { deadUrl } from '../sdk/scripted-server.ts'
import { receiveSecurely } from '../worker/receivers.ts'
import { cliFor, errorOf } from './cli.ts'
import { plainEnv, program } from './program.ts'
import { proxyServer } from './proxy-server.ts'

const sandbox = await sharedSandbox({ seed: 'default' })
/** A name that nothing but the proxy of these tests leads anywhere. */
const hidden = `http://service.invalid:${new URL(sandbox.url).port}`
const run = cliFor({ url: hidden, apiKey: sandbox.apiKey })

test.each(['HTTP_PROXY', 'http_proxy'])('%s carries reads and writes', async (name) => {
  const { url, seen } = await proxyServer()
  const env = { [name]: url }
  expect(await run('passport get usr_alex --quiet', { env })).toEqual({
    code: 0,
    stdout: 'usr_alex\n',
    stderr: '',
  })
  const made = await run(['user', 'create', '--name', 'Kim Ångström', '--json'], { env })
  expect(JSON.parse(made.stdout)).toMatchObject({ display_name: 'Kim Ångström' })
  expect(seen).toEqual([`GET ${hidden}/v1/verify/passport/usr_alex`, `POST ${hidden}/v1/users`])
})

test('a proxy may be named without its scheme', async () => {
  const proxy = await proxyServer()
  const { code } = await run('user get usr_alex', { env: { HTTP_PROXY: `127.0.0.1:${proxy.port}` } })
  expect([code, proxy.seen.length]).toEqual([0, 1])
})

test('a stream goes through it, beside other requests', async () => {
  const { url, seen } = await proxyServer()
  const env = { HTTP_PROXY: url }
  const tail = run('event tail --count 2 --quiet', { env })
  const again = setInterval(() => void run('event trigger invite.created --quiet', { env }), 300)
  const { code, stdout } = await tail
  clearInterval(again)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^evt_\w+\nevt_\w+\n$/)])
  expect(seen).toContain(`GET ${hidden}/v1/events/stream`)
})

test('refusals of the service stay its own', async () => {
  const { url } = await proxyServer()
  const ran = await run('user get nobody --json', { env: { HTTP_PROXY: url } })
  expect([ran.code, errorOf(ran).code]).toEqual([3, 'USER_NOT_FOUND'])
})

test('a login goes to the proxy, and into no message', async () => {
  const { port, seen } = await proxyServer('kim:s3cret')
  const right = { HTTP_PROXY: `http://kim:s3cret@127.0.0.1:${port}` }
  expect((await run('user get usr_alex', { env: right })).code).toBe(0)
  const before = seen.length
  const wrong = await run('user get usr_alex --json --timeout 1s', {
    env: { HTTP_PROXY: `http://kim:wr0ng@127.0.0.1:${port}` },
  })
  expect([wrong.code, errorOf(wrong).code]).toEqual([6, 'CONNECTION_FAILED'])
  expect(errorOf(wrong).message).toMatch(
    new RegExp(
      `through the proxy http://127\\.0\\.0\\.1:${port} \\(HTTP_PROXY\\): .*407|user name and password`,
    ),
  )
  expect(wrong.stderr).not.toContain('wr0ng')
  expect(seen.length).toBeGreaterThan(before)
})

test('a proxy that is not there: exit 6, naming it', async () => {
  const dead = await deadUrl()
  const ran = await run('user get usr_alex --json', { env: { HTTP_PROXY: dead } })
  expect(ran.code).toBe(6)
  expect(errorOf(ran).message).toContain(`through the proxy ${dead} (HTTP_PROXY): connect ECONNREFUSED`)
})

test('a proxy that cannot get through: exit 6, naming it, and how to send a write again', async () => {
  const { url, seen } = await proxyServer()
  const beyond = cliFor({ url: `http://service.invalid:${new URL(await deadUrl()).port}`, apiKey: 'x' })
  const { code, stderr } = await beyond(['user', 'create', '--name', 'Kim'], { env: { HTTP_PROXY: url } })
  expect(code).toBe(6)
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`through the proxy ${url} (HTTP_PROXY): it answered 502.`)
  expect(stderr).toMatch(/--idempotency-key auto-/)
  expect(seen).toHaveLength(3)
})

test('this machine is never reached through one', async () => {
  const { url, seen } = await proxyServer()
  const env = { HTTP_PROXY: url, HTTPS_PROXY: url }
  expect((await cliFor(sandbox)('user get usr_alex', { env })).code).toBe(0)
  const byName = cliFor({ ...sandbox, url: sandbox.url.replace('127.0.0.1', 'localhost') })
  expect((await byName('user get usr_alex', { env })).code).toBe(0)
  expect(seen).toEqual([])
})

test('a variable that names no proxy: exit 2', async () => {
  const ran = await run('user list --json', { env: { HTTP_PROXY: 'socks5://127.0.0.1:1' } })
  expect([ran.code, errorOf(ran).code]).toEqual([2, 'PROXY_INVALID'])
})

test('https goes through a tunnel, whole; the program ends by itself', async () => {
  const proxy = await proxyServer()
  const port = await receiveSecurely((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ status: 'ready' }))
  })
  const address = `https://hooks.test:${port}`
  const ask = (env: Readonly<Record<string, string>>) =>
    execa(process.execPath, [program, 'api', 'GET', '/readyz', '--base-url', address, '--timeout', '5s'], {
      env: { ...plainEnv(), NODE_EXTRA_CA_CERTS: certificateFile, ...env },
      extendEnv: false,
      reject: false,
      timeout: 50_000,
    })
  const { exitCode, stdout } = await ask({ HTTPS_PROXY: proxy.url })
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, { status: 'ready' }])
  expect(proxy.seen).toEqual([`CONNECT hooks.test:${port}`])
  const guarded = await proxyServer('kim:s3cret')
  const refused = await ask({ HTTPS_PROXY: guarded.url })
  expect([refused.exitCode, refused.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
    6,
    expect.stringContaining(`through the proxy ${guarded.url} (HTTPS_PROXY): `),
  ])
})

const certificateFile = new URL('../worker/certificates/hooks.test.pem', import.meta.url).pathname

test.each<[string, Readonly<Record<string, string>>, string | null]>([
  ['http://far.example', {}, null],
  ['http://far.example', { HTTP_PROXY: 'http://a:1' }, 'http://a:1'],
  ['http://far.example', { HTTP_PROXY: 'http://a:1', http_proxy: 'http://b:2' }, 'http://b:2'],
  ['http://far.example', { HTTPS_PROXY: 'http://a:1' }, null],
  ['https://far.example', { HTTP_PROXY: 'http://a:1' }, null],
  ['https://far.example', { https_proxy: 'https://a:1' }, 'https://a:1'],
  ['http://far.example', { HTTP_PROXY: 'http://a:1', NO_PROXY: '*' }, null],
  ['http://far.example', { HTTP_PROXY: 'http://a:1', NO_PROXY: 'other.example, FAR.example' }, null],
  ['http://api.far.example', { HTTP_PROXY: 'http://a:1', no_proxy: 'far.example' }, null],
  ['http://api.far.example', { HTTP_PROXY: 'http://a:1', NO_PROXY: '.far.example' }, null],
  ['http://api.far.example', { HTTP_PROXY: 'http://a:1', NO_PROXY: '*.far.example' }, null],
  ['http://nofar.example', { HTTP_PROXY: 'http://a:1', NO_PROXY: 'far.example' }, 'http://a:1'],
  ['http://far.example:81', { HTTP_PROXY: 'http://a:1', NO_PROXY: 'far.example:80' }, 'http://a:1'],
  ['http://far.example', { HTTP_PROXY: 'http://a:1', NO_PROXY: 'far.example:80' }, null],
  ['http://[fd00::1]:80', { HTTP_PROXY: 'http://a:1', NO_PROXY: 'fd00::1' }, null],
  ['http://[fd00::1]:80', { HTTP_PROXY: 'http://a:1', NO_PROXY: '[fd00::1]:80' }, null],
  ['http://[::1]:4747', { HTTP_PROXY: 'http://a:1' }, null],
  ['http://app.localhost', { HTTP_PROXY: 'http://a:1' }, null],
  ['http://127.1.2.3', { HTTP_PROXY: 'http://a:1' }, null],
  ['http://127.example', { HTTP_PROXY: 'http://a:1' }, 'http://a:1'],
])('%s with %o: %s', (address, env, proxy) => {
  expect(proxyFor(address, readEnvironment({ ...env }).proxies)?.shown ?? null).toBe(proxy)
})
