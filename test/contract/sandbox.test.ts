import { describe, expect, test } from 'vitest'
import { eventNames, eventPayloads } from '../../src/contract/events.ts'
import { inputOf, problemsOf } from './request.ts'
import { rowAt } from './table.ts'

describe('the clock', () => {
  const moving = (body: unknown) => problemsOf('sandbox.moveClock', { body })
  const exactlyOne = ' The body must hold exactly one of advance, set, freeze, resume, next.'

  test.each([
    [{ advance: '6h' }, { advance: 21_600 }],
    [{ advance: 90 }, { advance: 90 }],
    [{ set: '2030-01-01T01:00:00+01:00' }, { set: '2030-01-01T00:00:00.000Z' }],
    [{ freeze: true }, { freeze: true }],
    [{ resume: true }, { resume: true }],
    [{ next: true }, { next: true }],
  ])('takes %j', (body, input) => {
    expect(inputOf('sandbox.moveClock', { body })).toEqual(input)
  })

  test('moves one way at a time', () => {
    expect(moving({})).toEqual([exactlyOne])
    expect(moving({ advance: '1h', freeze: true })).toEqual([exactlyOne])
    expect(moving({ advance: 0, next: true })).toEqual([exactlyOne])
  })

  test('refuses what is no move', () => {
    expect(moving({ freeze: false })).toEqual(['/freeze freeze must be true.'])
    expect(moving({ advance: 'soon' })).toEqual([expect.stringMatching(/^\/advance .*"7d"/)])
    expect(moving({ advance: '999999999w' })).toEqual([expect.stringContaining('a hundred years')])
  })

  test('leaves going back to the code that it has', () => {
    expect(moving({ advance: -60 })).toEqual([])
    expect(moving({ set: '2001-01-01T00:00:00.000Z' })).toEqual([])
  })
})

describe('a trigger', () => {
  const triggering = (body: unknown) => problemsOf('sandbox.trigger', { body })

  const samples: Readonly<Record<string, unknown>> = {
    candidate_email: 'kim@example.com',
    status: 'pending',
    due_at: '2026-03-01T09:30:00Z',
    score: 86,
    max_score: 100,
    percent: 86,
    passed: true,
    verified: true,
    changed_skills: ['react'],
    new_tier: 'T3',
    new_tier_label: 'proficient',
    previous_tier: 'T2',
    previous_tier_label: 'competent',
    direction: 'up',
    sci: 84,
  }

  test.each(eventNames)('takes every field of %s', (event) => {
    const data = Object.fromEntries(
      Object.keys(eventPayloads[event]()).map((name) => [name, samples[name] ?? 'some-text']),
    )
    expect(triggering({ event, data })).toEqual([])
  })

  test('takes fields in either case, and does without', () => {
    expect(inputOf('sandbox.trigger', { body: { event: 'invite.created' } })).toEqual({
      event: 'invite.created',
    })
    const body = { event: 'invite.created', data: { candidateEmail: 'kim@example.com' } }
    expect(inputOf('sandbox.trigger', { body })).toEqual({
      event: 'invite.created',
      data: { candidate_email: 'kim@example.com' },
    })
  })

  test('refuses a field that no event has, with the nearest', () => {
    expect(triggering({ event: 'invite.created', data: { candidate_mail: 'kim@example.com' } })).toEqual([
      '/data/candidate_mail data.candidate_mail is not known here; did you mean candidate_email?',
    ])
  })

  test('refuses fields of other events, each of them, beside other problems', () => {
    expect(triggering({ event: 'invite.created', data: { score: 1, sci: 2, skill: '' } })).toEqual([
      '/data/skill data.skill must not be empty.',
      '/data/score data.score is no field of invite.created.',
      '/data/sci data.sci is no field of invite.created.',
    ])
  })

  test('refuses an event that does not exist, and says which do', () => {
    expect(triggering({ event: 'invite.create', data: { score: 1 } })).toEqual([
      expect.stringMatching(/^\/event event must be one of invite\.created, .*webhook\.test\.$/),
    ])
  })
})

describe('a fault', () => {
  const adding = (body: unknown) => problemsOf('sandbox.addFault', { body })

  test('meets every request once it has an effect', () => {
    expect(inputOf('sandbox.addFault', { body: { status: 503 } })).toEqual({
      status: 503,
      delay_ms: 0,
      cut: false,
      rate: 1,
    })
    expect(adding({ delay_ms: 200 })).toEqual([])
    expect(adding({ cut: true, times: 1 })).toEqual([])
  })

  test('without an effect is refused', () => {
    const nothing = ['/status status or delay_ms or cut is required: the fault would do nothing.']
    expect(adding({})).toEqual(nothing)
    expect(adding({ path: '/v1/me', times: 1, delay_ms: 0, cut: false })).toEqual(nothing)
  })

  test('answers or cuts, not both', () => {
    expect(adding({ status: 500, cut: true })).toEqual([
      '/cut cut cannot stand beside status: send one of the two.',
    ])
  })

  test('cannot lock its own door, nor answer a success', () => {
    expect(adding({ status: 500, path: '/v1/sandbox/faults' })).toEqual([
      expect.stringContaining('could not be cleared'),
    ])
    expect(adding({ status: 500, path: 'v1/me' })).toEqual([
      expect.stringContaining('must be a path such as'),
    ])
    expect(adding({ status: 200 })).toEqual(['/status status must be a whole number from 400 to 599.'])
    expect(adding({ status: 500, rate: 0 })).toEqual([expect.stringContaining('/rate rate must be a number')])
  })
})

test('mail shows its link to those who may see it, and is kept out of logs', () => {
  const mail = {
    id: 'mail_01j0000000000000000000000a',
    object: 'mail',
    invite_id: 'inv_01j0000000000000000000000a',
    to: 'kim@example.com',
    subject: 'Your assessment in React',
    text: 'Hello',
    link: null,
    sent_at: '2026-03-01T09:30:00.000Z',
  }
  const shown = { object: 'list', data: [mail], has_more: false, next_cursor: null }
  expect(rowAt('sandbox.mail').responses[200]?.parse(shown)).toEqual(shown)
  expect(rowAt('sandbox.mail').secrets).toContain('link')
})
