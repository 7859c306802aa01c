import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { verifyChain } from '../../src/core/evidence-hash.ts'
import { day, startApi } from './api.ts'

const api = await startApi()

async function skill(user: string, key = 'react') {
  return await api.ok(contract.verify.skill, `/v1/verify/skill/${user}/${key}`)
}

async function close(id: string, verb: 'dispute' | 'resolve' | 'revoke', body: object) {
  return await api.ok(contract.evidence.dispute, `/v1/evidence/${id}/${verb}`, { body })
}

async function points(user: string): Promise<number> {
  return (await skill(user)).sciPoints
}

describe('adding', () => {
  test('a session', async () => {
    const { id } = await api.user()
    const body = {
      type: 'session',
      skill: 'React.js',
      rating: 4.5,
      partner_id: 'mentor-7',
      summary: 'Pairing',
    }
    const answer = await api.send('POST', `/v1/users/${id}/evidence`, { body })
    const entry = contract.evidence.create.responses[201].parse(answer.body)
    expect(answer.headers.get('location')).toBe(`/v1/evidence/${entry.id}`)
    expect(entry).toMatchObject({
      user_id: id,
      skill: 'react',
      type: 'session',
      status: 'valid',
      occurred_on: api.today(),
      recorded_at: api.at(),
      quality: 0.9,
      counted: true,
      weight: 1,
      rating: 4.5,
      partner_id: 'mentor-7',
      summary: 'Pairing',
      status_reason: null,
      prev_hash: '0'.repeat(64),
      actor: expect.stringMatching(/^key_/),
    })
    expect(await api.ok(contract.evidence.get, `/v1/evidence/${entry.id}`)).toEqual(entry)
  })

  test('an assessment, an unrated session, imported history', async () => {
    const { id } = await api.user()
    expect(await api.evidence(id, { type: 'assessment', score: 43, max_score: 50 })).toMatchObject({
      quality: 0.86,
      score: 43,
      max_score: 50,
    })
    expect(await api.evidence(id, { type: 'session' })).toMatchObject({ rating: null, quality: 0.8 })
    const given = {
      type: 'endorsement',
      endorser_tier: 'proficient',
      endorser_name: 'Ann',
      occurred_on: '2026-01-02',
    }
    expect(await api.evidence(id, given)).toMatchObject({
      endorser_tier: 'T3',
      endorser_name: 'Ann',
      quality: 0.6,
      occurred_on: '2026-01-02',
    })
  })

  test('an endorsement weighs by the tier of that moment, for ever', async () => {
    const [{ id: learner }, { id: expert }] = [await api.user(), await api.user({ display_name: 'Expert' })]
    for (let count = 0; count < 3; count += 1) await api.evidence(expert, { type: 'assessment', score: 100 })
    const proof = await api.evidence(expert, { type: 'session', rating: 5 })
    const { tier } = await skill(expert)
    const given = await api.evidence(learner, { type: 'endorsement', endorser_id: expert })
    expect(given).toMatchObject({ endorser_tier: tier, counted: true, quality: 0.4 })
    for (const { id } of (await api.ok(contract.evidence.list, `/v1/users/${expert}/evidence`)).data) {
      await close(id, 'revoke', { reason: 'All of it' })
    }
    expect(proof.status).toBe('valid')
    expect(await api.ok(contract.evidence.get, `/v1/evidence/${given.id}`)).toEqual(given)
  })

  test('an endorsement by a beginner is listed and weighs nothing', async () => {
    const [{ id }, { id: beginner }] = [await api.user(), await api.user()]
    expect(await api.evidence(id, { type: 'endorsement', endorser_id: beginner })).toMatchObject({
      endorser_tier: 'T0',
      counted: false,
      weight: 0,
    })
    expect(await skill(id)).toMatchObject({ sciPoints: 0, evidenceCount: 1 })
  })

  test.each([
    ['tomorrow', { type: 'session', occurred_on: api.today(day) }, 'occurred_on'],
    ['with oneself', { type: 'session', partner_id: 'narcissus' }, 'partner_id'],
    ['about oneself', { type: 'endorsement', endorser_id: 'narcissus' }, 'endorser_id'],
  ])('%s is refused', async (_, fields, param) => {
    await api.send('POST', '/v1/users', { body: { id: 'narcissus', display_name: 'N' } })
    const body = { skill: 'react', ...fields }
    const error = await api.refused('POST', '/v1/users/narcissus/evidence', { body })
    expect(error).toMatchObject({ code: 'EVIDENCE_INVALID', status: 422, param })
  })

  test.each([
    [{ type: 'assessment' }, '/score'],
    [{ type: 'assessment', score: 11, max_score: 10 }, '/score'],
    [{ type: 'session', score: 1 }, '/score'],
    [{ type: 'session', rating: 5.1 }, '/rating'],
    [{ type: 'endorsement' }, '/endorser_id'],
    [{ type: 'endorsement', endorser_tier: 'T3' }, '/endorser_name'],
    [{ type: 'praise' }, '/type'],
  ])('%j is not valid', async (fields, pointer) => {
    const { id } = await api.user()
    const error = await api.refused('POST', `/v1/users/${id}/evidence`, {
      body: { skill: 'react', ...fields },
    })
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ pointer }] })
  })
})

