import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startDev } from '../e2e/process.ts'
import { temporaryFolder } from '../folder.ts'
import { createClient, type Client } from '../http.ts'
import { inForm } from './form.ts'

const dir = await temporaryFolder()
const rounds = inForm(3, 30)
const page = z.object({ data: z.array(z.object({ id: z.string() })), next_cursor: z.string().nullable() })

test(
  `${rounds} times SIGTERM under load: exit 0, and exactly what was acknowledged has happened`,
  async () => {
    const acknowledged: string[] = []
    let nth = 0
    for (let round = 0; round < rounds; round += 1) {
      const server = await startDev(dir, '--seed', 'empty', '--rate-limit', 'off')
      const client = createClient(server.url, server.apiKey)
      const work = async (): Promise<void> => {
        for (;;) {
          const id = `user-${(nth += 1)}`
          const body = JSON.stringify({ id, display_name: 'Drained' })
          const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' }
          // A connection each: one that was refused or never accepted has asked for nothing.
          const answer = await client.raw('POST', '/v1/users', { headers, chunks: [body] }).catch(() => null)
          if (answer === null) return
          expect(answer.status, answer.text).toBe(201)
          acknowledged.push(id)
        }
      }
      const writers = Array.from({ length: 8 }, work)
      await sleep(300)
      expect(await server.end('SIGTERM')).toBe(0)
      await Promise.all(writers)
    }
    const last = await startDev(dir, '--rate-limit', 'off')
    expect((await all(createClient(last.url, last.apiKey))).toSorted()).toEqual(acknowledged.toSorted())
    expect(await last.end('SIGTERM')).toBe(0)
    expect(acknowledged.length).toBeGreaterThan(rounds * 8)
  },
  30_000 + rounds * 10_000,
)

async function all(client: Client): Promise<string[]> {
  const ids: string[] = []
  let cursor = ''
  do {
    const answer = await client.request('GET', `/v1/users?limit=100${cursor}`)
    const { data, next_cursor } = page.parse(answer.body)
    ids.push(...data.map(({ id }) => id))
    cursor = next_cursor === null ? '' : `&cursor=${encodeURIComponent(next_cursor)}`
  } while (cursor !== '')
  return ids
}
