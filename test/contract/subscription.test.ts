import { expect, test } from 'vitest'
import { eventNames } from '../../src/contract/events.ts'
import { expandSubscription, subscriptionNames } from '../../src/contract/subscription.ts'

function types(...entries: string[]): readonly string[] {
  const expansion = expandSubscription(entries)
  if (!expansion.ok) throw new Error(`Unknown: ${expansion.unknown.join(', ')}`)
  return expansion.types
}

test('a type stands for itself, once', () => {
  expect(types('invite.created')).toEqual(['invite.created'])
  expect(types('invite.expired', 'invite.created', 'invite.expired')).toEqual([
    'invite.created',
    'invite.expired',
  ])
})

test('a star stands for every type', () => {
  expect(types('*')).toEqual(eventNames)
  expect(types('invite.created', '*', 'skill.tier_upgraded')).toEqual(eventNames)
})

test.each([
  [
    'invite.*',
    ['invite.created', 'invite.accepted', 'invite.declined', 'invite.cancelled', 'invite.expired'],
  ],
  ['assessment.*', ['assessment.started', 'assessment.completed']],
  ['passport.*', ['passport.updated']],
  ['skill.*', ['skill.tier_changed']],
  ['webhook.*', ['webhook.test']],
])('the family %s stands for its types', (family, wanted) => {
  expect(types(family)).toEqual(wanted)
})

test('upgrades are a type of their own, unless all tier changes are wanted', () => {
  expect(types('skill.tier_upgraded')).toEqual(['skill.tier_upgraded'])
  expect(types('skill.tier_upgraded', 'webhook.test')).toEqual(['webhook.test', 'skill.tier_upgraded'])
  expect(types('skill.tier_upgraded', 'skill.tier_changed')).toEqual(['skill.tier_changed'])
  expect(types('skill.*', 'skill.tier_upgraded')).toEqual(['skill.tier_changed'])
})

test('what stands for nothing is named, each once and alone', () => {
  const entries = [
    'invite.create',
    '*',
    'inv*',
    'invite.create',
    'Invite.Created',
    '',
    '.*',
    'skill',
    'toString',
  ]
  expect(expandSubscription(entries)).toEqual({
    ok: false,
    unknown: ['invite.create', 'inv*', 'Invite.Created', '', '.*', 'skill', 'toString'],
  })
})

test('no entries want no types', () => {
  expect(types()).toEqual([])
})

test('every name that is offered is taken', () => {
  for (const name of subscriptionNames) expect(types(name).length, name).toBeGreaterThan(0)
  expect(subscriptionNames).toEqual([...new Set(subscriptionNames)])
})
