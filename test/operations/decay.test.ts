import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { day, startApi, type Api } from './api.ts'
import { tierChange } from './triggers.ts'

const api = await startApi()
const years = 365 * day

/** A user whose only skill is T2, by three full marks of today: nothing but time can take it away. */
async function competent(): Promise<string> {
  const { id } = await api.user()
  for (let count = 0; count < 3; count++) await api.evidence(id, { type: 'assessment', score: 100 })
  return id
}

async function standing(user: string, asOf?: string) {
  const query = asOf === undefined ? '' : `?as_of=${asOf}`
  return await api.ok(contract.verify.skill, `/v1/verify/skill/${user}/react${query}`)
}

async function tierUntil(user: string): Promise<string> {
  return (await standing(user)).tierUntil ?? 'never'
}

async function changes(from: Api, user: string) {
  const told = await from.events(`user_id=${user}&type=skill.tier_changed`)
  return told.map((one) => tierChange.parse(one))
}

/** `T2>T1 2027-04-02T00:00:00.000Z`, oldest first. */
async function falls(user: string): Promise<string[]> {
  const all = await changes(api, user)
  return all.filter(decayed).map((one) => `${one.previous_tier}>${one.new_tier} ${one.occurred_at}`)
}

function decayed({ reason }: { readonly reason: string }): boolean {
  return reason === 'decay'
}

function midnightAfter(date: string): string {
  return new Date(Date.parse(date) + day).toISOString()
}

async function moveTo(instant: string) {
  return await api.ok(contract.sandbox.moveClock, '/v1/sandbox/clock', { body: { set: instant } })
}

async function pass(days: number) {
  return await api.ok(contract.sandbox.moveClock, '/v1/sandbox/clock', { body: { advance: `${days}d` } })
}

test('a tier falls at the midnight after the last day it holds, once, and both events say so', async () => {
  const user = await competent()
  const until = await tierUntil(user)
  const midnight = midnightAfter(until)
  await moveTo(`${until}T23:59:59.999Z`)
  expect(await falls(user)).toEqual([])
  const { happened } = await moveTo(midnight)
  expect(happened).toContainEqual({ at: midnight, kind: 'tier', id: user })
  const after = await standing(user)
  const [passport, tier] = (await api.events(`user_id=${user}`)).slice(-2)
  expect(passport).toMatchObject({
    event: 'passport.updated',
    occurred_at: midnight,
    verified: false,
    changed_skills: ['react'],
  })
  expect(tier).toMatchObject({
    event: 'skill.tier_changed',
    created_at: midnight,
    occurred_at: midnight,
    skill: 'react',
    previous_tier: 'T2',
    previous_tier_label: 'competent',
    new_tier: after.tier,
    new_tier_label: after.tierLabel,
    direction: 'down',
    sci: after.sci,
    reason: 'decay',
  })
  expect(after.tier).toBe('T1')
  await moveTo(`${midnight.slice(0, 10)}T23:00:00Z`)
  expect(await falls(user)).toHaveLength(1)
})

test('one fall leads to the next, down to nothing, and then to no more', async () => {
  const user = await competent()
  const first = midnightAfter(await tierUntil(user))
  await moveTo(new Date(Date.parse(first) + 2 * day).toISOString())
  const second = midnightAfter(await tierUntil(user))
  await moveTo(new Date(Date.parse(second) + 2 * day).toISOString())
  expect(await falls(user)).toEqual([`T2>T1 ${first}`, `T1>T0 ${second}`])
  expect(await standing(user)).toMatchObject({ tier: 'T0', tierUntil: null })
})

describe('noticed late', () => {
  test('all falls are told in order, each with its own instant', async () => {
    const other = await startApi()
    const { id } = await other.user()
    for (let count = 0; count < 3; count++) await other.evidence(id, { type: 'assessment', score: 100 })
    other.pass(30 * years)
    const decays = (await changes(other, id)).filter(decayed)
    const path = `/v1/verify/skill/${id}/react`
    const expected: string[] = []
    for (let asOf = '2026-03-20'; ;) {
      const { tierUntil: until } = await other.ok(contract.verify.skill, `${path}?as_of=${asOf}`)
      if (until === null) break
      expected.push(midnightAfter(until))
      asOf = midnightAfter(until).slice(0, 10)
    }
    expect(expected).toHaveLength(2)
    expect(decays.map((one) => one.occurred_at)).toEqual(expected)
    expect(new Set(decays.map((one) => one.created_at))).toEqual(new Set([other.at()]))
  })

  test('evidence that comes first changes the tier that time left', async () => {
    const other = await startApi()
    const { id } = await other.user()
    for (let count = 0; count < 3; count++) await other.evidence(id, { type: 'assessment', score: 100 })
    other.pass(2 * years)
    await other.evidence(id, { type: 'assessment', score: 100 })
    await other.evidence(id, { type: 'assessment', score: 100 })
    const told = (await changes(other, id)).map((one) => `${one.previous_tier}>${one.new_tier} ${one.reason}`)
    expect(told).toEqual(['T0>T1 assessment', 'T1>T2 assessment', 'T2>T1 decay', 'T1>T2 assessment'])
  })
})

describe('what puts a fall off', () => {
  test('new evidence, to the new last day', async () => {
    const user = await competent()
    const before = await tierUntil(user)
    await api.evidence(user, { type: 'session', rating: 5 })
    const after = await tierUntil(user)
    expect(Date.parse(after)).toBeGreaterThan(Date.parse(before))
    await moveTo(`${after}T12:00:00Z`)
    expect(await falls(user)).toEqual([])
    await moveTo(midnightAfter(after))
    expect(await falls(user)).toEqual([`T2>T1 ${midnightAfter(after)}`])
  })

  test('evidence taken back, when no tier is left', async () => {
    const { id } = await api.user()
    const entry = await api.evidence(id, { type: 'session', rating: 5 })
    await api.send('POST', `/v1/evidence/${entry.id}/revoke`, { body: { reason: 'Wrong person' } })
    expect(await tierUntil(id)).toBe('never')
    await pass(25 * 365)
    expect(await falls(id)).toEqual([])
  })

  test('erasure', async () => {
    const user = await competent()
    await api.send('POST', `/v1/users/${user}/erase`)
    const known = await api.events(`user_id=${user}`)
    await pass(25 * 365)
    expect(await api.events(`user_id=${user}`)).toEqual(known)
  })
})

test('the clock can go to the next fall', async () => {
  const other = await startApi()
  const { id } = await other.user()
  await other.evidence(id, { type: 'session', rating: 5 })
  const { tierUntil: until } = await other.ok(contract.verify.skill, `/v1/verify/skill/${id}/react`)
  const at = midnightAfter(until ?? '')
  const clock = await other.ok(contract.sandbox.clock, '/v1/sandbox/clock')
  expect(clock.next).toEqual({ at, kind: 'tier', id })
  const moved = await other.ok(contract.sandbox.moveClock, '/v1/sandbox/clock', { body: { next: true } })
  expect(moved).toMatchObject({ now: at, next: null, happened: [{ at, kind: 'tier', id }] })
})

test('a seed is a history that was imported: nothing of its past falls late', async () => {
  const seeded = await startApi({ seed: 'default' })
  await sleep(400)
  expect((await changes(seeded, 'usr_dormant')).filter(decayed)).toEqual([])
})
