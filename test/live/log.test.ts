import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createLog, type LogFormat, type LogLevel } from '../../src/live/log.ts'
import { startLive } from '../../src/live.ts'
import { openLog } from '../../src/live/open-log.ts'
import { createClient } from '../http.ts'
import { expectStatus, temporaryFolder } from '../sandbox.ts'
import { assembled, intercepted, type Assembled } from '../server/assembled.ts'
import { openEphemeralStore } from '../../src/store/json/ephemeral.ts'

const same = (text: string): string => text
const plain = { strong: same, faint: same, good: same, warn: same, bad: same }
const time = '2026-03-20T12:00:00.000Z'
const now = (): number => Date.parse(time)

/** A real service whose requests go to a log. */
async function logged(format: LogFormat = 'json', level: LogLevel = 'info') {
  const lines: string[] = []
  const log = createLog({ format, level, paint: plain, now, write: (line) => lines.push(line) })
  let broken = false
  const store = intercepted(openEphemeralStore(), async () => {
    if (broken) throw new Error('out of order: sk_live_0123456789abcdefghijABCDEFGHIJ012345')
  })
  const service = await assembled({ store, onAnswered: (exchange) => log.request(exchange) })
  const entries = (): Record<string, unknown>[] =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return { service, log, lines, entries, break: () => (broken = true) }
}

async function invite(service: Assembled) {
  const body = { candidate_email: 'kim@example.com', skill: 'react' }
  return expectStatus(await service.request('POST', '/v1/assess/invites', { body }), 201)
}

test('one line a request, with what finds it again', async () => {
  const { service, entries } = await logged()
  const id = (await invite(service)).textAt('id')
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const answer = await service.request('GET', `/v1/assess/invites/${id}?limit=no`, {
    headers: { traceparent },
  })
  const [, entry] = entries()
  expect(entry).toEqual({
    time,
    level: 'info',
    msg: 'request',
    request_id: answer.headers.get('x-request-id'),
    method: 'GET',
    route: '/v1/assess/invites/{id}',
    path: `/v1/assess/invites/${id}?limit=no`,
    status: 422,
    duration_ms: expect.any(Number),
    key_id: expect.stringMatching(/^key_/),
    ip: '127.0.0.1',
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    error_code: 'VALIDATION_FAILED',
  })
})

test('no line holds a secret, a candidate link or the address of a person', async () => {
  const { service, lines, log } = await logged()
  const link = new URL((await invite(service)).textAt('invite_url')).pathname
  await service.request('GET', link)
  await service.request('GET', `/v1/me?api_key=${service.apiKey}&token=hunter2`)
  await service.request('GET', `/nothing/${service.apiKey}`)
  await service.request('GET', '/v1/assess/invites?candidate_email=kim%40example.com')
  await service.raw('GET', '/v1/assess/invites?candidate_email=kim@example.com', {
    headers: { authorization: `Bearer ${service.apiKey}` },
  })
  log.fault(new Error(`cannot send ${service.apiKey} to kim`), 'worker')
  log.info('ready', { url: `http://x${link}` })
  log.warn(`a secret: whsec_${'a'.repeat(44)}`)
  expect(lines).toHaveLength(9)
  const text = lines.join('')
  for (const secret of [
    service.apiKey.slice(8, 40),
    link.split('/')[2] ?? '',
    'hunter2',
    'kim@',
    'kim%40',
    'aaaa',
  ]) {
    expect(text).not.toContain(secret)
  }
})

test('a fault is told with its stack and the request it belongs to', async () => {
  const { service, log, entries, break: breakStore } = await logged()
  breakStore()
  const answer = await service.request('GET', '/v1/me')
  expectStatus(answer, 500)
  const [fault] = service.faults.splice(0)
  log.fault(fault, answer.headers.get('x-request-id') ?? '')
  const [request, told] = entries()
  expect(request).toMatchObject({ level: 'error', status: 500, error_code: 'INTERNAL_ERROR' })
  expect(told).toMatchObject({ level: 'error', request_id: request?.['request_id'], error: 'Error' })
  expect(told?.['msg']).toBe('out of order: sk_live_…2345')
  expect(told?.['stack']).toMatch(/^Error: out of order: sk_live_…2345\n\s+at /)
})

test.each([
  ['info', ['request', 'request', 'started', 'careful', 'broke']],
  ['warn', ['request', 'careful', 'broke']],
  ['error', ['request', 'broke']],
] as const)('at level %s', async (level, expected) => {
  const { service, log, entries, break: breakStore } = await logged('json', level)
  await service.request('GET', '/docs')
  breakStore()
  await service.request('GET', '/v1/me')
  service.faults.length = 0
  log.info('started')
  log.warn('careful')
  log.fault(new Error('broke'), 'worker')
  expect(entries().map(({ msg }) => msg)).toEqual(expected)
})

test('probes are silent until they fail', async () => {
  const { service, entries } = await logged()
  for (const path of ['/healthz', '/readyz', '/metrics']) await service.request('GET', path)
  expect(entries()).toEqual([])
  service.address.draining = true
  await service.request('GET', '/readyz')
  expect(entries()).toMatchObject([{ level: 'warn', path: '/readyz', status: 503 }])
})

