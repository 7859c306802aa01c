import { expect, expectTypeOf, test } from 'vitest'
import { event, eventNames, eventTypes, isEventType, type EventPayload } from '../../src/contract/events.ts'

const tierChanged = {
  id: 'evt_01j9zzzzzzzzzzzzzzzzzzzzzz',
  event: 'skill.tier_changed',
  created_at: '2026-03-01T09:30:00.000Z',
  occurred_at: '2026-03-01T09:30:00.000Z',
  sequence: 7,
  api_version: 'v1',
  mode: 'sandbox',
  user_id: 'usr_alex',
  skill: 'react',
  new_tier: 'T3',
  new_tier_label: 'proficient',
  previous_tier: 'T2',
  previous_tier_label: 'competent',
  direction: 'up',
  sci: 84,
  reason: 'assessment',
}

test('the types are the published ones', () => {
  expect(eventNames).toEqual([
    'invite.created',
    'invite.accepted',
    'invite.declined',
    'invite.cancelled',
    'invite.expired',
    'assessment.started',
    'assessment.completed',
    'passport.updated',
    'skill.tier_changed',
    'webhook.test',
  ])
  expect(Object.keys(eventTypes)).toEqual(eventNames)
  expect(isEventType('toString')).toBe(false)
})

test('an event is flat and has nothing but its fields', () => {
  expect(event().parse(tierChanged)).toEqual(tierChanged)
  expect(event().safeParse({ ...tierChanged, data: {} }).success).toBe(false)
  const { sci: _sci, ...lacking } = tierChanged
  expect(event().safeParse(lacking).success).toBe(false)
  expect(eventTypes['invite.created']().safeParse(tierChanged).success).toBe(false)
})

test('the payload type holds the fields of one type alone', () => {
  expectTypeOf<EventPayload<'passport.updated'>>().toEqualTypeOf<{
    readonly user_id: string
    readonly verified: boolean
    readonly changed_skills: readonly string[]
  }>()
  expectTypeOf<EventPayload<'assessment.started'>['due_at']>().toEqualTypeOf<string | null>()
})
