import { describe, expect, test } from 'vitest'
import { receive, receiveRaw, textOf } from './receivers.ts'
import { body, senderWith, to, toLoopback } from './sender.ts'

describe('what is sent', () => {
  test('is a POST of exactly these bytes with these headers', async () => {
    const seen: unknown[] = []
    const port = await receive((request, response) => {
      const { method, url, headers } = request
      void textOf(request).then((text) => {
        seen.push({ method, url, headers, text })
        return response.end()
      })
    })
    const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' }
    const url = `http://127.0.0.1:${port}/hook/a%20b?x=1#part`
    expect(await senderWith().send(to(port, { url, headers }))).toMatchObject({ outcome: 'succeeded' })
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/hook/a%20b?x=1',
        headers: expect.objectContaining({
          ...headers,
          host: `127.0.0.1:${port}`,
          'content-length': String(Buffer.byteLength(body)),
        }),
        text: body,
      },
    ])
  })

  test('an empty body too', async () => {
    const port = await receive((request, response) => {
      void textOf(request).then((text) => response.writeHead(text === '' ? 200 : 500).end())
    })
    expect(await senderWith().send(to(port, { body: '' }))).toMatchObject({ outcome: 'succeeded' })
  })

  test('goes to the checked address under the name of the URL', async () => {
    const port = await receive((request, response) => response.end(request.headers.host))
    const outcome = await senderWith({ lookup: toLoopback }).send(
      to(port, { url: `http://hooks.invalid:${port}/` }),
    )
    expect(outcome).toMatchObject({ outcome: 'succeeded', response: { body: `hooks.invalid:${port}` } })
  })

  test('goes to the next address when the first refuses', async () => {
    const port = await receive((_, response) => response.end())
    const sender = senderWith({ lookup: () => Promise.resolve(['::1', '127.0.0.1']) })
    expect(await sender.send(to(port, { url: `http://hooks.invalid:${port}/` }))).toMatchObject({
      outcome: 'succeeded',
    })
  })

  test('keeps connections for the next delivery', async () => {
    const ports = new Set<number | undefined>()
    const port = await receive((request, response) => {
      ports.add(request.socket.remotePort)
      request.resume().on('end', () => response.end('ok'))
    })
    const sender = senderWith()
    for (let sent = 0; sent < 20; sent++) await sender.send(to(port))
    // One, and one more for a request that begins while the one before is being put away.
    expect(ports.size).toBeLessThanOrEqual(2)
  })

  test('many at once do not wait for one another', async () => {
    const waiting: (() => void)[] = []
    const port = await receive((_, response) => {
      waiting.push(() => response.end())
      // Nobody is answered before all ten are here.
      if (waiting.length === 10) for (const answer of waiting) answer()
    })
    const sender = senderWith()
    const outcomes = await Promise.all(Array.from({ length: 10 }, async () => await sender.send(to(port))))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 10 }, () => 'succeeded'))
  })
})

