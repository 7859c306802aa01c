import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/core/error.ts'
import {
  accept,
  cancel,
  checkExpiry,
  complete,
  decline,
  expire,
  extend,
  isExpired,
  resend,
  start,
  statusAt,
} from '../../src/core/invite.ts'
import type { Invite, InviteStatus, Step } from '../../src/core/invite.ts'

const now = '2026-03-20T12:00:00.000Z'
const tomorrow = '2026-03-21T12:00:00.000Z'
const nextWeek = '2026-03-27T12:00:00.000Z'

function invite(status: InviteStatus, fields: Partial<Invite> = {}): Invite {
  const begun = status === 'in_progress' || status === 'completed'
  return {
    id: 'inv_1',
    status,
    expires_at: tomorrow,
    span_seconds: 604_800,
    due_at: null,
    started_at: begun ? '2026-03-20T11:30:00.000Z' : null,
    time_limit_seconds: null,
    ...fields,
  }
}

/** What a step comes to, in one line: the new status and the events, or the code of the refusal. */
function outcome(take: () => Step): string {
  try {
    const { changes, events } = take()
    return [changes.status ?? 'same', ...events].join(' ')
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

const handedIn = { score: 80, max_score: 100 }

const steps: Record<string, (on: Invite) => Step> = {
  accept: (on) => accept(on, now),
  start: (on) => start(on, now),
  'complete (first time)': (on) => complete(on, now, handedIn, null),
  'complete (same score)': (on) => complete(on, now, handedIn, handedIn),
  'complete (other score)': (on) => complete(on, now, { ...handedIn, score: 81 }, handedIn),
  decline: (on) => decline(on, now),
  cancel: (on) => cancel(on, now),
  'cancel (force)': (on) => cancel(on, now, { force: true }),
  resend: (on) => resend(on, now),
  extend: (on) => extend(on, now, nextWeek),
  expire: (on) => expire(on, now),
}

const states: Record<string, Invite> = {
  pending: invite('pending'),
  accepted: invite('accepted'),
  in_progress: invite('in_progress'),
  completed: invite('completed'),
  declined: invite('declined'),
  expired: invite('expired'),
  cancelled: invite('cancelled'),
  'pending, past expiry': invite('pending', { expires_at: now }),
  'accepted, past expiry': invite('accepted', { expires_at: now }),
  'in_progress, past expiry': invite('in_progress', { expires_at: now }),
}

const started = 'in_progress assessment.started'
const begun = 'ASSESSMENT_IN_PROGRESS'
const shut = 'INVITE_NOT_OPEN'
const early = 'ASSESSMENT_NOT_STARTED'
const own = {
  completed: 'INVITE_COMPLETED',
  declined: 'INVITE_DECLINED',
  expired: 'INVITE_EXPIRED',
  cancelled: 'INVITE_CANCELLED',
}
const done = 'completed assessment.completed'
const ended = 'cancelled invite.cancelled'
const lapsed = 'expired invite.expired'

/** One row a step, one column a state, in the order of `states`. */
const table: Record<string, string[]> = {
  accept: [
    'accepted invite.accepted',
    'same',
    'same',
    own.completed,
    own.declined,
    own.expired,
    own.cancelled,
    own.expired,
    own.expired,
    'same',
  ],
  start: [
    'in_progress invite.accepted assessment.started',
    started,
    'same',
    own.completed,
    own.declined,
    own.expired,
    own.cancelled,
    own.expired,
    own.expired,
    'same',
  ],
  'complete (first time)': [
    early,
    early,
    done,
    'ASSESSMENT_ALREADY_SUBMITTED',
    own.declined,
    own.expired,
    own.cancelled,
    own.expired,
    own.expired,
    done,
  ],
  'complete (same score)': [
    early,
    early,
    done,
    'same',
    own.declined,
    own.expired,
    own.cancelled,
    own.expired,
    own.expired,
    done,
  ],
  'complete (other score)': [
    early,
    early,
    done,
    'ASSESSMENT_ALREADY_SUBMITTED',
    own.declined,
    own.expired,
    own.cancelled,
    own.expired,
    own.expired,
    done,
  ],
  decline: [
    'declined invite.declined',
    'declined invite.declined',
    begun,
    shut,
    shut,
    shut,
    shut,
    shut,
    shut,
    begun,
  ],
  cancel: [ended, ended, begun, shut, shut, shut, 'same', shut, shut, begun],
  'cancel (force)': [ended, ended, ended, shut, shut, shut, 'same', shut, shut, ended],
  resend: ['same', 'same', begun, shut, shut, shut, shut, shut, shut, begun],
  extend: ['same', 'same', begun, shut, shut, shut, shut, shut, shut, begun],
  expire: ['same', 'same', 'same', 'same', 'same', 'same', 'same', lapsed, lapsed, 'same'],
}

describe.each(Object.entries(steps))('%s', (name, step) => {
  test.each(Object.entries(states).map(([state, on], column) => [state, table[name]?.[column], on] as const))(
    'on %s: %s',
    (_, expected, on) => {
      expect(expected).toBeDefined()
      expect(outcome(() => step(on))).toBe(expected)
    },
  )
})

describe('what changes', () => {
  test('accept', () =>
    expect(accept(invite('pending'), now)).toEqual({
      changes: { status: 'accepted', accepted_at: now },
      events: ['invite.accepted'],
      occurredAt: now,
    }))

  test('start sets the due time from the limit, and accepts first', () => {
    expect(start(invite('pending', { time_limit_seconds: 1800 }), now).changes).toEqual({
      status: 'in_progress',
      accepted_at: now,
      started_at: now,
      due_at: '2026-03-20T12:30:00.000Z',
    })
    expect(start(invite('accepted'), now).changes).toEqual({
      status: 'in_progress',
      started_at: now,
      due_at: null,
    })
  })

  test.each([
    [null, 'submitted'],
    ['2026-03-20T12:00:00.000Z', 'submitted'],
    ['2026-03-20T11:59:59.999Z', 'timed_out'],
  ])('completing with a due time of %s is %s', (due_at, completion) => {
    const step = complete(invite('in_progress', { due_at }), now, handedIn, null)
    expect(step.changes).toEqual({
      status: 'completed',
      completed_at: now,
      closed_at: now,
      closed_reason: null,
    })
    expect(step.result).toEqual({
      completion,
      started_at: '2026-03-20T11:30:00.000Z',
      time_taken_seconds: 1800,
    })
  })

  test('the same score of another maximum is another score', () => {
    const again = () => complete(invite('completed'), now, { score: 80, max_score: 90 }, handedIn)
    expect(outcome(again)).toBe('ASSESSMENT_ALREADY_SUBMITTED')
    expect(complete(invite('completed'), now, handedIn, handedIn).result).toBeNull()
  })

  test('declining and cancelling keep the reason', () => {
    const closed = { closed_at: now, closed_reason: 'not now' }
    expect(decline(invite('pending'), now, 'not now').changes).toEqual({ status: 'declined', ...closed })
    expect(cancel(invite('pending'), now, { reason: 'not now' }).changes).toEqual({
      status: 'cancelled',
      ...closed,
    })
    expect(cancel(invite('pending'), now).changes.closed_reason).toBeNull()
  })

  test('expiry happens at the expiry, however late it is noticed', () =>
    expect(expire(invite('pending'), nextWeek)).toEqual({
      changes: { status: 'expired', closed_at: tomorrow, closed_reason: null },
      events: ['invite.expired'],
      occurredAt: tomorrow,
    }))

  test('resending grants the original span again and never takes time away', () => {
    expect(resend(invite('accepted'), now).changes).toEqual({ expires_at: nextWeek })
    expect(resend(invite('pending', { span_seconds: 60 }), now).changes).toEqual({})
  })

  test('extending to the present expiry changes nothing', () => {
    expect(extend(invite('pending'), now, nextWeek).changes).toEqual({ expires_at: nextWeek })
    expect(extend(invite('pending'), now, tomorrow).changes).toEqual({})
  })
})

describe('refusals say what is the case and what would be possible', () => {
  const refusal = (take: () => unknown): ApiError => {
    try {
      take()
    } catch (error) {
      if (error instanceof ApiError) return error
    }
    throw new Error('was not refused')
  }
  test('INVITE_NOT_OPEN', () => {
    const { facts, message } = refusal(() => extend(invite('declined'), now, nextWeek))
    expect(facts.details).toEqual({ status: 'declined', allowed: ['pending', 'accepted'] })
    expect(message).toContain('inv_1 is declined')
  })
  test('an expiry that was not written down yet counts as expired', () => {
    const { facts } = refusal(() => resend(invite('pending', { expires_at: now }), now))
    expect(facts.details).toMatchObject({ status: 'expired' })
  })
  test('only cancelling has a way out of an assessment under way', () => {
    expect(refusal(() => cancel(invite('in_progress'), now)).message).toContain('`force: true`')
    expect(refusal(() => decline(invite('in_progress'), now)).message).not.toContain('force')
  })
  test('ASSESSMENT_NOT_STARTED', () =>
    expect(refusal(() => complete(invite('accepted'), now, handedIn, null)).facts.details).toEqual({
      status: 'accepted',
      allowed: ['in_progress'],
    }))
})

describe('expiry', () => {
  test('acts at its instant, before the start only', () => {
    const before = '2026-03-21T11:59:59.999Z'
    expect([before, tomorrow].map((at) => isExpired(invite('pending'), at))).toEqual([false, true])
    expect([before, tomorrow].map((at) => statusAt(invite('accepted'), at))).toEqual(['accepted', 'expired'])
    expect(isExpired(invite('in_progress'), nextWeek)).toBe(false)
  })
  test.each([
    ['2026-03-20T12:01:00.000Z', true],
    ['2026-06-18T12:00:00.000Z', true],
    ['2026-03-20T12:00:59.999Z', false],
    ['2026-06-18T12:00:00.001Z', false],
    ['2026-03-20T12:00:00.000Z', false],
    ['2026-03-19T12:00:00.000Z', false],
  ])('at %s is allowed: %s', (expiresAt, allowed) => {
    const check = () => checkExpiry(now, expiresAt)
    const soon = invite('pending', { expires_at: '2026-03-20T12:00:30.000Z' })
    if (allowed) {
      expect(check).not.toThrow()
      expect(extend(soon, now, expiresAt).changes).toEqual({ expires_at: expiresAt })
      return
    }
    const invalid = expect.objectContaining({ code: 'INVITE_EXPIRY_INVALID', facts: { param: 'expires_at' } })
    expect(check).toThrow(invalid)
    expect(() => extend(soon, now, expiresAt)).toThrow(invalid)
  })
  test('extending never shortens', () => {
    const shorter = '2026-03-21T11:59:59.999Z'
    expect(outcome(() => extend(invite('pending'), now, shorter))).toBe('INVITE_EXPIRY_INVALID')
  })
})
