import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startLive, type Live } from '../../src/live.ts'
import { pruneSecretFile, rotateSecretFile } from '../../src/runtime/secret-file.ts'
import { temporaryFolder } from '../folder.ts'
import { createClient, type Client } from '../http.ts'
import { expectError, expectStatus } from '../sandbox.ts'
import { silentLog } from './silent-log.ts'

interface Server {
  readonly live: Live
  readonly client: Client
}

async function started(store: string, key?: string): Promise<Server> {
  const live = await startLive({ store, port: 0, log: silentLog() })
  onTestFinished(() => live.close())
  return { live, client: createClient(live.url, key ?? live.apiKey ?? '') }
}

async function invited({ client }: Server, email: string): Promise<string> {
  const body = { candidate_email: email, skill: 'react', send_email: false }
  return expectStatus(await client.request('POST', '/v1/assess/invites', { body }), 201).textAt('invite_url')
}

async function pageOf(url: string): Promise<number> {
  return (await fetch(url)).status
}

test('after a rotation all that the old secrets made still works, until they are pruned', async () => {
  const dir = join(await temporaryFolder(), 'data')
  const server = await started(`json:${dir}`)
  await server.client.request('POST', '/v1/skills', { body: { key: 'react', name: 'React' } })
  const old = await invited(server, 'kim@example.com')
  await invited(server, 'lee@example.com')
  const hook = { url: 'https://hooks.example.com/in', events: ['*'] }
  const webhook = expectStatus(await server.client.request('POST', '/v1/webhooks', { body: hook }), 201)
  const page = await server.client.request('GET', '/v1/assess/invites?limit=1')
  const { secretFile } = server.live

  const name = await rotateSecretFile(secretFile)
  await server.client.request('GET', '/v1/assess/invites?limit=1&cursor=AAAA')
  const cursor = encodeURIComponent(page.textAt('next_cursor'))
  expectStatus(await server.client.request('GET', `/v1/assess/invites?limit=1&cursor=${cursor}`), 200)
  expect(await pageOf(old)).toBe(200)
  // The link of the first invite is another one now; both lead to it.
  await expect
    .poll(async () =>
      (
        await server.client.request(
          'GET',
          page.textAt('data.0.id').replace('inv_', '/v1/assess/invites/inv_'),
        )
      ).textAt('invite_url'),
    )
    .not.toBe(page.textAt('data.0.invite_url'))

  // Noted in the store once everything is sealed with them.
  const journal = join(dir, 'journal-0000000000000001')
  await expect.poll(async () => readFile(journal, 'latin1'), { timeout: 30_000 }).toContain(name)
  await server.live.close()
  await pruneSecretFile(secretFile, 1)
  const again = await started(`json:${dir}`, server.live.apiKey ?? '')
  expect(await pageOf(old.replace(server.live.url, again.live.url))).toBe(404)
  expectError(
    await again.client.request('GET', `/v1/assess/invites?limit=1&cursor=${cursor}`),
    'CURSOR_INVALID',
  )
  // Sealed anew while both were there.
  const id = webhook.textAt('id')
  expectStatus(await again.client.request('POST', `/v1/webhooks/${id}/rotate-secret`, { body: {} }), 200)
})
