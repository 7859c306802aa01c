import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startDev } from '../e2e/process.ts'
import { temporaryFolder } from '../folder.ts'
import { createClient } from '../http.ts'
import { receiver } from '../webhooks/receiver.ts'
import { inForm } from './form.ts'
import { slope, useOf } from './use.ts'

const dir = await temporaryFolder()
const seconds = inForm(20, 600)
/** Until then the engine still compiles and its heap still grows. */
const warmUp = seconds / 4
const pauseMs = 20
/** What is stored stays in memory: a leak shows beside few new rows only. */
const writeEvery = inForm(5, 50)
/** A short run cannot tell the garbage of a minute from a leak. */
const megabytesAMinute = inForm(150, 6)
const slowestMs = 3_000

test(
  `${seconds} s of mixed load: memory, open files and answer times stay flat`,
  async () => {
    const server = await startDev(dir, '--rate-limit', 'off')
    const client = createClient(server.url, server.apiKey)
    const inbox = await receiver()
    await client.request('POST', '/v1/webhooks', { body: { url: inbox.url, events: ['*'] } })
    const memory: (readonly [number, number])[] = []
    const files: (readonly [number, number])[] = []
    const start = performance.now()
    const elapsed = (): number => (performance.now() - start) / 1_000
    let slowest = 0
    for (let nth = 0; elapsed() < seconds; nth += 1) {
      const began = performance.now()
      await round(client, nth)
      slowest = Math.max(slowest, performance.now() - began)
      // A bounded rate: what is stored grows too, and is meant to.
      await sleep(pauseMs)
      const use = nth % 10 === 0 && elapsed() > warmUp ? await useOf(server.pid) : null
      if (use === null) continue
      memory.push([elapsed(), use.megabytes])
      files.push([elapsed(), use.files])
    }
    expect(slowest).toBeLessThan(slowestMs)
    if (memory.length > 2) {
      expect(slope(memory) * 60, 'megabytes a minute').toBeLessThan(megabytesAMinute)
      expect(slope(files) * seconds, 'files in all').toBeLessThan(10)
    }
    expect(inbox.received.length).toBeGreaterThan(0)
    expect(await server.end('SIGTERM')).toBe(0)
  },
  (seconds + 60) * 1_000,
)

/** Writes now and then, reads mostly, as users do. */
async function round(client: ReturnType<typeof createClient>, nth: number): Promise<void> {
  for (const path of [
    '/v1/me',
    '/v1/events?limit=10',
    '/v1/assess/invites?limit=10',
    '/v1/logs?limit=5',
    '/v1/usage',
  ]) {
    expect((await client.request('GET', path)).status).toBe(200)
  }
  expect((await client.request('GET', '/v1/users/nobody')).status).toBe(404)
  if (nth % writeEvery !== 0) return
  const body = { candidate_email: `soak-${nth}@example.com`, skill: 'react' }
  const made = await client.request('POST', '/v1/assess/invites', { body })
  expect(made.status).toBe(201)
  expect((await client.request('POST', `/v1/assess/invites/${made.textAt('id')}/cancel`)).status).toBe(200)
}
