import { expect, onTestFinished, test } from 'vitest'
import { Connections } from '../../src/worker/connections.ts'
import { exchange } from '../../src/worker/exchange.ts'
import { receive } from './receivers.ts'

const patience = { connectMs: 2_000, totalMs: 4_000 }

async function keeping(limit: number): Promise<Connections> {
  const connections = await Connections.open({ limit, connectTimeoutMs: 2_000 })
  onTestFinished(async () => await connections.close())
  return connections
}

test('one place is kept open once, in whatever order its addresses come', async () => {
  const connections = await keeping(2)
  const url = new URL('https://hooks.test/a')
  const first = connections.to(url, ['192.0.2.1', '192.0.2.2'])
  expect(connections.to(new URL('https://hooks.test/b'), ['192.0.2.2', '192.0.2.1'])).toBe(first)
  expect(connections.to(url, ['192.0.2.1'])).not.toBe(first)
})

test('beyond the limit the one unused for longest is closed', async () => {
  const connections = await keeping(2)
  const [a, b, c] = ['a', 'b', 'c'].map((name) => new URL(`http://${name}.test`))
  if (a === undefined || b === undefined || c === undefined) throw new Error('three names')
  const [poolA, poolB] = [connections.to(a, ['192.0.2.1']), connections.to(b, ['192.0.2.1'])]
  connections.to(a, ['192.0.2.1'])
  connections.to(c, ['192.0.2.1'])
  expect([poolA.closed, poolB.closed]).toEqual([false, true])
})

test('what is under way when its place is closed ends well', async () => {
  let arrived: (value: unknown) => void
  const asked = new Promise((resolve) => (arrived = resolve))
  let release: () => void = () => {}
  const port = await receive((_, response) => {
    release = () => response.end('ok')
    arrived(null)
  })
  const connections = await keeping(1)
  const url = new URL(`http://127.0.0.1:${port}/`)
  const exchanged = exchange(connections.to(url, ['127.0.0.1']), { url, headers: {}, body: '{}' }, patience)
  await asked
  connections.to(new URL('http://other.test'), ['192.0.2.1'])
  release()
  expect(await exchanged).toMatchObject({ ending: { kind: 'answered' }, answer: { status: 200, body: 'ok' } })
})