describe('a dispute', () => {
  test('takes the entry out of the score until it is resolved', async () => {
    const { id } = await api.user()
    await api.evidence(id, { type: 'session', rating: 5 })
    const entry = await api.evidence(id, { type: 'assessment', score: 90 })
    const whole = await points(id)
    const disputed = await close(entry.id, 'dispute', { reason: 'Wrong person' })
    expect(disputed).toMatchObject({
      status: 'disputed',
      status_reason: 'Wrong person',
      counted: false,
      weight: 0,
    })
    expect((await skill(id)).unmet).toContain('open_dispute')
    expect(await points(id)).toBeLessThan(whole)
    const again = await close(entry.id, 'dispute', { reason: 'Once more' })
    expect(again).toEqual(disputed)
    const upheld = await close(entry.id, 'resolve', { outcome: 'upheld' })
    expect(upheld).toEqual(entry)
    expect(await points(id)).toBe(whole)
    const { data } = await api.ok(contract.events.list, `/v1/events?user_id=${id}&type=passport.updated`)
    expect(data).toHaveLength(4)
  })

  test('may end in a revocation, which is final', async () => {
    const { id } = await api.user()
    const entry = await api.evidence(id, { type: 'assessment', score: 90 })
    await close(entry.id, 'dispute', { reason: 'Copied' })
    expect(await close(entry.id, 'resolve', { outcome: 'revoked' })).toMatchObject({
      status: 'revoked',
      status_reason: 'Copied',
    })
    expect(await points(id)).toBe(0)
    for (const [verb, body] of [
      ['revoke', { reason: 'Again' }],
      ['dispute', {}],
      ['resolve', { outcome: 'upheld' }],
    ] as const) {
      const error = await api.refused('POST', `/v1/evidence/${entry.id}/${verb}`, { body })
      expect(error).toMatchObject({ code: 'EVIDENCE_ALREADY_CLOSED', status: 409 })
    }
  })

  test('that was never opened cannot be resolved', async () => {
    const { id } = await api.user()
    const entry = await api.evidence(id, { type: 'session' })
    const error = await api.refused('POST', `/v1/evidence/${entry.id}/resolve`, {
      body: { outcome: 'revoked' },
    })
    expect(error.code).toBe('EVIDENCE_ALREADY_CLOSED')
    expect((await api.ok(contract.evidence.get, `/v1/evidence/${entry.id}`)).status).toBe('valid')
  })
})

