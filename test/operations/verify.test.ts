import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { day, startApi } from './api.ts'

const api = await startApi()

/** Verified in react, a beginner in python. */
async function strong(): Promise<string> {
  const { id } = await api.user({ display_name: 'Alex Chen' })
  for (const score of [92, 88, 95]) await api.evidence(id, { type: 'assessment', score })
  await api.evidence(id, { type: 'session', rating: 4 })
  await api.evidence(id, { type: 'endorsement', endorser_tier: 'T4', endorser_name: 'Ann' })
  await api.evidence(id, { type: 'session', skill: 'python', rating: 5 })
  return id
}

const alex = await strong()
const beginner = (await api.user()).id
const passport = async (user: string, query = '') =>
  await api.ok(contract.verify.passport, `/v1/verify/passport/${user}?${query}`)
const skill = async (user: string, query = '', key = 'react') =>
  await api.ok(contract.verify.skill, `/v1/verify/skill/${user}/${key}?${query}`)

describe('a passport', () => {
  test('has every skill, strongest first, in both shapes', async () => {
    const { updatedAt, ...rest } = await passport(alex)
    expect(rest).toMatchObject({
      uid: alex,
      user_id: alex,
      displayName: 'Alex Chen',
      verified: true,
      status: 'active',
      model: 'sci-1',
      asOf: api.today(),
    })
    expect(rest.skills.map(({ key, verified }) => [key, verified])).toEqual([
      ['react', true],
      ['python', false],
    ])
    expect(rest.sci_scores).toEqual(Object.fromEntries(rest.skills.map(({ key, sci }) => [key, sci])))
    expect(rest.skills[0]).toMatchObject({
      name: 'React',
      sessionsCount: 1,
      lastEvidence: api.today(),
      evidence: { sessions: 1, assessments: 3, endorsements: 1 },
    })
    expect(updatedAt).toBe(api.at())
  })

  test('agrees with the answer about each skill', async () => {
    for (const one of (await passport(alex)).skills) {
      const { tier, sciPoints, confidence, verified, tierUntil, verifiedUntil, key, evidence } = one
      const alone = await skill(alex, '', key)
      expect(alone).toMatchObject({
        tier,
        sciPoints,
        confidence,
        verified,
        tierUntil,
        verifiedUntil,
        evidence,
      })
    }
  })

  test('of nobody’s skills is no error', async () => {
    expect(await passport(beginner)).toMatchObject({ verified: false, skills: [], sci_scores: {} })
  })

  test('says what was true on another day', async () => {
    const past = await passport(alex, `as_of=${api.today(-day)}`)
    expect(past).toMatchObject({ verified: false, asOf: api.today(-day) })
    expect(past.skills.every(({ sciPoints, tier }) => sciPoints === 0 && tier === 'T0')).toBe(true)
    expect(past.skills.every((one) => !('lastEvidence' in one))).toBe(true)
    const later = await passport(alex, `asOf=${api.today(400 * day)}`)
    expect(later.verified).toBe(false)
  })
})

describe('a skill', () => {
  test('holds its tier and verification to the very day that it names', async () => {
    const { tier, tierUntil, verifiedUntil } = await skill(alex)
    const after = (date: string | null) => new Date(Date.parse(date ?? '') + day).toISOString().slice(0, 10)
    expect((await skill(alex, `as_of=${tierUntil}`)).tier).toBe(tier)
    expect((await skill(alex, `as_of=${after(tierUntil)}`)).tier < tier).toBe(true)
    expect((await skill(alex, `as_of=${verifiedUntil}`)).verified).toBe(true)
    expect((await skill(alex, `as_of=${after(verifiedUntil)}`)).verified).toBe(false)
  })

  test('that is not verified says why', async () => {
    expect(await skill(alex, '', 'python')).toMatchObject({
      verified: false,
      unmet: ['tier_below_T2', 'low_confidence', 'no_recent_passed_assessment'],
      lastAssessment: null,
    })
  })

  test('answers to its aliases under its own name', async () => {
    expect((await skill(alex, '', 'React.js')).skill).toBe('react')
  })

  test('is scored anew each day as it ages', async () => {
    const scores = []
    for (const days of [0, 30, 180, 365])
      scores.push((await skill(alex, `as_of=${api.today(days * day)}`)).sciPoints)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(new Set(scores).size).toBe(4)
  })
})

describe('an explanation', () => {
  test.each(['react', 'python'])('of %s adds up to the point', async (key) => {
    for (const ahead of [0, 100, 1000]) {
      const path = `/v1/verify/skill/${alex}/${key}/explain?as_of=${api.today(ahead * day)}`
      const { parts, contributions, sciPoints } = await api.ok(contract.verify.explain, path)
      expect(parts.assessment + parts.session + parts.endorsement).toBe(sciPoints)
      expect(contributions.reduce((sum, one) => sum + one.points, 0)).toBe(sciPoints)
    }
  })

  test('says in a sentence what the numbers say', async () => {
    const told = await api.ok(contract.verify.explain, `/v1/verify/skill/${alex}/react/explain`)
    expect(told.summary).toContain(`Alex Chen has ${told.sciPoints} of 1000 points in React`)
    expect(told.summary).toContain('3 assessments')
    expect(told.contributions.map((one) => one.evidence_id).toSorted()).toHaveLength(5)
  })
})