test('pretty lines stand in columns, and nothing in them drives a terminal', async () => {
  const { service, log, lines } = await logged('pretty')
  await service.request('GET', '/docs')
  await service.request('DELETE', '/nothing')
  log.info('ready', { url: 'http://127.0.0.1:4747', store: 'json:./\u009b31mdata' })
  log.fault(new Error('line one\nline two \u001b[31m'), 'worker')
  const shown = lines.map((line) => line.replace(/\d\.\d ms/, '1.0 ms').replace(/req_\w+/, 'req_…'))
  expect(shown.slice(0, 3).map((line) => line.replace(/ +\d*1\.0 ms/, ' 1.0 ms'))).toEqual([
    '12:00:00.000  200  GET 1.0 ms  /docs  req_…\n',
    '12:00:00.000  404  DELETE 1.0 ms  /nothing  ROUTE_NOT_FOUND  req_…\n',
    '12:00:00.000  ●  ready  url=http://127.0.0.1:4747  store=json:./31mdata\n',
  ])
  expect(new Set(shown.slice(0, 2).map((line) => line.indexOf(' ms  /'))).size).toBe(1)
  expect(shown[3]).toMatch(/^12:00:00\.000 {2}✗ {2}line one line two \[31m {2}during=worker\n {14}at /)
  expect(lines.join('')).not.toMatch(/[\u001b\u0080-\u009f]/)
})

/** The log of a process whose lines go down a real pipe to another one. */
function piped(script: string, limit = 200_000) {
  const reader = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void reader.kill('SIGKILL'))
  const log = openLog({ stream: reader.stdin, format: 'json', level: 'info', paint: plain, now, limit })
  let lost = 0
  log.onLost((lines) => (lost += lines))
  return { reader, log, lost: () => lost }
}

test('a reader that stopped reading holds nothing up, costs bounded memory, and what it missed is counted', async () => {
  const { reader, log, lost } = piped(
    'process.once("SIGUSR2", () => process.stdin.pipe(process.stdout)); setInterval(() => {}, 1000); console.log("up")',
  )
  let text = ''
  reader.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  await expect.poll(() => text, { timeout: 30_000 }).toBe('up\n')
  // Nobody reads: a write that waited would wait for ever.
  for (let nth = 0; nth < 20_000; nth += 1) log.info('x'.repeat(100), { nth })
  expect(reader.stdin.writableLength).toBeLessThan(300_000)
  const missed = lost()
  expect(missed).toBeGreaterThan(10_000)
  expect(await log.close(50)).toBe(false)
  reader.kill('SIGUSR2')
  expect(await log.close(10_000)).toBe(true)
  log.info('again')
  expect(await log.close(1_000)).toBe(true)
  await expect.poll(() => text, { timeout: 30_000 }).toContain('"again"')
  const last = text.trim().split('\n').slice(-2)
  expect(JSON.parse(last[0] ?? '')).toMatchObject({ level: 'warn', lines: missed })
  expect(text.split('\n').filter((line) => line.includes('xxx'))).toHaveLength(20_000 - missed)
})

test('a reader that went away ends the lines, not the process', async () => {
  const { reader, log, lost } = piped('process.exit(0)')
  await new Promise((resolve) => reader.once('exit', resolve))
  for (let nth = 0; nth < 50 && lost() === 0; nth += 1) {
    log.info('anybody there?')
    await sleep(10)
  }
  expect(lost()).toBeGreaterThan(0)
  expect(await log.close(1_000)).toBe(true)
})

test('the lines of one turn go in one write, and a fault does not wait for it', async () => {
  const writes: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      writes.push(chunk.toString())
      done()
    },
  })
  const log = openLog({ stream, format: 'pretty', level: 'info', paint: plain, now })
  const service = await assembled({ onAnswered: (exchange) => [1, 2, 3].map(() => log.request(exchange)) })
  await service.request('GET', '/docs')
  await sleep(20)
  expect(writes).toHaveLength(1)
  expect(writes[0]?.trim().split('\n')).toHaveLength(3)
  log.fault(new Error('now'), 'worker')
  expect(writes).toHaveLength(2)
})

test('lines that were dropped are counted for /metrics', async () => {
  // Somebody holds the other end and does not read.
  const stream = new Writable({ write: () => undefined })
  const log = openLog({ stream, format: 'json', level: 'info', paint: plain, now: Date.now, limit: 500 })
  const service = await startLive({ store: `json:${await temporaryFolder()}`, port: 0, log })
  onTestFinished(() => service.close())
  const client = createClient(service.url, service.apiKey ?? '')
  for (let nth = 0; nth < 10; nth += 1) expectStatus(await client.request('GET', '/v1/me'), 200)
  const { text } = expectStatus(await client.request('GET', '/metrics'), 200)
  const [, dropped] = /^skillpass_log_lines_dropped_total (\d+)$/m.exec(text) ?? expect.fail(text)
  expect(Number(dropped)).toBeGreaterThan(5)
})
