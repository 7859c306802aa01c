import { describe, expect, test } from 'vitest'
import { rows } from '../../src/contract/index.ts'
import { auditedAlone } from '../../src/operations/audit.ts'
import { newestAudit, verifyAudit, type Read } from '../../src/operations/audit-log.ts'
import type { AuditRow } from '../../src/store/rows.ts'
import type { Store } from '../../src/store/types.ts'
import { expectError, expectStatus, newKey } from '../sandbox.ts'
import { assembled, intercepted, type Assembled } from './assembled.ts'
import { freshStore } from '../stores.ts'

function reading(store: Store): Read {
  return async (work) => await store.read(work)
}

async function audited(store: Store): Promise<AuditRow[]> {
  const all: AuditRow[] = []
  for await (const slice of newestAudit(reading(store))) all.push(...slice)
  return all.toReversed()
}

async function made(service: Assembled, path: string, body: object): Promise<string> {
  return expectStatus(await service.request('POST', path, { body }), 201).textAt('id')
}

const hook = { url: 'http://127.0.0.1:9/hook?token=hunter2', events: ['invite.*'], description: 'Kim’s hook' }

describe('what is written down', () => {
  test('every write of keys and webhooks and every erase, and nothing else', () => {
    const names = rows().filter(({ route }) => route.audited !== undefined)
    expect(names.map(({ name }) => name).toSorted()).toEqual([
      'keys.create',
      'keys.revoke',
      'keys.rotate',
      'keys.update',
      'users.erase',
      'webhooks.create',
      'webhooks.disable',
      'webhooks.enable',
      'webhooks.remove',
      'webhooks.rotateSecret',
      'webhooks.update',
    ])
    // Only so do the effect and its row commit together.
    for (const { route } of names) expect(route.standalone ?? route.method === 'GET').toBe(false)
  })

  test.each(['sandbox', 'live'] as const)('who did what to what, from where: %s', async (mode) => {
    const service = await assembled({ mode })
    const me = (await service.request('GET', '/v1/me')).textAt('key.id')
    const body = { name: 'Kim’s laptop', scopes: ['read'], daily_quota: 7 }
    const made = expectStatus(await service.request('POST', '/v1/keys', { body }), 201)
    const id = made.textAt('id')
    await service.request('PATCH', `/v1/keys/${id}`, { body: { name: 'other', tier: 'free' } })
    await service.request('POST', `/v1/keys/${id}/rotate`, { body: { overlap_seconds: 60 } })
    await service.request('POST', `/v1/keys/${id}/revoke`)
    const found = await audited(service.store)
    expect(found.map(({ action, details }) => [action, details])).toEqual([
      ['keys.create', { name: '(given)', scopes: ['read'], tier: 'standard', daily_quota: 7 }],
      ['keys.update', { name: '(given)', tier: 'free' }],
      ['keys.rotate', { overlap_seconds: 60, force: false }],
      ['keys.revoke', {}],
    ])
    for (const row of found) {
      expect(row).toMatchObject({
        actor: me,
        subject: id,
        address: '127.0.0.1',
        at: '2026-03-20T12:00:00.000Z',
      })
    }
    expect(found[0]?.request_id).toBe(made.headers.get('x-request-id'))
    expect(await verifyAudit(reading(service.store))).toEqual({ ok: true, rows: 4, head: found[3]?.hash })
  })

  test('webhooks from first to last, without their secrets', async () => {
    const service = await assembled()
    const id = await made(service, '/v1/webhooks', hook)
    await service.request('PATCH', `/v1/webhooks/${id}`, { body: { ack: '2xx' } })
    await service.request('POST', `/v1/webhooks/${id}/rotate-secret`, { body: {} })
    await service.request('POST', `/v1/webhooks/${id}/disable`, { body: { reason: 'Kim asked for it' } })
    await service.request('POST', `/v1/webhooks/${id}/enable`, { body: {} })
    await service.request('DELETE', `/v1/webhooks/${id}`)
    const found = await audited(service.store)
    expect(found.map(({ action, details }) => [action, details])).toEqual([
      [
        'webhooks.create',
        {
          url: 'http://127.0.0.1:9/hook',
          events: ['invite.*'],
          description: '(given)',
          ack: '200',
          kind: 'http',
        },
      ],
      ['webhooks.update', { ack: '2xx' }],
      ['webhooks.rotateSecret', { overlap_seconds: 86_400 }],
      ['webhooks.disable', { reason: '(given)' }],
      ['webhooks.enable', { held: 'send' }],
      ['webhooks.remove', {}],
    ])
    expect(new Set(found.map(({ subject }) => subject))).toEqual(new Set([id]))
    expect(JSON.stringify(found)).not.toMatch(/whsec_[^…]|hunter2|Kim/)
  })

  test('an erase leaves the id and nothing of the person, in earlier rows too', async () => {
    const service = await assembled()
    const person = { id: 'usr_kim', display_name: 'Kim Doe', email: 'kim@example.com' }
    await made(service, '/v1/users', person)
    await made(service, '/v1/keys', { name: 'Kim Doe <kim@example.com>', scopes: ['read'] })
    const listener = { kind: 'listener', name: 'kim@example.com', description: 'of Kim Doe' }
    await made(service, '/v1/webhooks', listener)
    expectStatus(await service.request('POST', '/v1/users/usr_kim/erase'), 200)
    const found = await audited(service.store)
    expect(found.at(-1)).toMatchObject({ action: 'users.erase', subject: 'usr_kim', details: {} })
    expect(JSON.stringify(found)).not.toMatch(/Kim Doe|kim@/)
  })

  test('what was refused leaves nothing', async () => {
    const service = await assembled()
    const { id, secret } = await newKey(service, ['read'])
    expectError(await service.request('POST', '/v1/keys', { body: {} }), 'VALIDATION_FAILED')
    expectError(await service.request('POST', `/v1/keys/${id}/revoke`, { key: secret }), 'SCOPE_INSUFFICIENT')
    expectError(await service.request('POST', '/v1/keys/key_none/revoke'), 'KEY_NOT_FOUND')
    expectError(await service.request('POST', '/v1/users/none/erase'), 'USER_NOT_FOUND')
    expect(await audited(service.store)).toHaveLength(1)
  })

  test('a replayed answer is no second deed', async () => {
    const service = await assembled()
    const ask = {
      body: { name: 'once', scopes: ['read'] },
      headers: { 'idempotency-key': 'one' },
    }
    const first = expectStatus(await service.request('POST', '/v1/keys', ask), 201)
    const second = expectStatus(await service.request('POST', '/v1/keys', ask), 201)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    const found = await audited(service.store)
    expect(found.map(({ request_id }) => request_id)).toEqual([first.headers.get('x-request-id')])
  })

  test('work that runs twice is written down once', async () => {
    const store = await freshStore()
    const twice: Store = {
      ...intercepted(store, async () => undefined),
      async transact(work) {
        const undone = new Error('undone')
        const first = store.transact(async (tx) => {
          await work(tx)
          throw undone
        })
        await first.catch((error: unknown) => {
          if (error !== undone) throw error
        })
        return await store.transact(work)
      },
    }
    const service = await assembled({ store: twice })
    const { id } = await newKey(service, ['read'])
    const found = await audited(store)
    expect(found.map(({ id: number, subject }) => [number, subject])).toEqual([['000000000001', id]])
  })

  test('requests at the same time make one chain', async () => {
    const service = await assembled()
    await Promise.all(Array.from({ length: 40 }, () => newKey(service, ['read'])))
    expect(await verifyAudit(reading(service.store))).toMatchObject({ ok: true, rows: 40 })
  })

  test('what is done on the machine itself stands in the same chain', async () => {
    const service = await assembled()
    await newKey(service, ['read'])
    const deed = { at: '2026-03-20T12:00:00.000Z', action: 'keys.bootstrap', subject: 'key_x' }
    await service.store.transact((tx) => auditedAlone(tx, { ...deed, actor: 'operator' }))
    const [newest] = (await audited(service.store)).toReversed()
    expect(newest).toMatchObject({
      id: '000000000002',
      ...deed,
      actor: 'operator',
      request_id: null,
      address: null,
    })
    expect(await verifyAudit(reading(service.store))).toMatchObject({ ok: true, rows: 2 })
  })
})