describe('what cannot be answered', () => {
  test.each([
    ['/v1/verify/passport/nobody', 'USER_NOT_FOUND'],
    ['/v1/verify/skill/nobody/react', 'USER_NOT_FOUND'],
    [`/v1/verify/skill/${alex}/juggling`, 'SKILL_NOT_FOUND'],
    [`/v1/verify/skill/${alex}/rust`, 'SKILL_NOT_IN_PASSPORT'],
    [`/v1/verify/skill/${alex}/rust/explain`, 'SKILL_NOT_IN_PASSPORT'],
  ])('%s: %s', async (path, code) => {
    expect(await api.refused('GET', path)).toMatchObject({ code, status: 404 })
  })

  test.each([
    `/v1/verify/passport/${alex}?as_of=2036-03-21`,
    `/v1/verify/skill/${alex}/react?as_of=2036-03-21`,
    `/v1/verify/skill/${alex}/react/explain?as_of=2036-03-21`,
    `/v1/verify/skill/${alex}/react?as_of=2026-02-30`,
    `/v1/verify/skill/${alex}/react?evidence=all`,
  ])('%s', async (path) => {
    expect((await api.refused('GET', path)).code).toBe('VALIDATION_FAILED')
  })

  test('ten years ahead to the day can be asked for', async () => {
    expect((await skill(alex, 'as_of=2036-03-20')).asOf).toBe('2036-03-20')
    expect((await passport(alex, 'as_of=2036-03-20')).asOf).toBe('2036-03-20')
  })

  test('a key needs both scopes for a skill', async () => {
    const { secret: key } = await api.key({ scopes: ['skills:verify'] })
    const error = await api.refused('GET', `/v1/verify/skill/${alex}/react`, { key })
    expect(error).toMatchObject({ code: 'SCOPE_INSUFFICIENT', details: { missing: ['passports:read'] } })
  })
})

describe('a batch', () => {
  const ask = async (body: object) => await api.ok(contract.verify.batch, '/v1/verify/batch', { body })

  test('keeps order and duplicates; an unknown id is an item', async () => {
    const { results, ...totals } = await ask({ user_ids: [beginner, alex, 'nobody', alex] })
    expect(totals).toEqual({ object: 'batch', total: 4, verified: 2, not_found: 1 })
    const { tier, sci } = await skill(alex)
    const found = {
      uid: alex,
      user_id: alex,
      skill: 'react',
      verified: true,
      tier,
      sci,
      met: null,
      error: null,
    }
    expect(results).toEqual([
      { ...found, uid: beginner, user_id: beginner, skill: null, verified: false, tier: 'T0', sci: 0 },
      found,
      {
        ...found,
        uid: 'nobody',
        user_id: 'nobody',
        skill: null,
        verified: false,
        tier: null,
        sci: null,
        error: 'USER_NOT_FOUND',
      },
      found,
    ])
  })

  test('asks about one skill and a tier, by code or label', async () => {
    for (const min_tier of ['T2', 'competent']) {
      const { results } = await ask({ userIds: [alex, beginner], skill: 'ReactJS', minTier: min_tier })
      expect(results.map(({ skill, met }) => [skill, met])).toEqual([
        ['react', true],
        ['react', false],
      ])
    }
    expect((await ask({ user_ids: [alex], skill: 'react', min_tier: 'T5' })).results[0]?.met).toBe(false)
  })

  test('may ask about another day', async () => {
    const body = { user_ids: [alex], as_of: '2036-03-21' }
    expect(await api.refused('POST', '/v1/verify/batch', { body })).toMatchObject({
      details: [{ pointer: '/as_of' }],
    })
    expect(await ask({ user_ids: [alex], as_of: api.today(-day) })).toMatchObject({ verified: 0 })
  })

  test.each([0, 101])('of %d ids is refused', async (size) => {
    const body = { user_ids: Array.from({ length: size }, () => alex) }
    expect(await api.refused('POST', '/v1/verify/batch', { body })).toMatchObject({
      code: 'BATCH_SIZE',
      status: 422,
    })
  })

  test('of 100 is answered', async () => {
    expect(await ask({ user_ids: Array.from({ length: 100 }, () => alex) })).toMatchObject({ verified: 100 })
  })

  test('about an unknown skill is refused', async () => {
    const body = { user_ids: [alex], skill: 'juggling' }
    expect((await api.refused('POST', '/v1/verify/batch', { body })).code).toBe('SKILL_UNKNOWN')
  })
})
