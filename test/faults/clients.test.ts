import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startDev, type Running } from '../e2e/process.ts'
import { temporaryFolder } from '../folder.ts'
import { createClient } from '../http.ts'
import { inForm } from './form.ts'
import { useOf } from './use.ts'

const dir = await temporaryFolder()
const flags = ['--seed', 'empty', '--rate-limit', 'off']
const seconds = inForm(4, 60)
const events = inForm(300, 20_000)

test(
  '200 clients send a byte a second: everybody else is answered as ever',
  async () => {
    const server = await startDev(dir, ...flags)
    const client = createClient(server.url, server.apiKey)
    const alone = await slowest(client)
    const head = `POST /v1/users HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${server.apiKey}\r\n`
    const whole = `${head}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n`
    const sockets = Array.from({ length: 200 }, (_, nth) => open(server, nth % 2 === 0 ? head : whole))
    const drip = setInterval(() => sockets.forEach((socket) => socket.write('x')), 1_000)
    const crowded = await slowest(client)
    clearInterval(drip)
    expect(crowded).toBeLessThan(Math.max(1_000, alone * 10))
    for (const socket of sockets) socket.destroy()
    expect(await server.end('SIGTERM')).toBe(0)
  },
  (2 * seconds + 60) * 1_000,
)

test(
  `100 readers of streams never read: ${events} events pass, and the end waits for none of them`,
  async () => {
    const server = await startDev(dir, ...flags)
    const client = createClient(server.url, server.apiKey)
    const stream = `GET /v1/events/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${server.apiKey}\r\n\r\n`
    const sockets = Array.from({ length: 100 }, () => open(server, stream).pause())
    await pour(client, 100)
    const before = await useOf(server.pid)
    await pour(client, events)
    const after = await useOf(server.pid)
    // A hundred backlogs of 1 MiB, 20,000 invites and their log; without a bound a gigabyte would come to that. Fewer
    // events fit into the buffers of the system, and would show nothing of memory.
    if (before !== null && after !== null && events > 10_000)
      expect(after.megabytes - before.megabytes).toBeLessThan(500)
    // The peers vanish without a word; the end does not wait for them.
    expect(await server.end('SIGTERM')).toBe(0)
    for (const socket of sockets) socket.destroy()
  },
  inForm(60_000, 300_000),
)

function open(server: Running, text: string): Socket {
  const { port } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
  // The server ends who is too slow.
  return socket.on('error', () => undefined)
}

type Client = ReturnType<typeof createClient>

/** Of many requests in a row, the one that took longest; all must succeed. */
async function slowest(client: Client): Promise<number> {
  let longest = 0
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end) {
    const start = performance.now()
    expect((await client.request('GET', '/v1/me')).status).toBe(200)
    expect((await client.request('POST', '/v1/users', { body: { display_name: 'Quick' } })).status).toBe(201)
    longest = Math.max(longest, performance.now() - start)
    await sleep(50)
  }
  return longest
}

async function pour(client: Client, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, nth) => nth).values()
  const work = async (): Promise<void> => {
    for (const nth of numbers) {
      const body = { candidate_email: `pour-${nth}@example.com`, skill: 'react' }
      const answer = await client.request('POST', '/v1/assess/invites', { body })
      expect(answer.status, answer.text).toBe(201)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
}
