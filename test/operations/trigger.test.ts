import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { eventNames } from '../../src/contract/events.ts'
import { contract } from '../../src/contract/index.ts'
import { hour, someone, startApi } from './api.ts'
import { inviteThatIs } from './invite-states.ts'
import { completion, triggerPath as path, triggers, types } from './triggers.ts'

const api = await startApi()
const { trigger, one } = triggers(api)
const inviteEvent = z.looseObject({ invite_id: z.string(), user_id: z.string().nullable() })

async function webhook(): Promise<string> {
  const body = { kind: 'listener', name: `ci-${crypto.randomUUID()}`, events: ['webhook.test'] }
  return (await api.ok(contract.webhooks.create, '/v1/webhooks', { body })).id
}

describe('every event', () => {
  test.each(eventNames)('%s happens without a word about it, and is what everybody reads', async (event) => {
    await webhook()
    const events = await trigger(event)
    expect(types(events)).toContain(event)
    const newest = await api.ok(contract.events.list, `/v1/events?limit=${events.length}`)
    expect(newest.data.toReversed()).toEqual(events)
  })

  test('is delivered to those who subscribe to it', async () => {
    const id = await webhook()
    const [event] = await trigger('webhook.test', { webhook_id: id })
    const { data } = await api.ok(contract.deliveries.list, `/v1/deliveries?webhook_id=${id}`)
    expect(data).toMatchObject([{ event_id: event?.id, event_type: 'webhook.test' }])
  })
})

describe('an invite', () => {
  test.each([
    ['invite.created', ['invite.created'], 'pending'],
    ['invite.accepted', ['invite.created', 'invite.accepted'], 'accepted'],
    ['invite.declined', ['invite.created', 'invite.declined'], 'declined'],
    ['invite.cancelled', ['invite.created', 'invite.cancelled'], 'cancelled'],
    ['invite.expired', ['invite.created', 'invite.expired'], 'expired'],
    ['assessment.started', ['invite.created', 'invite.accepted', 'assessment.started'], 'in_progress'],
  ])('%s is a real one', async (event, expected, status) => {
    const { candidate_email } = someone()
    const events = await trigger(event, { candidate_email, skill: 'React.js', status })
    expect(types(events)).toEqual(expected)
    const last = inviteEvent.parse(events.at(-1))
    expect(last).toMatchObject({ candidate_email, skill: 'react', status })
    const invite = await api.ok(contract.invites.get, `/v1/assess/invites/${last.invite_id}`)
    expect(invite).toMatchObject({ candidate_email, skill: 'react', status, user_id: last.user_id })
  })

  test('named by id goes on from where it is', async () => {
    const { id } = await inviteThatIs(api, 'accepted')
    expect(types(await trigger('assessment.completed', { invite_id: id }))).toEqual([
      'assessment.started',
      'assessment.completed',
      'passport.updated',
      'skill.tier_changed',
    ])
    expect(await api.ok(contract.invites.get, `/v1/assess/invites/${id}`)).toMatchObject({
      status: 'completed',
    })
  })

  test('for a user is theirs', async () => {
    const { id } = await api.user({ email: 'theirs@example.com' })
    expect(await one('invite.accepted', { user_id: id })).toMatchObject({
      user_id: id,
      candidate_email: 'theirs@example.com',
    })
  })

  test('expires at once, by its own expiry', async () => {
    const { id } = await api.invite({ expires_in: '7d' })
    expect(await one('invite.expired', { invite_id: id })).toMatchObject({ occurred_at: api.at() })
    expect(await api.ok(contract.invites.get, `/v1/assess/invites/${id}`)).toMatchObject({
      status: 'expired',
      expires_at: api.at(),
    })
  })

  test('starts with the due time that was asked for', async () => {
    const due_at = api.at(hour + 123)
    expect(await one('assessment.started', { due_at })).toMatchObject({ due_at })
  })

  test('completes with the score that was asked for, which its result shows', async () => {
    const data = { skill: 'react', score: 43, max_score: 50, percent: 86, passed: true }
    const event = completion.parse(await one('assessment.completed', data))
    expect(event).toMatchObject(data)
    const result = await api.ok(contract.invites.result, `/v1/assess/invites/${event.invite_id}/result`)
    expect(result).toMatchObject({ id: event.result_id, score: 43, max_score: 50, percent: 86, passed: true })
  })

  test.each([
    [{ percent: 72.5 }, { score: 72.5, max_score: 100, passed: true }],
    [
      { percent: 50, max_score: 30 },
      { score: 15, passed: false },
    ],
    [{ percent: 86, score: 43 }, { max_score: 50 }],
    [{ passed: false }, { percent: 40 }],
    [{ passed: true }, { percent: 86 }],
    [{ score: 0 }, { percent: 0, passed: false }],
  ])('completes with what %j leaves open', async (data, expected) => {
    expect(await one('assessment.completed', data)).toMatchObject({ ...data, ...expected })
  })
})

describe('a test', () => {
  test('goes to every enabled endpoint', async () => {
    const other = await startApi()
    const made: string[] = []
    for (const name of ['a', 'b', 'c']) {
      const body = { kind: 'listener', name, events: ['*'] }
      made.push((await other.ok(contract.webhooks.create, '/v1/webhooks', { body })).id)
    }
    await other.send('POST', `/v1/webhooks/${made[1]}/disable`)
    const { events } = await other.ok(contract.sandbox.trigger, path, { body: { event: 'webhook.test' } })
    expect(events).toMatchObject([{ webhook_id: made[0] }, { webhook_id: made[2] }])
  })

  test('needs one', async () => {
    const other = await startApi()
    const refusal = await other.refused('POST', path, { body: { event: 'webhook.test' } })
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', param: 'data.webhook_id' })
  })
})

test('a trigger with an idempotency key happens once', async () => {
  const sent = { body: { event: 'invite.created' }, headers: { 'idempotency-key': 'once' } }
  const first = await api.send('POST', path, sent)
  expect(await api.send('POST', path, sent)).toMatchObject({ status: 200, body: first.body })
})
