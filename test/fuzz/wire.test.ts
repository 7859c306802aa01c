import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startDev } from '../e2e/process.ts'
import { useOf, type Use } from '../faults/use.ts'
import { temporaryFolder } from '../folder.ts'
import { again, budgetMs, seed } from './form.ts'
import { wire } from './wire.ts'

const dir = await temporaryFolder()
const batch = 100
const batches = Math.max(20, Math.round(budgetMs / 400))
/** A healthy answer takes a few milliseconds; what is still open then waits for more bytes. */
const patienceMs = 250

test(
  `${batches * batch} malformed requests: the process lives, answers, and lets go of every connection`,
  async () => {
    const server = await startDev(dir, '--seed', 'empty')
    const { port } = new URL(server.url)
    // The first batch warms up: what it allocates once is no leak.
    const all = fc.sample(wire, { seed, numRuns: batches * batch })
    let before: Use | null = null
    for (let from = 0; from < all.length; from += batch) {
      const answers = await Promise.all(
        all.slice(from, from + batch).map((bytes) => send(Number(port), bytes)),
      )
      for (const answer of answers) {
        expect(answer === '' || answer.startsWith('HTTP/1.1 '), `${answer.slice(0, 300)}\n${again}`).toBe(
          true,
        )
        expect(answer, again).not.toMatch(/^HTTP\/1\.1 5(?!05)\d\d/m)
      }
      const healthy = await fetch(`${server.url}/healthz`).catch((error: unknown) => String(error))
      expect(healthy, `${server.stderr()}\n${again}`).toMatchObject({ status: 200 })
      if (from === 3 * batch) before = await useOf(server.pid)
    }
    expect((await users(server.url, server.apiKey)).length, 'a smuggled request wrote something').toBe(0)
    await sleep(500)
    const after = await useOf(server.pid)
    if (before !== null && after !== null) {
      expect(after.files).toBeLessThan(before.files + 20)
      expect(after.megabytes).toBeLessThan(before.megabytes + 100)
    }
    expect(await server.end('SIGTERM')).toBe(0)
  },
  budgetMs * 3 + 60_000,
)

/** All that came back until the server closed the connection or was waited for long enough. */
async function send(port: number, bytes: Buffer): Promise<string> {
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let received = ''
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.setEncoding('latin1').on('data', (text: string) => (received += text))
    // The server may reset what it does not want to read.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
  })
}

async function users(url: string, apiKey: string): Promise<unknown[]> {
  const response = await fetch(`${url}/v1/users`, { headers: { authorization: `Bearer ${apiKey}` } })
  const found: unknown = Reflect.get(Object(await response.json()), 'data')
  if (!Array.isArray(found)) throw new TypeError('No list of users')
  return found
}
