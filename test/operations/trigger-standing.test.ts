import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/contract/index.ts'
import { startApi } from './api.ts'
import { inviteThatIs } from './invite-states.ts'
import { tierChange, triggers, types } from './triggers.ts'

const api = await startApi()
const { trigger, one } = triggers(api)
const passportUpdate = z.looseObject({ user_id: z.string(), verified: z.boolean() })

describe('a passport', () => {
  test('changes by new evidence, in every skill named', async () => {
    const { id } = await api.user()
    const events = await trigger('passport.updated', { user_id: id, changed_skills: ['React.js', 'python'] })
    expect(events[0]).toMatchObject({ event: 'passport.updated', changed_skills: ['react', 'python'] })
    expect(types(events)).toEqual(['passport.updated', 'skill.tier_changed', 'skill.tier_changed'])
    const { data } = await api.ok(contract.evidence.list, `/v1/users/${id}/evidence`)
    expect(data.map((entry) => entry.skill)).toEqual(['python', 'react'])
  })

  test.each([true, false])('with verified %s', async (verified) => {
    const event = passportUpdate.parse(await one('passport.updated', { verified }))
    const passport = await api.ok(contract.verify.passport, `/v1/verify/passport/${event.user_id}`)
    expect([event.verified, passport.verified]).toEqual([verified, verified])
  })
})

describe('a tier', () => {
  const tiers = ['T0', 'T1', 'T2', 'T3', 'T4', 'T5']
  const pairs = tiers.flatMap((from) => tiers.filter((to) => to !== from).map((to) => [from, to] as const))

  test.each(pairs)('goes from %s to %s in one step', async (previous_tier, new_tier) => {
    const event = tierChange.parse(
      await one('skill.tier_changed', { skill: 'python', previous_tier, new_tier }),
    )
    expect(event).toMatchObject({
      previous_tier,
      new_tier,
      direction: new_tier > previous_tier ? 'up' : 'down',
      reason:
        new_tier > previous_tier
          ? expect.stringMatching(/^(assessment|session|endorsement)$/)
          : 'evidence_revoked',
    })
    const skill = await api.ok(contract.verify.skill, `/v1/verify/skill/${event.user_id}/python`)
    expect(skill).toMatchObject({ tier: new_tier, sci: event.sci })
  })

  test.each([
    [{}, 'T0', 'T2'],
    [{ direction: 'up' }, 'T0', 'T2'],
    [{ direction: 'down' }, 'T3', 'T2'],
    [{ new_tier: 'T0' }, 'T1', 'T0'],
    [{ direction: 'down', new_tier: 'T4' }, 'T5', 'T4'],
    [{ new_tier_label: 'advanced' }, 'T0', 'T4'],
    [{ previous_tier: 'T3' }, 'T3', 'T4'],
    [{ sci: 91 }, 'T0', 'T4'],
  ])('of a new user, %j: from %s to %s', async (data, previous_tier, new_tier) => {
    expect(await one('skill.tier_changed', data)).toMatchObject({ ...data, previous_tier, new_tier })
  })

  test('of somebody goes on from where they stand, every change told', async () => {
    const { id } = await api.user()
    const steps = [
      { new_tier: 'T3' },
      { direction: 'up' },
      { direction: 'down' },
      { previous_tier: 'T1', new_tier: 'T2' },
    ]
    for (const data of steps) await trigger('skill.tier_changed', { user_id: id, ...data })
    const told = (await api.events(`user_id=${id}&type=skill.tier_changed`)).map((event) =>
      tierChange.parse(event),
    )
    expect(told.map((event) => `${event.previous_tier}>${event.new_tier}`)).toEqual([
      'T0>T3',
      'T3>T4',
      'T4>T3',
      'T3>T1',
      'T1>T2',
    ])
  })

  test.each([40, 62, 75, 87, 88, 94, 95, 100])('comes to sci %s', async (sci) => {
    expect(await one('skill.tier_changed', { sci })).toMatchObject({ sci, direction: 'up' })
  })

  test.each([
    [{ new_tier: 'T1', reason: 'session' }],
    [{ new_tier: 'T4', reason: 'endorsement' }],
    [{ direction: 'down', reason: 'dispute' }],
  ])('changes for the reason that was asked for: %j', async (data) => {
    expect(await one('skill.tier_changed', data)).toMatchObject(data)
  })

  test('that falls by revocation voids the result of the assessment', async () => {
    const { id, user_id } = await api.step((await inviteThatIs(api, 'accepted')).id, 'start')
    await api.step(id, 'complete', { score: 90 })
    await trigger('skill.tier_changed', { user_id, new_tier: 'T0' })
    expect((await api.refused('GET', `/v1/assess/invites/${id}/result`)).code).toBe('RESULT_VOIDED')
  })
})
