import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { errorBody } from '../../src/contract/errors.ts'
import type { Limits } from '../../src/server/limits.ts'
import { expectStatus } from '../sandbox.ts'
import { assembled, type Assembled } from './assembled.ts'
import { onPostgres } from '../stores.ts'

/** A connection by hand, with everything that came back on it. */
class Wire {
  readonly socket: Socket
  readonly closed: Promise<string>
  constructor({ listening }: Assembled) {
    let received = ''
    this.socket = connect({ host: '127.0.0.1', port: listening.port })
    this.socket.setEncoding('utf8')
    this.socket.on('data', (text: string) => (received += text))
    // Cut connections are what these tests are about.
    this.socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve(received)))
    onTestFinished(() => void this.socket.destroy())
  }
}

function opened(service: Assembled, bytes = ''): Wire {
  const wire = new Wire(service)
  wire.socket.write(bytes)
  return wire
}

async function limited(limits: Partial<Limits>): Promise<Assembled> {
  return await assembled({ listen: { limits } })
}

async function expectAlive(service: Assembled): Promise<void> {
  expectStatus(await service.request('GET', '/v1/me'), 200)
}

/** One answer and no more, in the shape of every error, with nothing of the inside. */
function expectRefusal(received: string, status: number, code: string): void {
  const [head = '', body = ''] = received.split('\r\n\r\n')
  expect(head.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`))
  expect(head.toLowerCase()).toContain('connection: close')
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
  const { error } = errorBody().parse(JSON.parse(body))
  expect(error).toMatchObject({ code, status })
  expect(head).toContain(error.request_id)
  expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(received).not.toMatch(/\bat .*:\d+:\d+|node:|HPE_/)
}

const me = 'GET /v1/me HTTP/1.1\r\nHost: localhost\r\n'

describe('slow clients', () => {
  test('headers that never end', async () => {
    const service = await limited({ headersTimeoutMs: 300 })
    const slow = opened(service, me)
    const drip = setInterval(() => slow.socket.write('x-more: y\r\n'), 50)
    onTestFinished(() => clearInterval(drip))
    await expectAlive(service)
    expectRefusal(await slow.closed, 408, 'REQUEST_TIMEOUT')
    await expectAlive(service)
  })

  test('a connection that says nothing', async () => {
    const service = await limited({ headersTimeoutMs: 300 })
    expectRefusal(await opened(service).closed, 408, 'REQUEST_TIMEOUT')
  })

  test('a body that never ends', async () => {
    const service = await limited({ headersTimeoutMs: 300, requestTimeoutMs: 500 })
    const slow = opened(
      service,
      `POST /v1/users HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.apiKey}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    )
    const drip = setInterval(() => slow.socket.write(' '), 50)
    onTestFinished(() => clearInterval(drip))
    expectRefusal(await slow.closed, 408, 'REQUEST_TIMEOUT')
    expect((await service.request('GET', '/v1/users')).at('data')).toEqual([])
  })

  test('nobody between two requests', async () => {
    const service = await limited({ keepAliveTimeoutMs: 200 })
    const idle = opened(service, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(await idle.closed).toMatch(/^HTTP\/1\.1 200 [^]*"ok"/)
  })

  test('a reader who does not read', async () => {
    const service = await limited({ idleTimeoutMs: 1_000 })
    const deaf = opened(service)
    deaf.socket.pause()
    const document = 'GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n'
    deaf.socket.write(document.repeat(400))
    await vi.waitUntil(async () => (await service.listening.connections()) === 1, { timeout: 30_000 })
    await vi.waitUntil(async () => (await service.listening.connections()) === 0, { timeout: 30_000 })
    await expectAlive(service)
  })

  // Node lets go of who will send no more, unless the answer is quicker: a database never is.
  test.skipIf(onPostgres)('a half-open connection gets its answer', async () => {
    const service = await limited({})
    const half = opened(service)
    half.socket.end(`${me}Authorization: Bearer ${service.apiKey}\r\nConnection: close\r\n\r\n`)
    expect(await half.closed).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('one that leaves in the middle of a request disturbs nobody', async () => {
    const service = await limited({})
    for (const bytes of [
      'GET',
      me,
      'POST /v1/users HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{',
    ]) {
      const gone = opened(service)
      await new Promise((resolve) => gone.socket.write(bytes, resolve))
      gone.socket.resetAndDestroy()
    }
    await expectAlive(service)
  })
})

describe('bytes that are no request', () => {
  test.each([
    ['\u0000\u0001\u0002\u0003\r\n\r\n'],
    ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000'],
    ['GARBAGE\r\n\r\n'],
    ['GET / HTTP/9.9\r\n\r\n'],
    [`${me}bad header\r\n\r\n`],
    [`${me}Content-Length: x\r\n\r\n`],
    [
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('%j', async (bytes) => {
    const service = await limited({})
    expectRefusal(await opened(service, bytes).closed, 400, 'BODY_MALFORMED')
    await expectAlive(service)
  })

  test('a chunk without a length, within a request', async () => {
    const service = await limited({})
    const head = 'POST /v1/users HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
    expectRefusal(await opened(service, `${head}zz\r\n`).closed, 400, 'BODY_MALFORMED')
  })

  test('after a good answer, on the same connection', async () => {
    const service = await limited({})
    const wire = opened(service, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await new Promise((resolve) => wire.socket.once('data', resolve))
    wire.socket.write('GARBAGE\r\n\r\n')
    const [first = '', second = ''] = (await wire.closed).split(/(?<=\})(?=HTTP)/)
    expect(first).toMatch(/^HTTP\/1\.1 200 /)
    expectRefusal(second, 400, 'BODY_MALFORMED')
  })
})

describe('headers', () => {
  test('larger than they may be', async () => {
    const service = await limited({})
    const large = opened(service, `${me}x-large: ${'x'.repeat(64 * 1024)}\r\n\r\n`)
    expectRefusal(await large.closed, 431, 'PAYLOAD_TOO_LARGE')
    await expectAlive(service)
  })

  test('more than there may be: none is left out in silence', async () => {
    const service = await limited({ headers: 10 })
    const asking = async (more: number) => {
      const wire = opened(
        service,
        `${me}${'x: y\r\n'.repeat(more)}Authorization: Bearer ${service.apiKey}\r\nConnection: close\r\n\r\n`,
      )
      return await wire.closed
    }
    expect(await asking(7)).toMatch(/^HTTP\/1\.1 200 /)
    for (const more of [8, 9, 500]) expectRefusal(await asking(more), 431, 'PAYLOAD_TOO_LARGE')
  })
})

describe('floods', () => {
  test('100 idle connections keep nobody out', async () => {
    const service = await limited({})
    const idle = Array.from({ length: 100 }, () => opened(service, me))
    for (let n = 0; n < 20; n++) await expectAlive(service)
    for (const { socket } of idle) socket.destroy()
  })

  test('a connection too many is told to come back, and let in once there is room', async () => {
    const service = await limited({ connections: 3 })
    const held = Array.from({ length: 3 }, () => opened(service, me))
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
    await sleep(50)
    const refused = await opened(service, `${me}Authorization: Bearer ${service.apiKey}\r\n\r\n`).closed
    expectRefusal(refused, 503, 'SERVICE_UNAVAILABLE')
    expect(refused.toLowerCase()).toContain('retry-after: 1')
    for (const { socket } of held) socket.destroy()
    await sleep(50)
    await expectAlive(service)
  })

  test('connections far too many are cut, and what is open stays bounded', async () => {
    const service = await limited({ connections: 8 })
    const flood = Array.from({ length: 200 }, () => opened(service, me))
    await sleep(500)
    expect(await service.listening.connections()).toBeLessThanOrEqual(17)
    for (const { socket } of flood) socket.destroy()
    await sleep(100)
    await expectAlive(service)
  })

  test('a connection ends after the requests that it may carry', async () => {
    const service = await limited({ requestsPerConnection: 2 })
    const health = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const wire = opened(service, health)
    await new Promise((resolve) => wire.socket.once('data', resolve))
    wire.socket.write(health)
    const received = await wire.closed
    expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
    expect(received.toLowerCase()).toContain('connection: close')
  })

  test('memory stays flat under garbage and slow headers', async () => {
    const service = await limited({ headersTimeoutMs: 200 })
    const storm = async (rounds: number): Promise<void> => {
      for (let round = 0; round < rounds; round++) {
        const wires = Array.from({ length: 50 }, (_, n) =>
          opened(service, n % 2 === 0 ? 'GARBAGE\r\n\r\n' : `${me}x-large: ${'x'.repeat(20_000)}\r\n\r\n`),
        )
        await Promise.all(wires.map(({ closed }) => closed))
      }
    }
    await storm(2)
    const before = process.memoryUsage().heapUsed
    await storm(6)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(24 * 1024 * 1024)
    await expectAlive(service)
  })
})
