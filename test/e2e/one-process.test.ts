import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startSandbox } from '../../src/sandbox.ts'
import { temporaryFolder } from '../folder.ts'
import { refusedDev, startDev } from './process.ts'

const dir = await temporaryFolder()
const failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

test('a second process on one data folder gives up and says who holds it', async () => {
  const first = await startDev(dir, '--seed', 'empty')
  const { code, stderr } = await refusedDev(dir)
  expect(code).toBe(7)
  const { error } = failure.parse(JSON.parse(stderr))
  expect(error.code).toBe('DATA_LOCKED')
  expect(error.message).toContain(dir)
  expect(error.message).toContain(`process ${first.pid} at ${first.url}`)

  const response = await fetch(`${first.url}/v1/me`, { headers: { authorization: `Bearer ${first.apiKey}` } })
  expect(response.status).toBe(200)
  expect(JSON.parse(await readFile(join(dir, 'sandbox.json'), 'utf8'))).toMatchObject({ url: first.url })
  await first.end('SIGTERM')
})

test('nor do two sandboxes of one process share it', async () => {
  const first = await startSandbox({ dataDir: dir, port: 0 })
  await expect(startSandbox({ dataDir: dir, port: 0 })).rejects.toMatchObject({
    name: 'StoreOpenError',
    reason: 'locked',
    message: expect.stringContaining(`process ${process.pid}`),
  })
  await first.close()
  await (await startSandbox({ dataDir: dir, port: 0 })).close()
})

test('the lock of a process that was killed is taken over', async () => {
  const killed = await startDev(dir)
  await killed.end('SIGKILL')
  const next = await startDev(dir)
  expect(next.apiKey).toBe(killed.apiKey)
  expect(await next.end('SIGINT')).toBe(0)
})

test('of ten that start at once, one gets it', async () => {
  const starts = await Promise.allSettled(
    Array.from({ length: 10 }, async () => await startSandbox({ dataDir: dir, port: 0 })),
  )
  const running = starts.filter((one) => one.status === 'fulfilled')
  const reasons = starts.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  for (const { value } of running) await value.close()
  expect(running).toHaveLength(1)
  expect(reasons).toEqual(Array.from({ length: 9 }, () => expect.objectContaining({ reason: 'locked' })))
})