describe('the answer', () => {
  test.each([
    [200, '200', 'succeeded', null],
    [200, '2xx', 'succeeded', null],
    [201, '200', 'non_200_ack', 'non_200_ack'],
    [201, '2xx', 'succeeded', null],
    [204, '200', 'non_200_ack', 'non_200_ack'],
    [204, '2xx', 'succeeded', null],
    [299, '2xx', 'succeeded', null],
    [304, '2xx', 'redirect', 'Redirects are not followed.'],
    [400, '200', 'http_400', null],
    [404, '200', 'http_404', null],
    [410, '200', 'http_410', null],
    [429, '200', 'http_429', null],
    [500, '2xx', 'http_500', null],
    [503, '200', 'http_503', null],
  ] as const)('%i with ack %s is %s', async (status, ack, outcome, hint) => {
    const port = await receive((_, response) => response.writeHead(status).end())
    expect(await senderWith().send(to(port, { ack }))).toMatchObject({
      outcome,
      status,
      hint,
      unreachable: false,
    })
  })

  test('is kept with its headers, repeated ones together', async () => {
    const port = await receive((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] })
        .end('thank you, café')
    })
    const { response, durationMs } = await senderWith().send(to(port))
    expect(response).toEqual({
      headers: expect.objectContaining({ 'content-type': 'text/plain', 'set-cookie': 'a=1, b=2' }),
      body: 'thank you, café',
      truncated: false,
    })
    expect(durationMs).toBeGreaterThanOrEqual(0)
    expect(Number.isInteger(durationMs)).toBe(true)
  })

  test('that leads to the metadata service is not followed', async () => {
    const location = 'http://169.254.169.254/latest/meta-data'
    let asked = 0
    const port = await receive((_, response) => {
      asked += 1
      response.writeHead(301, { location }).end()
    })
    const outcome = await senderWith().send(to(port, { ack: '2xx' }))
    expect(outcome).toMatchObject({
      outcome: 'redirect',
      status: 301,
      hint: expect.stringContaining(location),
    })
    expect(asked).toBe(1)
  })

  test('103 Early Hints is no answer yet', async () => {
    const port = await receiveRaw((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')
        socket.write('HTTP/1.1 500 Sorry\r\ncontent-length: 0\r\n\r\n')
      })
    })
    expect(await senderWith().send(to(port))).toMatchObject({ outcome: 'http_500', status: 500 })
  })

  test.each([
    [429, '120', 120],
    [503, 'Fri, 20 Mar 2026 12:01:00 GMT', 60],
    [503, 'soon', null],
    [500, '120', null],
    [200, '120', null],
  ])('%i with Retry-After: %s asks for %j s', async (status, header, retryAfterSeconds) => {
    const port = await receive((_, response) => response.writeHead(status, { 'retry-after': header }).end())
    expect(await senderWith().send(to(port))).toMatchObject({ status, retryAfterSeconds })
  })
})

describe('a body', () => {
  const kept = 64 * 1024

  test('of 64 KiB is whole, with one byte more it is not', async () => {
    for (const [size, truncated] of [
      [kept, false],
      [kept + 1, true],
    ] as const) {
      const port = await receive((_, response) => response.end(Buffer.alloc(size, 'x')))
      const { outcome, response } = await senderWith().send(to(port))
      expect(outcome).toBe('succeeded')
      expect(response).toMatchObject({ truncated, body: 'x'.repeat(kept) })
    }
  })

  test('of 10 MiB is cut, its connection dropped, and the status counts', async () => {
    let written = 0
    let gone: (value: number) => void
    const dropped = new Promise<number>((resolve) => (gone = resolve))
    const port = await receive((_, response) => {
      response.on('close', () => gone(written))
      const more = () => {
        let room = true
        while (room && written < 10 * 1024 * 1024) {
          written += kept
          room = response.write(Buffer.alloc(kept, 'x'))
        }
        response.once('drain', more)
      }
      more()
    })
    const { outcome, response } = await senderWith().send(to(port))
    expect({ outcome, truncated: response?.truncated, length: response?.body.length }).toEqual({
      outcome: 'succeeded',
      truncated: true,
      length: kept,
    })
    // What was already in the buffers of both ends counts as written.
    expect(await dropped).toBeLessThan(10 * 1024 * 1024)
  })

  test('cut in the middle of a character leaves it out', async () => {
    const port = await receive((_, response) => response.end(`x${'é'.repeat(kept)}`))
    const { response } = await senderWith().send(to(port))
    expect(response?.body).toBe(`x${'é'.repeat(kept / 2 - 1)}`)
  })

  test('in no known encoding is readable all the same', async () => {
    const port = await receive((_, response) => response.end(Buffer.from([0x61, 0xff, 0x62, 0xc3])))
    const { response } = await senderWith().send(to(port))
    expect(response).toMatchObject({ body: 'a\ufffdb\ufffd', truncated: false })
  })
})
