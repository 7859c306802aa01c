import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { day, hour, minute, second, startApi } from './api.ts'
import { inviteThatIs } from './invite-states.ts'

const api = await startApi()

test('the life of an invite, instant by instant', async () => {
  const made = await api.invite({ time_limit_seconds: 1800, candidate_name: 'Jo Low' })
  expect(made).toMatchObject({
    status: 'pending',
    created_at: api.at(),
    expires_at: api.at(7 * day),
    due_at: null,
  })
  api.pass(hour)
  const accepted = await api.step(made.id, 'accept')
  expect(accepted).toMatchObject({
    accepted_at: api.at(),
    started_at: null,
    user_id: expect.stringMatching(/^usr_/),
  })
  api.pass(hour)
  const started = await api.step(made.id, 'start')
  expect(started).toMatchObject({
    started_at: api.at(),
    due_at: api.at(30 * minute),
    accepted_at: accepted.accepted_at,
  })
  api.pass(10 * minute)
  const done = await api.step(made.id, 'complete', { score: 43, max_score: 50 })
  expect(done).toMatchObject({
    status: 'completed',
    completed_at: api.at(),
    closed_at: api.at(),
    result_id: expect.stringMatching(/^res_/),
    result_status: 'scored',
  })
  const result = await api.ok(contract.invites.result, `/v1/assess/invites/${made.id}/result`)
  expect(result).toMatchObject({
    id: done.result_id,
    invite_id: made.id,
    user_id: accepted.user_id,
    skill: 'react',
    status: 'scored',
    completion: 'submitted',
    score: 43,
    max_score: 50,
    percent: 86,
    passed: true,
    pass_mark: 60,
    time_taken_seconds: 600,
    started_at: started.started_at,
    submitted_at: api.at(),
    scored_at: api.at(),
    sci_effect: { before: 0, after: 21, tier_before: 'T0', tier_after: 'T1' },
  })
})

test('starting again leaves the due time alone; an assessment under way does not expire', async () => {
  const { id } = await api.invite({ expires_in: 3600, time_limit_seconds: 60 })
  const started = await api.step(id, 'start')
  api.pass(2 * hour)
  expect(await api.step(id, 'start')).toEqual(started)
})

test('what is handed in after the time limit counts, as timed_out', async () => {
  const { id } = await api.invite({ time_limit_seconds: 60 })
  await api.step(id, 'start')
  api.pass(minute + second)
  await api.step(id, 'complete', { score: 59.5, sections: [{ name: 'Hooks', score: 3, max_score: 5 }] })
  expect(await api.ok(contract.invites.result, `/v1/assess/invites/${id}/result`)).toMatchObject({
    completion: 'timed_out',
    time_taken_seconds: 61,
    percent: 59.5,
    passed: false,
    sections: [{ name: 'Hooks', score: 3, max_score: 5 }],
  })
})

test('the same score twice is one submission', async () => {
  const { id, result_id } = await inviteThatIs(api, 'completed')
  const again = await api.step(id, 'complete', { score: 50, max_score: 100 })
  expect(again.result_id).toBe(result_id)
  expect((await api.events(`invite_id=${id}`)).map((one) => one.event)).toEqual([
    'invite.created',
    'invite.accepted',
    'assessment.started',
    'assessment.completed',
  ])
  const { data } = await api.ok(contract.results.list, `/v1/assess/results?invite_id=${id}`)
  expect(data).toHaveLength(1)
})

describe('expiry', () => {
  test('resend grants the original span again and mails the link', async () => {
    const { id, invite_url } = await api.invite({ expires_in: '2d', send_email: false })
    api.pass(day)
    expect(await api.step(id, 'resend')).toMatchObject({
      expires_at: api.at(2 * day),
      invite_url,
      delivery: { status: 'sent', sent_at: api.at() },
    })
  })

  test('resend never takes time away', async () => {
    const { id } = await api.invite({ expires_in: '2d' })
    const extended = await api.step(id, 'extend', { expires_in: '30d' })
    expect((await api.step(id, 'resend')).expires_at).toBe(extended.expires_at)
  })

  test.each([
    ['in the past', -1],
    ['now', 0],
    ['under a minute', 59],
    ['over 90 days', 90 * 86_400 + 1],
  ])('%s is refused', async (_, seconds) => {
    const expires_at = api.at(seconds * second)
    const body = { candidate_email: 'late@example.com', skill: 'react', expires_at }
    expect((await api.refused('POST', '/v1/assess/invites', { body })).code).toBe('INVITE_EXPIRY_INVALID')
    const { id } = await api.invite({ expires_in: 60 })
    const path = `/v1/assess/invites/${id}/extend`
    expect((await api.refused('POST', path, { body: { expires_at } })).code).toBe('INVITE_EXPIRY_INVALID')
  })

  test.each([60, 90 * 86_400])('%d seconds are allowed', async (seconds) => {
    expect((await api.invite({ expires_in: seconds })).expires_at).toBe(api.at(seconds * second))
    expect((await api.invite({ expires_at: api.at(seconds * second) })).expires_at).toBe(
      api.at(seconds * second),
    )
  })

  test('extending never shortens', async () => {
    const { id, expires_at } = await api.invite()
    const path = `/v1/assess/invites/${id}/extend`
    const error = await api.refused('POST', path, { body: { expires_in: '6d' } })
    expect(error).toMatchObject({ code: 'INVITE_EXPIRY_INVALID', status: 422 })
    expect((await api.ok(contract.invites.get, `/v1/assess/invites/${id}`)).expires_at).toBe(expires_at)
  })
})

describe('a result', () => {
  test.each(['pending', 'accepted', 'in_progress'] as const)('is not ready while %s', async (status) => {
    const { id } = await inviteThatIs(api, status)
    const answer = await api.send('GET', `/v1/assess/invites/${id}/result`)
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { code: 'RESULT_NOT_READY', details: { status } } },
    })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test.each(['declined', 'expired', 'cancelled'] as const)(
    'never comes of an invite that is %s',
    async (status) => {
      const { id } = await inviteThatIs(api, status)
      expect(await api.refused('GET', `/v1/assess/invites/${id}/result`)).toMatchObject({
        code: 'RESULT_NOT_FOUND',
        details: { status },
      })
    },
  )

  test('is void once its evidence is revoked', async () => {
    const { id, result_id } = await inviteThatIs(api, 'completed')
    const { evidence_id } = await api.ok(contract.invites.result, `/v1/assess/invites/${id}/result`)
    await api.ok(contract.evidence.revoke, `/v1/evidence/${evidence_id}/revoke`, {
      body: { reason: 'Cheated' },
    })
    expect(await api.refused('GET', `/v1/assess/invites/${id}/result`)).toMatchObject({
      code: 'RESULT_VOIDED',
      status: 410,
      details: { result_id, evidence_id },
    })
    expect(await api.ok(contract.invites.get, `/v1/assess/invites/${id}`)).toMatchObject({
      result_status: 'voided',
    })
  })

  test('has no more points than there are', async () => {
    const { id } = await inviteThatIs(api, 'in_progress')
    const body = { score: 51, max_score: 50 }
    expect(await api.refused('POST', `/v1/assess/invites/${id}/complete`, { body })).toMatchObject({
      code: 'VALIDATION_FAILED',
      param: 'score',
    })
  })
})
