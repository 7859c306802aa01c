import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { day, startApi } from './api.ts'
import { inviteThatIs, statuses } from './invite-states.ts'

const api = await startApi()
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
  test.each(statuses.map((status, place) => [status, expected[place] ?? '']))(
    'from %s: %s',
    async (status, outcome) => {
      const before = await inviteThatIs(api, status)
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
    },
  )
})

test('a refusal says from where the step is possible', async () => {
  const { id } = await inviteThatIs(api, 'completed')
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

test.each(['', '/accept', '/start', '/decline', '/cancel', '/resend', '/result'])(
  'no invite, no %s',
  async (rest) => {
    const method = rest === '' || rest === '/result' ? 'GET' : 'POST'
    expect((await api.refused(method, `/v1/assess/invites/inv_unknown${rest}`)).code).toBe('INVITE_NOT_FOUND')
  },
)
