import { expect, test } from 'vitest'
import { claimId } from '../../src/server/idempotency.ts'
import type { Answer, Client } from '../http.ts'
import { expectStatus, filesOf, freshSandbox, newKey, temporaryFolder } from '../sandbox.ts'
import { assembled } from './assembled.ts'

/** What a one-time answer shows once is nowhere to be found afterwards, and comes back for whoever saw it. */

const headers = { 'idempotency-key': 'once' }
const keyDraft = { name: 'deploy', scopes: ['read'] }
const inviteDraft = { candidate_email: 'kim@example.com', skill: 'react' }

async function mint(client: Client, key?: string): Promise<Answer> {
  const sent = await client.request('POST', '/v1/keys', { headers, body: keyDraft, ...(key && { key }) })
  return expectStatus(sent, 201)
}

test('a replay shows the secret again to the secret that made it', async () => {
  const service = await assembled()
  const first = await mint(service)
  const again = await mint(service)
  expect(again.text).toBe(first.text)
  expect(again.headers.get('cache-control')).toBe('no-store')
  expectStatus(await service.request('GET', '/v1/me', { key: again.textAt('secret') }), 200)
})

test.each([
  ['/v1/keys', keyDraft, 'secret'],
  ['/v1/assess/invites', inviteDraft, 'invite_url'],
])('POST %s: the stored row holds its secret only sealed', async (path, body, field) => {
  const service = await assembled()
  const me = (await service.request('GET', '/v1/me')).textAt('key.id')
  const made = expectStatus(await service.request('POST', path, { headers, body }), 201)
  const row = await service.store.read((tx) => tx.get('idempotency', claimId(me, 'once')))
  expect(row?.sealed).toEqual(expect.any(String))
  expect(JSON.parse(row?.body ?? '')).toEqual({
    ...Object(made.body),
    [field]: null,
    secret_unavailable: true,
  })
  const stored = JSON.stringify(row)
  expect(stored).not.toContain(made.textAt(field).slice(-30))
  expect(stored).not.toContain('"once"')
})

test('a rotation is answered again with its secret, and rotates once', async () => {
  const service = await assembled()
  const { id } = await newKey(service, ['read'])
  const rotate = async () => await service.request('POST', `/v1/keys/${id}/rotate`, { headers })
  const first = expectStatus(await rotate(), 200)
  const again = expectStatus(await rotate(), 200)
  expect(again.text).toBe(first.text)
  expectStatus(await service.request('GET', '/v1/me', { key: again.textAt('secret') }), 200)
})

test('the other secret of a rotation learns what was made, and not its secret', async () => {
  const service = await assembled()
  const { id, secret: old } = await newKey(service, ['keys:write', 'read'])
  const made = await mint(service, old)
  const secret = (await service.request('POST', `/v1/keys/${id}/rotate`)).textAt('secret')

  const other = await mint(service, secret)
  expect(other.headers.get('idempotent-replayed')).toBe('true')
  expect(other.body).toEqual({ ...Object(made.body), secret: null, secret_unavailable: true })
  expect((await mint(service, old)).text).toBe(made.text)
})

test('an answer without secrets is replayed whole to either secret', async () => {
  const service = await assembled()
  const { id, secret: old } = await newKey(service, ['users:write'])
  const body = { display_name: 'Kim' }
  const made = await service.request('POST', '/v1/users', { headers, body, key: old })
  const secret = (await service.request('POST', `/v1/keys/${id}/rotate`)).textAt('secret')
  const again = await service.request('POST', '/v1/users', { headers, body, key: secret })
  expect(again.text).toBe(made.text)
})

test('a copy of the data folder reveals no secret; only the printed key has a file', async () => {
  const dataDir = await temporaryFolder()
  const sandbox = await freshSandbox({ dataDir })
  const { id } = await sandbox.newKey(['read'])
  const minted = await mint(sandbox)
  const rotated = await sandbox.request('POST', `/v1/keys/${id}/rotate`, {
    headers: { 'idempotency-key': 'two' },
  })
  const asked = { headers: { 'idempotency-key': 'three' }, body: inviteDraft }
  const invite = await sandbox.request('POST', '/v1/assess/invites', asked)
  await sandbox.request('GET', `/v1/users?email=${minted.textAt('secret')}`)
  await sandbox.request('GET', '/v1/me', { key: minted.textAt('secret') })
  await sandbox.close()

  const secrets = [minted.textAt('secret'), rotated.textAt('secret'), sandbox.apiKey]
  const token = invite.textAt('invite_url').split('/i/')[1] ?? ''
  expect(token.length).toBeGreaterThan(20)
  const parts = [...secrets.map((secret) => secret.slice(12, -4)), token]
  const files = await filesOf(dataDir)
  expect([...files.values()].join('')).toContain(minted.textAt('id'))
  for (const [name, text] of files) {
    if (name === 'credentials.json') continue
    for (const part of parts) {
      expect(text.includes(part), `${name} holds ${part}`).toBe(false)
      expect(text.includes(Buffer.from(part).toString('base64').slice(4, -4)), name).toBe(false)
    }
  }
  expect(files.get('credentials.json')).toContain(sandbox.apiKey)
})

test('a replay outlives a restart', async () => {
  const dataDir = await temporaryFolder()
  const before = await freshSandbox({ dataDir })
  const made = await mint(before)
  await before.close()
  const after = await freshSandbox({ dataDir })
  expect(after.apiKey).toBe(before.apiKey)
  const again = await mint(after)
  expect(again.text).toBe(made.text)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})
