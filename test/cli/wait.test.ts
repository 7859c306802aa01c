import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshSandbox } from '../sandbox.ts'
import { deadUrl } from '../sdk/scripted-server.ts'
import { at, cli, errorOf } from './cli.ts'
import { begin, dev, emptyFolder } from './program.ts'

async function service(answers: RequestListener): Promise<string> {
  const server = createServer(answers).listen(0, '127.0.0.1')
  onTestFinished(() => void [server.closeAllConnections(), server.close()])
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://127.0.0.1:${address.port}`
}

test('started before the sandbox, it ends once that is ready; without a word', async () => {
  const cwd = await emptyFolder()
  const waiting = begin(cwd, ['wait', '--data', '.skillpass', '--json'])
  await new Promise((done) => setTimeout(done, 500))
  expect(waiting.exitCode).toBeNull()
  const { ready } = await dev(cwd, '--port', '0', '--seed', 'empty')
  expect(await waiting.ended()).toBe(0)
  expect(JSON.parse(waiting.stdout())).toMatchObject({ url: ready.url, status: 'ready' })
  const after = begin(cwd, ['wait'])
  expect([await after.ended(), after.stdout(), after.stderr()]).toEqual([0, '', ''])
})

test('an address of its own: by flag, by environment; a note for people only', async () => {
  const { url } = await freshSandbox()
  expect(await cli(['wait', '--base-url', url])).toEqual({ code: 0, stdout: '', stderr: '' })
  const ran = await cli(['wait', '--json'], { env: { SKILLPASS_BASE_URL: url } })
  expect([ran.code, at(ran, 'url'), ran.stderr]).toEqual([0, url, ''])
  expect(await cli(['wait', '--base-url', url, '--color', 'never'], { columns: 80 })).toEqual({
    code: 0,
    stdout: '',
    stderr: `Ready at ${url}\n`,
  })
})

test('a service that starts to take requests only later', async () => {
  let asked = 0
  const url = await service((request, answer) => {
    asked += 1
    const isReady = asked > 3
    answer.writeHead(isReady ? 200 : 503, { 'content-type': 'application/json', 'retry-after': '60' })
    answer.end(isReady ? '{"status":"ready"}' : `{"error":{"code":"${request.method}"}}`)
  })
  const ran = await cli(['wait', '--base-url', url, '--json'])
  expect([ran.code, asked]).toEqual([0, 4])
  expect(Number(at(ran, 'waited_ms'))).toBeLessThan(20_000)
})

test.each(['0', '1'])('exit 8 after %s s, saying why', async (seconds) => {
  const url = await deadUrl()
  const begun = performance.now()
  const ran = await cli(['wait', '--base-url', url, '--timeout', seconds, '--json'])
  expect(performance.now() - begun).toBeLessThan(Number(seconds) * 1_000 + 20_000)
  expect([ran.code, errorOf(ran).code]).toEqual([8, 'WAIT_TIMED_OUT'])
  expect(errorOf(ran)['message']).toBe(
    `Not ready within ${seconds} s: ${url} Could not reach the service: nothing listens at ${url}.`,
  )
})

test('a server that takes the connection and never answers does not hold it up', async () => {
  const url = await service(() => {})
  const begun = performance.now()
  expect((await cli(['wait', '--base-url', url, '--timeout', '1'])).code).toBe(8)
  expect(performance.now() - begun).toBeLessThan(20_000)
})

test('a named folder: what answers elsewhere does not count, nor does what a crash left behind', async () => {
  const cwd = await emptyFolder()
  const ran = await cli(['wait', '--timeout', '1', '--data', 'none'], { cwd })
  expect([ran.code, ran.stderr]).toEqual([8, expect.stringContaining('Start one: skillpass dev')])
  await mkdir(join(cwd, '.skillpass'))
  const locator = { url: await deadUrl(), pid: process.pid, started_at: '2026-01-01T00:00:00.000Z' }
  await writeFile(join(cwd, '.skillpass', 'sandbox.json'), JSON.stringify(locator))
  expect((await cli(['wait', '--timeout', '0'], { cwd })).code).toBe(8)
})

test.each([
  ['--base-url nonsense', 'must start with http'],
  ['--timeout soon', '--timeout takes a duration'],
])('%s is no reason to wait', async (flags, message) => {
  const { code, stderr } = await cli(['wait', ...flags.split(' ')])
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})
