import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startDev } from '../e2e/process.ts'
import { temporaryFolder } from '../folder.ts'
import { createClient } from '../http.ts'
import { receiver } from '../webhooks/receiver.ts'
import { inForm } from './form.ts'
import { useOf } from './use.ts'

const dir = await temporaryFolder()
const count = inForm(40, 400)
const megabyte = Buffer.alloc(1 << 20, 'x')
const stats = z.object({ stats: z.object({ succeeded: z.int() }) })

test(`receivers that hang, reset or answer 1 GB to ${count} events: a good one gets all, memory is flat`, async () => {
  const hanging = await receiver(() => undefined)
  const resetting = await receiver((_request, response) => void response.destroy())
  const endless = await receiver((_request, response) => pour(response, 1_024))
  const good = await receiver()
  const server = await startDev(dir, '--seed', 'empty', '--rate-limit', 'off')
  const client = createClient(server.url, server.apiKey)
  for (const { url } of [hanging, resetting, endless]) await subscribe(url)
  const id = await subscribe(good.url)
  await invite('warm')
  await good.until(1)
  const before = await useOf(server.pid)
  for (let nth = 0; nth < count; nth += 1) await invite(String(nth))
  const told = async () =>
    stats.parse((await client.request('GET', `/v1/webhooks/${id}`)).body).stats.succeeded
  await expect.poll(told, { timeout: 30_000 }).toBe(count + 1)
  const after = await useOf(server.pid)
  if (before !== null && after !== null) expect(after.megabytes - before.megabytes).toBeLessThan(150)
  expect(hanging.received.length * resetting.received.length * endless.received.length).toBeGreaterThan(0)
  expect(await server.end('SIGTERM')).toBe(0)

  async function subscribe(url: string): Promise<string> {
    return (await client.request('POST', '/v1/webhooks', { body: { url, events: ['*'] } })).textAt('id')
  }
  async function invite(name: string): Promise<void> {
    const body = { candidate_email: `${name}@example.com`, skill: 'react' }
    expect((await client.request('POST', '/v1/assess/invites', { body })).status).toBe(201)
  }
}, 120_000)

/** As many megabytes, as fast as they are taken; ends when the reader does. */
function pour(response: ServerResponse, megabytes: number): void {
  if (megabytes === 0 || response.destroyed) return void response.end()
  response.write(megabyte, () => pour(response, megabytes - 1))
}
