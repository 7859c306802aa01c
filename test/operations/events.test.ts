import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { temporaryFolder } from '../folder.ts'
import { onPostgres } from '../stores.ts'
import { hour, minute, second, startApi } from './api.ts'

const dir = await temporaryFolder()
const api = await startApi()
const unread = await startApi({ dataDir: dir })

/** What every event has, beside its own fields. */
const always = {
  id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
  sequence: expect.any(Number),
  api_version: 'v1',
  mode: 'sandbox',
}

test('from the invite to the score: every change is told once, in its order, with its own instant', async () => {
  const { id, candidate_email } = await api.invite({ time_limit_seconds: 3600 })
  const created = api.at()
  api.pass(minute)
  const { user_id } = await api.step(id, 'start')
  const begun = api.at()
  api.pass(minute)
  await api.step(id, 'complete', { score: 90 })
  const done = api.at()
  const { id: result_id } = await api.ok(contract.invites.result, `/v1/assess/invites/${id}/result`)

  const about = { invite_id: id, candidate_email, skill: 'react' }
  expect(await api.events(`invite_id=${id}`)).toEqual([
    {
      ...always,
      event: 'invite.created',
      created_at: created,
      occurred_at: created,
      ...about,
      status: 'pending',
      user_id: null,
    },
    {
      ...always,
      event: 'invite.accepted',
      created_at: begun,
      occurred_at: begun,
      ...about,
      status: 'accepted',
      user_id,
    },
    {
      ...always,
      event: 'assessment.started',
      created_at: begun,
      occurred_at: begun,
      ...about,
      status: 'in_progress',
      user_id,
      due_at: new Date(Date.parse(begun) + hour).toISOString(),
    },
    {
      ...always,
      event: 'assessment.completed',
      created_at: done,
      occurred_at: done,
      invite_id: id,
      result_id,
      user_id,
      skill: 'react',
      score: 90,
      max_score: 100,
      percent: 90,
      passed: true,
    },
  ])
  const ofUser = await api.events(`user_id=${user_id}`)
  expect(ofUser.map((one) => one.event)).toEqual([
    'invite.accepted',
    'assessment.started',
    'assessment.completed',
    'passport.updated',
    'skill.tier_changed',
  ])
  expect(ofUser.slice(-2)).toEqual([
    {
      ...always,
      event: 'passport.updated',
      created_at: done,
      occurred_at: done,
      user_id,
      verified: false,
      changed_skills: ['react'],
    },
    {
      ...always,
      event: 'skill.tier_changed',
      created_at: done,
      occurred_at: done,
      user_id,
      skill: 'react',
      new_tier: 'T1',
      new_tier_label: 'novice',
      previous_tier: 'T0',
      previous_tier_label: 'unrated',
      direction: 'up',
      sci: 22,
      reason: 'assessment',
    },
  ])
  const numbers = ofUser.map((one) => one.sequence)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('the score can be read by whoever hears of it', async () => {
  const { id } = await api.invite()
  await api.step(id, 'start')
  await api.step(id, 'complete', { score: 70 })
  const [completed] = (await api.events(`invite_id=${id}&type=assessment.completed`)).slice(-1)
  const { id: result_id } = await api.ok(contract.invites.result, `/v1/assess/invites/${id}/result`)
  expect(completed).toMatchObject({ result_id, score: 70 })
})

describe('an expiry', () => {
  const expired = async (id: string) => await api.events(`invite_id=${id}&type=invite.expired`)

  test('happened at expires_at, however late a reader finds it, and once', async () => {
    const { id, expires_at } = await api.invite({ expires_in: 60 })
    api.pass(3 * hour)
    const found = await api.ok(contract.invites.get, `/v1/assess/invites/${id}`)
    expect(found).toMatchObject({ status: 'expired', closed_at: expires_at })
    await api.ok(contract.invites.get, `/v1/assess/invites/${id}`)
    expect(await expired(id)).toMatchObject([
      { occurred_at: expires_at, created_at: api.at(), status: 'expired' },
    ])
  })

  // It looks into the files of the JSON store: a reader would expire the invite itself.
  test.skipIf(onPostgres)('that no reader finds is found by the sweeper', async () => {
    const { id, expires_at } = await unread.invite({ expires_in: 60 })
    unread.pass(minute)
    const journal = async () => (await readFiles(dir, 'journal-')).includes('invite.expired')
    await vi.waitUntil(journal, { timeout: 30_000, interval: 50 })
    unread.pass(hour)
    expect(await unread.events(`invite_id=${id}&type=invite.expired`)).toMatchObject([
      { occurred_at: expires_at, created_at: expires_at },
    ])
  })

  test('is due at the very instant, and not a millisecond before', async () => {
    const { id } = await api.invite({ expires_in: 60 })
    api.pass(minute - 1)
    expect((await api.ok(contract.invites.get, `/v1/assess/invites/${id}`)).status).toBe('pending')
    api.pass(1)
    expect((await api.ok(contract.invites.get, `/v1/assess/invites/${id}`)).status).toBe('expired')
  })

  test('comes once when twenty readers find it together', async () => {
    const { id } = await api.invite({ expires_in: 60 })
    api.pass(minute)
    await Promise.all(
      Array.from(
        { length: 20 },
        async () => await api.ok(contract.invites.list, '/v1/assess/invites?status=expired'),
      ),
    )
    expect(await expired(id)).toHaveLength(1)
  })

  test('of many invites is told in the order of their expiry', async () => {
    const spans = [300, 60, 180, 120, 240]
    const made = await Promise.all(
      spans.map(async (expires_in) => await api.invite({ expires_in, skill: 'rust' })),
    )
    const inOrder = made.toSorted((a, b) => (a.expires_at < b.expires_at ? -1 : 1)).map(({ id }) => id)
    api.pass(hour)
    const told = await api.events('type=invite.expired')
    const ids = told.map((one) => ('invite_id' in one ? one.invite_id : ''))
    expect(ids.filter((id) => inOrder.includes(id))).toEqual(inOrder)
  })
})

describe('reading', () => {
  test('one by its id, or not at all', async () => {
    const { id } = await api.invite()
    const [created] = await api.events(`invite_id=${id}`)
    expect(await api.ok(contract.events.get, `/v1/events/${created?.id}`)).toEqual(created)
    expect((await api.refused('GET', '/v1/events/evt_unknown')).code).toBe('EVENT_NOT_FOUND')
  })

  test('since an instant, that instant included', async () => {
    await api.invite({ external_id: 'before' })
    api.pass(second)
    const since = api.at()
    const { id } = await api.invite()
    api.pass(second)
    const later = await api.invite()
    const told = await api.events(`type=invite.created&since=${since}`)
    expect(told.map((one) => ('invite_id' in one ? one.invite_id : ''))).toEqual([id, later.id])
  })

  test('an unknown type is refused and the nearest one named', async () => {
    const error = await api.refused('GET', '/v1/events?type=invite.create')
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', param: 'type' })
  })
})

test('a refused step tells nothing', async () => {
  const { id } = await api.invite()
  const before = await api.events(`invite_id=${id}`)
  await api.refused('POST', `/v1/assess/invites/${id}/complete`, { body: { score: 1 } })
  await api.refused('POST', `/v1/assess/invites/${id}/extend`, { body: { expires_in: 60 } })
  expect(await api.events(`invite_id=${id}`)).toEqual(before)
})

test('a tier that stays is no tier change; a suspension changes the passport', async () => {
  const { id } = await api.user()
  await api.evidence(id, { type: 'session', rating: 5 })
  await api.evidence(id, { type: 'session', rating: 5 })
  await api.ok(contract.users.update, `/v1/users/${id}`, { body: { status: 'suspended' } })
  await api.ok(contract.users.update, `/v1/users/${id}`, {
    body: { status: 'suspended', display_name: 'Kim Roe' },
  })
  expect((await api.events(`user_id=${id}`)).map((one) => one.event)).toEqual([
    'passport.updated',
    'skill.tier_changed',
    'passport.updated',
    'passport.updated',
  ])
})

/** What stands in the files of a folder whose names begin so. */
async function readFiles(dir: string, beginning: string): Promise<string> {
  const names = (await readdir(dir)).filter((name) => name.startsWith(beginning))
  return (await Promise.all(names.map(async (name) => await readFile(join(dir, name), 'utf8')))).join('')
}
