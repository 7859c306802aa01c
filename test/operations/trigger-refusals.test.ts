import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { startApi } from './api.ts'
import { inviteThatIs } from './invite-states.ts'
import { completion, triggerPath as path, triggers } from './triggers.ts'

const api = await startApi()
const { one, impossible } = triggers(api)

describe('what cannot come about is refused, naming the field', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['invite.created', { invite_id: 'inv_mine' }, 'invite_id'],
    ['invite.created', { status: 'completed' }, 'status'],
    ['invite.accepted', { status: 'pending' }, 'status'],
    ['assessment.started', { due_at: '2026-03-20T12:00:01Z' }, 'due_at'],
    ['assessment.started', { due_at: '2027-03-20T12:00:00Z' }, 'due_at'],
    ['assessment.completed', { score: 80, max_score: 100, percent: 81 }, 'percent'],
    ['assessment.completed', { score: 30, max_score: 100, passed: true }, 'passed'],
    ['assessment.completed', { score: 101 }, 'score'],
    ['skill.tier_changed', { new_tier: 'T3', sci: 20 }, 'sci'],
    ['skill.tier_changed', { new_tier: 'T3', new_tier_label: 'expert' }, 'new_tier_label'],
    ['skill.tier_changed', { previous_tier: 'T3', new_tier: 'T3' }, 'new_tier'],
    ['skill.tier_changed', { previous_tier: 'T2', new_tier: 'T3', direction: 'down' }, 'direction'],
    ['skill.tier_changed', { previous_tier: 'T5' }, 'direction'],
    ['skill.tier_changed', { new_tier: 'T2', reason: 'decay' }, 'reason'],
    ['skill.tier_changed', { new_tier: 'T5', reason: 'magic' }, 'reason'],
  ])('%s %j: %s', async (event, data, field) => {
    const known = await api.ok(contract.events.list, '/v1/events?limit=1')
    const { param, details } = await impossible(event, data)
    expect(param).toBe(`data.${field}`)
    expect(details).toMatchObject([{ pointer: `/data/${field}` }])
    expect(await api.ok(contract.events.list, '/v1/events?limit=1')).toEqual(known)
  })

  test('every contradiction at once', async () => {
    const { id } = await inviteThatIs(api, 'pending')
    const data = { invite_id: id, candidate_email: 'someone@else.example', skill: 'python' }
    expect((await impossible('invite.accepted', data)).details).toMatchObject([
      { pointer: '/data/candidate_email' },
      { pointer: '/data/skill' },
    ])
  })

  test('a step that was taken before', async () => {
    const { id } = await inviteThatIs(api, 'accepted')
    expect((await impossible('invite.accepted', { invite_id: id })).param).toBe('data.invite_id')
  })

  test('a result that is there already', async () => {
    const { result_id } = completion.parse(await one('assessment.completed'))
    expect((await impossible('assessment.completed', { result_id })).param).toBe('data.result_id')
  })

  test('a verified passport of somebody suspended', async () => {
    const { id } = await api.user()
    await api.send('PATCH', `/v1/users/${id}`, { body: { status: 'suspended' } })
    expect((await impossible('passport.updated', { user_id: id, verified: true })).param).toBe(
      'data.verified',
    )
  })

  test('a field of another event', async () => {
    expect((await impossible('invite.created', { score: 80 })).details).toMatchObject([
      { pointer: '/data/score' },
    ])
  })
})

describe('what is not there is not found', () => {
  test.each<[string, Record<string, unknown>, string, string]>([
    ['invite.accepted', { invite_id: 'inv_none' }, 'INVITE_NOT_FOUND', 'data.invite_id'],
    ['invite.created', { user_id: 'nobody' }, 'USER_NOT_FOUND', 'data.user_id'],
    ['skill.tier_changed', { user_id: 'nobody' }, 'USER_NOT_FOUND', 'data.user_id'],
    ['skill.tier_changed', { skill: 'raect' }, 'SKILL_UNKNOWN', 'data.skill'],
    ['passport.updated', { changed_skills: ['raect'] }, 'SKILL_UNKNOWN', 'data.changed_skills'],
    ['assessment.completed', { result_id: 'res_none' }, 'RESULT_NOT_FOUND', 'data.result_id'],
    ['webhook.test', { webhook_id: 'we_none' }, 'WEBHOOK_NOT_FOUND', 'data.webhook_id'],
  ])('%s %j: %s', async (event, data, code, param) => {
    expect(await api.refused('POST', path, { body: { event, data } })).toMatchObject({ code, param })
  })
})

test.each([
  ['invite.accepted', 'declined', 'INVITE_DECLINED'],
  ['invite.declined', 'in_progress', 'ASSESSMENT_IN_PROGRESS'],
  ['invite.expired', 'in_progress', 'ASSESSMENT_IN_PROGRESS'],
  ['invite.expired', 'completed', 'INVITE_NOT_OPEN'],
  ['assessment.started', 'expired', 'INVITE_EXPIRED'],
  ['assessment.completed', 'cancelled', 'INVITE_CANCELLED'],
  ['assessment.completed', 'completed', 'INVITE_COMPLETED'],
] as const)('%s of an invite that is %s: %s', async (event, status, code) => {
  const { id } = await inviteThatIs(api, status)
  expect((await api.refused('POST', path, { body: { event, data: { invite_id: id } } })).code).toBe(code)
})