describe('checking the chain', () => {
  /** A chain of so many rows, written without a server. */
  async function chain(length: number): Promise<Store> {
    const store = await freshStore()
    await store.transact(async (tx) => {
      for (let n = 1; n <= length; n++) {
        const deed = { at: '2026-03-20T12:00:00.000Z', action: 'keys.create', subject: `key_${n}` }
        await auditedAlone(tx, { ...deed, actor: 'operator', details: { n } })
      }
    })
    return store
  }

  const numbered = (n: number): string => String(n).padStart(12, '0')

  async function row(store: Store, n: number): Promise<AuditRow> {
    const found = await store.read((tx) => tx.get('audit', numbered(n)))
    if (found === undefined) throw new TypeError(`No row ${n}`)
    return found
  }

  test('an empty log is whole', async () => {
    const head = '0'.repeat(64)
    expect(await verifyAudit(reading(await chain(0)))).toEqual({ ok: true, rows: 0, head })
  })

  test('one that takes many slices is whole, and is listed newest first', async () => {
    const store = await chain(1_700)
    const { hash: head } = await row(store, 1_700)
    expect(await verifyAudit(reading(store))).toEqual({ ok: true, rows: 1_700, head })
    const ids = (await audited(store)).map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 1_700 }, (_, index) => numbered(index + 1)))
    const one: AuditRow[] = []
    for await (const slice of newestAudit(reading(store), { subject: 'key_7' })) one.push(...slice)
    expect(one.map(({ id }) => id)).toEqual([numbered(7)])
  })

  test.each([1, 600, 1_199])('row %i altered', async (n) => {
    const store = await chain(1_200)
    const found = await row(store, n)
    for (const change of [
      { actor: 'key_other' },
      { details: { n: 0 } },
      { at: '2020-01-01T00:00:00.000Z' },
    ]) {
      await store.transact((tx) => tx.update('audit', { ...found, ...change }))
      const verdict = { ok: false, row: numbered(n), reason: 'altered' }
      expect(await verifyAudit(reading(store))).toEqual(verdict)
    }
  })

  test.each([1, 3, 9])('row %i missing', async (n) => {
    const store = await chain(10)
    await store.transact((tx) => tx.remove('audit', numbered(n)))
    expect(await verifyAudit(reading(store))).toEqual({ ok: false, row: numbered(n), reason: 'missing' })
  })

  test('two rows changed places', async () => {
    const store = await chain(10)
    const [third, fourth] = [await row(store, 3), await row(store, 4)]
    await store.transact(async (tx) => {
      await tx.update('audit', { ...fourth, id: third.id })
      await tx.update('audit', { ...third, id: fourth.id })
    })
    expect(await verifyAudit(reading(store))).toMatchObject({ ok: false, row: numbered(3) })
  })

  test('a row of another chain, sound by itself', async () => {
    const store = await chain(5)
    const other = await freshStore()
    for (let n = 0; n < 3; n++) {
      const deed = { at: '2026-03-20T12:00:00.000Z', action: 'keys.revoke', subject: null }
      await other.transact((tx) => auditedAlone(tx, { ...deed, actor: 'service' }))
    }
    const foreign = await row(other, 3)
    await store.transact((tx) => tx.update('audit', foreign))
    expect(await verifyAudit(reading(store))).toEqual({ ok: false, row: numbered(3), reason: 'reordered' })
  })

  test('a cut end shows only to those who kept a head', async () => {
    const store = await chain(10)
    const { hash: head } = await row(store, 10)
    await store.transact((tx) => auditedAlone(tx, { at: '', action: 'x', subject: null, actor: 'service' }))
    expect(await verifyAudit(reading(store), { head })).toMatchObject({ ok: true, rows: 11 })
    await store.transact(async (tx) => {
      await tx.remove('audit', numbered(11))
      await tx.remove('audit', numbered(10))
    })
    expect(await verifyAudit(reading(store))).toMatchObject({ ok: true, rows: 9 })
    const verdict = { ok: false, row: null, reason: 'head', rows: 9 }
    expect(await verifyAudit(reading(store), { head })).toEqual(verdict)
  })
})
