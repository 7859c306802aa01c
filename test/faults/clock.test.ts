import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startSandbox } from '../../src/sandbox.ts'
import { temporaryFolder } from '../folder.ts'
import { createClient } from '../http.ts'

const dir = await temporaryFolder()
const made = z.object({ id: z.string() })
const hour = 3_600_000

test('the machine’s clock jumps by hours and years, both ways: ids stay in order, nothing is refused or done twice', async () => {
  let shift = 0
  const server = await startSandbox({
    dataDir: dir,
    port: 0,
    seed: 'empty',
    rateLimit: 1_000,
    now: () => Date.now() + shift,
  })
  onTestFinished(async () => await server.close())
  const client = createClient(server.url, server.apiKey)
  const ids: string[] = []
  for (const [nth, jump] of [0, hour, -hour, -48 * hour, 24 * 366 * hour, 0].entries()) {
    shift = jump
    const ask = {
      body: { candidate_email: `jump-${nth}@example.com`, skill: 'react' },
      headers: { 'idempotency-key': `jump-${nth}` },
    }
    const first = await client.request('POST', '/v1/assess/invites', ask)
    expect([first.status, first.text]).toEqual([201, expect.any(String)])
    const again = await client.request('POST', '/v1/assess/invites', ask)
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
    ids.push(made.parse(first.body).id)
    expect((await client.request('GET', '/v1/me')).status).toBe(200)
  }
  expect(ids).toEqual(ids.toSorted())
  const listed = z
    .object({ data: z.array(made) })
    .parse((await client.request('GET', '/v1/assess/invites')).body)
  expect(listed.data.map(({ id }) => id)).toEqual(ids.toReversed())
})
