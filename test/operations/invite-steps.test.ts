import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { day, hour, minute, second, startApi } from './api.ts'

const api = await startApi()
const statuses = ['pending', 'accepted', 'in_progress', 'completed', 'declined', 'expired', 'cancelled'] as const
type Status = (typeof statuses)[number]

const ways: Record<Status, readonly [verb: string, body?: object][]> = {
  pending: [],
  accepted: [['accept']],
  in_progress: [['start']],
  completed: [['start'], ['complete', { score: 50 }]],
  declined: [['decline']],
  expired: [],
  cancelled: [['cancel']],
}

async function inviteThatIs(status: Status, fields: Record<string, unknown> = {}) {
  const { id } = await api.invite({ ...(status === 'expired' && { expires_in: 60 }), ...fields })
  for (const [verb, body] of ways[status]) await api.step(id, verb, body)
  if (status === 'expired') api.pass(minute)
  const invite = await api.ok(contract.invites.get, `/v1/assess/invites/${id}`)
  expect(invite.status).toBe(status)
  return invite
}

async function types(invite: string): Promise<string[]> {
  return (await api.events(`invite_id=${invite}`)).map((one) => one.event)
}

const steps: Record<string, { verb: string; body?: object }> = {
  accept: { verb: 'accept' },
  start: { verb: 'start' },
  complete: { verb: 'complete', body: { score: 80 } },
  decline: { verb: 'decline' },
  cancel: { verb: 'cancel' },
  'cancel with force': { verb: 'cancel', body: { force: true } },
  resend: { verb: 'resend' },
  extend: { verb: 'extend', body: { expires_in: '30d' } },
}

/** What each step comes to from each status: the status after it and the new events, or the refusal. */
const outcomes: Record<string, readonly string[]> = {
  accept: [
    'accepted invite.accepted',
    'accepted',
    'in_progress',
    '409 INVITE_COMPLETED',
    '409 INVITE_DECLINED',
    '410 INVITE_EXPIRED',
    '410 INVITE_CANCELLED',
  ],
  start: [
    'in_progress invite.accepted assessment.started',
    'in_progress assessment.started',
    'in_progress',
    '409 INVITE_COMPLETED',
    '409 INVITE_DECLINED',
    '410 INVITE_EXPIRED',
    '410 INVITE_CANCELLED',
  ],
  complete: [
    '409 ASSESSMENT_NOT_STARTED',
    '409 ASSESSMENT_NOT_STARTED',
    'completed assessment.completed',
    '409 ASSESSMENT_ALREADY_SUBMITTED',
    '409 INVITE_DECLINED',
    '410 INVITE_EXPIRED',
    '410 INVITE_CANCELLED',
  ],
  decline: [
    'declined invite.declined',
    'declined invite.declined',
    '409 ASSESSMENT_IN_PROGRESS',
    '409 INVITE_NOT_OPEN',
    '409 INVITE_NOT_OPEN',
    '409 INVITE_NOT_OPEN',
    '409 INVITE_NOT_OPEN',
  ],
  cancel: [
    'cancelled invite.cancelled',
    'cancelled invite.cancelled',
    '409 ASSESSMENT_IN_PROGRESS',
    '409 INVITE_NOT_OPEN',
    '409 INVITE_NOT_OPEN',
    '409 INVITE_NOT_OPEN',
    'cancelled',
  ],
  'cancel with force': [
    'cancelled invite.cancelled',
    'cancelled invite.cancelled',
    'cancelled invite.cancelled',
    '409 INVITE_NOT_OPEN',
    '409 INVITE_NOT_OPEN',
    '409 INVITE_NOT_OPEN',
    'cancelled',
  ],
  resend: [
    'pending',
    'accepted',
    '409 ASSESSMENT_IN_PROGRESS',
    '409 INVITE_NOT_OPEN',
    '409 INVITE_NOT_OPEN',
    '409 INVITE_NOT_OPEN',
    '409 INVITE_NOT_OPEN',
  ],
  extend: [
    'pending',
    'accepted',
    '409 ASSESSMENT_IN_PROGRESS',
    '409 INVITE_NOT_OPEN',
    '409 INVITE_NOT_OPEN',
    '409 INVITE_NOT_OPEN',
    '409 INVITE_NOT_OPEN',
  ],
}

describe.each(Object.entries(outcomes))('%s', (name, expected) => {
  const { verb, body } = steps[name] ?? { verb: name }
  test.each(statuses.map((status, place) => [status, expected[place] ?? '']))('from %s: %s', async (status, outcome) => {
    const before = await inviteThatIs(status)
    const known = await types(before.id)
    const path = `/v1/assess/invites/${before.id}`
    const answer = await api.send('POST', `${path}/${verb}`, { body })
    const after = await api.ok(contract.invites.get, path)
    const events = (await types(before.id)).slice(known.length)
    if (answer.status === 200) {
      expect(answer.body).toEqual(after)
      expect([after.status, ...events].join(' ')).toBe(outcome)
      return
    }
    expect(answer.body).toMatchObject({ error: { code: outcome.split(' ')[1], details: { status } } })
    expect(`${answer.status}`).toBe(outcome.split(' ')[0])
    expect(events).toEqual([])
    expect(after).toEqual(before)
  })
})

