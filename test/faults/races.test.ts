import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startDev, startOnDefaultPort } from '../e2e/process.ts'
import { temporaryFolder } from '../folder.ts'
import { inForm } from './form.ts'

const dir = await temporaryFolder()
const many = inForm(5, 20)

test(`${many} programs start at once on one folder: one has it, the others exit 7`, async () => {
  const folder = join(dir, 'one')
  await (await startDev(folder, '--seed', 'empty')).end('SIGTERM')
  const starts = await Promise.allSettled(Array.from({ length: many }, () => startDev(folder)))
  const running = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const refusals = starts.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(running).toHaveLength(1)
  for (const refusal of refusals) expect(refusal).toMatch(/ended with 7 before it was ready: .*DATA_LOCKED/)
  for (const one of running) {
    expect((await fetch(`${one.url}/healthz`)).status).toBe(200)
    expect(await one.end('SIGTERM')).toBe(0)
  }
  expect(await (await startDev(folder)).end('SIGTERM')).toBe(0)
}, 120_000)

test(`${many} programs want the default port at once: all run, each on its own`, async () => {
  const folders = Array.from({ length: many }, (_, nth) => join(dir, `folder-${nth}`))
  await Promise.all(folders.map((folder) => mkdir(folder)))
  const running = await Promise.all(folders.map((folder) => startOnDefaultPort(folder, '--seed', 'empty')))
  expect(new Set(running.map(({ url }) => url)).size).toBe(many)
  for (const { url, apiKey } of running) {
    const response = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${apiKey}` } })
    expect(response.status).toBe(200)
  }
  expect(await Promise.all(running.map((one) => one.end('SIGTERM')))).toEqual(running.map(() => 0))
}, 120_000)