test('a revocation that costs a tier is told, downwards', async () => {
  const { id } = await api.user()
  const entry = await api.evidence(id, { type: 'assessment', score: 100 })
  for (let count = 0; count < 3; count += 1) await api.evidence(id, { type: 'assessment', score: 100 })
  for (const { id: other } of (await api.ok(contract.evidence.list, `/v1/users/${id}/evidence`)).data.slice(
    0,
    3,
  )) {
    await close(other, 'revoke', { reason: 'Recorded twice' })
  }
  const changes = await api.events(`user_id=${id}&type=skill.tier_changed`)
  expect(changes.map((one) => ('direction' in one ? [one.direction, one.new_tier, one.reason] : []))).toEqual(
    [
      ['up', 'T1', 'assessment'],
      ['up', 'T2', 'assessment'],
      ['down', 'T1', 'evidence_revoked'],
    ],
  )
  expect((await api.ok(contract.evidence.get, `/v1/evidence/${entry.id}`)).status).toBe('valid')
})

describe('the chain', () => {
  async function chainOf(user: string) {
    const entries = []
    let cursor = ''
    do {
      const page = await api.ok(contract.evidence.list, `/v1/users/${user}/evidence?limit=2${cursor}`)
      entries.push(...page.data)
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
    } while (cursor !== '')
    return entries.toReversed()
  }

  test('can be checked by anyone who has the entries, and shows what was tampered with', async () => {
    const { id } = await api.user()
    await api.evidence(id, { type: 'session', rating: 3 })
    await api.evidence(id, { type: 'assessment', score: 70, skill: 'python' })
    const third = await api.evidence(id, { type: 'endorsement', endorser_tier: 'T4', endorser_name: 'Ümit' })
    await api.evidence(id, { type: 'session', url: 'https://example.com/notes', source: 'calendar' })
    await close(third.id, 'revoke', { reason: 'Status is no part of the facts' })
    const chain = await chainOf(id)
    expect(chain).toHaveLength(4)
    expect(verifyChain(chain, { head: chain.at(-1)?.hash ?? '' })).toBeNull()
    const better = chain.map((entry, place) => (place === 1 ? { ...entry, score: 100 } : entry))
    expect(verifyChain(better)).toMatchObject({ index: 1, reason: 'content' })
    expect(verifyChain(chain.toSpliced(2, 1))).toMatchObject({ index: 2, reason: 'link' })
  })

  test('is one when many add to it at once', async () => {
    const { id } = await api.user()
    await Promise.all(Array.from({ length: 15 }, async () => await api.evidence(id, { type: 'session' })))
    const chain = await chainOf(id)
    expect(chain).toHaveLength(15)
    expect(verifyChain(chain)).toBeNull()
  })

  test('stands in the answer about a skill, newest first', async () => {
    const { id } = await api.user()
    const first = await api.evidence(id, { type: 'session' })
    const second = await api.evidence(id, { type: 'session', partner_id: 'x' })
    const { evidence } = await api.ok(contract.verify.skill, `/v1/verify/skill/${id}/react?evidence=chain`)
    expect(evidence).toMatchObject([
      { id: second.id, hash: second.hash, prev_hash: first.hash },
      { id: first.id, hash: first.hash, prev_hash: '0'.repeat(64) },
    ])
  })
})

test('the evidence of a user is listed by skill, type and status', async () => {
  const { id } = await api.user()
  const session = await api.evidence(id, { type: 'session' })
  const exam = await api.evidence(id, { type: 'assessment', score: 10, skill: 'python' })
  await close(exam.id, 'dispute', {})
  const listed = async (query: string) =>
    (await api.ok(contract.evidence.list, `/v1/users/${id}/evidence?${query}`)).data.map((one) => one.id)
  expect(await listed('')).toEqual([exam.id, session.id])
  expect(await listed('skill=ReactJS')).toEqual([session.id])
  expect(await listed('type=assessment&skill=python')).toEqual([exam.id])
  expect(await listed('status=disputed')).toEqual([exam.id])
  expect(await listed('status=revoked')).toEqual([])
})

test.each([
  ['GET', '/v1/users/nobody/evidence', 'USER_NOT_FOUND'],
  ['GET', '/v1/evidence/evd_unknown', 'EVIDENCE_NOT_FOUND'],
  ['POST', '/v1/evidence/evd_unknown/dispute', 'EVIDENCE_NOT_FOUND'],
])('%s %s: %s', async (method, path, code) => {
  expect(await api.refused(method, path)).toMatchObject({ code, status: 404 })
})