test('a refusal says from where the step is possible', async () => {
  const { id } = await inviteThatIs('completed')
  expect(await api.refused('POST', `/v1/assess/invites/${id}/resend`)).toMatchObject({
    code: 'INVITE_NOT_OPEN',
    details: { status: 'completed', allowed: ['pending', 'accepted'] },
  })
})

test('both paths are one resource, and both cases of a field are one field', async () => {
  const made = await api.ok(contract.invites.create, '/v1/assess/invite', {
    body: { candidateEmail: 'both@example.com', skill: 'ReactJS', expiresIn: '2d', timeLimitSeconds: 600 },
  })
  expect(made).toMatchObject({
    candidate_email: 'both@example.com',
    skill: 'react',
    time_limit_seconds: 600,
    expires_at: api.at(2 * day),
  })
  expect(await api.ok(contract.invites.get, `/v1/assess/invite/${made.id}`)).toEqual(made)
  expect(await api.ok(contract.invites.get, `/v1/assess/invites/${made.inviteId}`)).toEqual(made)
  const accepted = await api.ok(contract.invites.accept, `/v1/assess/invite/${made.id}/accept`)
  expect(accepted.status).toBe('accepted')
})

test('the life of an invite, instant by instant', async () => {
  const made = await api.invite({ time_limit_seconds: 1800, candidate_name: 'Jo Low' })
  expect(made).toMatchObject({ status: 'pending', created_at: api.at(), expires_at: api.at(7 * day), due_at: null })
  api.pass(hour)
  const accepted = await api.step(made.id, 'accept')
  expect(accepted).toMatchObject({ accepted_at: api.at(), started_at: null, user_id: expect.stringMatching(/^usr_/) })
  api.pass(hour)
  const started = await api.step(made.id, 'start')
  expect(started).toMatchObject({ started_at: api.at(), due_at: api.at(30 * minute), accepted_at: accepted.accepted_at })
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
  const { id, result_id } = await inviteThatIs('completed')
  const again = await api.step(id, 'complete', { score: 50, max_score: 100 })
  expect(again.result_id).toBe(result_id)
  expect(await types(id)).toEqual(['invite.created', 'invite.accepted', 'assessment.started', 'assessment.completed'])
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
    expect((await api.invite({ expires_at: api.at(seconds * second) })).expires_at).toBe(api.at(seconds * second))
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
    const { id } = await inviteThatIs(status)
    const answer = await api.send('GET', `/v1/assess/invites/${id}/result`)
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'RESULT_NOT_READY', details: { status } } } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test.each([
    ['declined', 'INVITE_DECLINED'],
    ['expired', 'INVITE_EXPIRED'],
    ['cancelled', 'INVITE_CANCELLED'],
  ] as const)('never comes of an invite that is %s', async (status, code) => {
    const { id } = await inviteThatIs(status)
    expect((await api.refused('GET', `/v1/assess/invites/${id}/result`)).code).toBe(code)
  })

  test('is void once its evidence is revoked', async () => {
    const { id, result_id } = await inviteThatIs('completed')
    const { evidence_id } = await api.ok(contract.invites.result, `/v1/assess/invites/${id}/result`)
    await api.ok(contract.evidence.revoke, `/v1/evidence/${evidence_id}/revoke`, { body: { reason: 'Cheated' } })
    expect(await api.refused('GET', `/v1/assess/invites/${id}/result`)).toMatchObject({
      code: 'RESULT_VOIDED',
      status: 410,
      details: { result_id, evidence_id },
    })
    expect(await api.ok(contract.invites.get, `/v1/assess/invites/${id}`)).toMatchObject({ result_status: 'voided' })
  })

  test('has no more points than there are', async () => {
    const { id } = await inviteThatIs('in_progress')
    const body = { score: 51, max_score: 50 }
    expect(await api.refused('POST', `/v1/assess/invites/${id}/complete`, { body })).toMatchObject({
      code: 'VALIDATION_FAILED',
      param: 'score',
    })
  })
})

test.each(['', '/accept', '/start', '/decline', '/cancel', '/resend', '/result'])('no invite, no %s', async (rest) => {
  const method = rest === '' || rest === '/result' ? 'GET' : 'POST'
  expect((await api.refused(method, `/v1/assess/invites/inv_unknown${rest}`)).code).toBe('INVITE_NOT_FOUND')
})
