import { describe, expect, test } from 'vitest'
import { usualStatus } from '../../src/contract/route.ts'
import { inputOf, problemsOf } from './request.ts'
import { rowAt } from './table.ts'

const url = 'https://example.com/hook'
const params = { id: 'we_01j0000000000000000000000a' }
const creating = (body: unknown) => problemsOf('webhooks.create', { body })
const reporting = (body: object) =>
  problemsOf('webhooks.results', {
    params,
    body: { delivery_id: 'dlv_1', attempt: 1, duration_ms: 3, ...body },
  })

describe('a new webhook', () => {
  test('is an http endpoint for all events, acknowledged by 200', () => {
    expect(inputOf('webhooks.create', { body: { url } })).toEqual({
      url,
      events: ['*'],
      ack: '200',
      kind: 'http',
    })
  })

  test('needs a URL', () => {
    expect(creating({})).toEqual(['/url url is required unless kind is listener.'])
    expect(creating({ name: 'laptop', events: ['*'] })).toEqual([
      '/url url is required unless kind is listener.',
    ])
  })

  test('as a listener needs a name and has no URL', () => {
    expect(creating({ kind: 'listener', name: 'laptop' })).toEqual([])
    expect(creating({ kind: 'listener' })).toEqual(['/name name is required for a listener.'])
    expect(creating({ kind: 'listener', url })).toEqual([
      expect.stringMatching(/^\/url url cannot stand beside kind listener/),
      '/name name is required for a listener.',
    ])
  })

  test('leaves addresses and event names to the codes that they have', () => {
    expect(creating({ url: 'ftp://example.com', events: ['invite.create'] })).toEqual([])
  })

  test('has every problem named at once', () => {
    expect(creating({ events: [], ack: 204, kind: 'email' })).toEqual([
      '/events events must have at least 1 entry.',
      '/ack ack must be one of 200, 2xx.',
      '/kind kind must be one of http, listener.',
    ])
  })

  test('shows its secret in the answers to create and rotate, and nowhere else', () => {
    const showing = ['create', 'rotateSecret']
    for (const verb of ['list', 'create', 'get', 'update', 'rotateSecret', 'enable', 'disable']) {
      const route = rowAt(`webhooks.${verb}`)
      expect([verb, route.secrets]).toEqual([verb, showing.includes(verb) ? ['secret'] : undefined])
    }
    expect(usualStatus(rowAt('webhooks.create'))).toBe(201)
    expect(Object.keys(rowAt('webhooks.create').responses)).toEqual(['200', '201'])
  })
})

test('an endpoint is read as the contract shows it, without a secret', () => {
  const endpoint = {
    ...params,
    object: 'webhook',
    url,
    description: null,
    events: ['invite.*'],
    ack: '200',
    status: 'enabled',
    disabled_reason: null,
    kind: 'http',
    name: null,
    created_at: '2026-03-01T09:30:00.000Z',
    secret_last4: 'aLaw',
    previous_secret_expires_at: null,
    stats: { pending: 0, succeeded: 3, failed: 1 },
  }
  const shown = rowAt('webhooks.get').responses[200]
  expect(shown?.parse(endpoint)).toEqual(endpoint)
  expect(shown?.safeParse({ ...endpoint, secret: 'whsec_' }).success).toBe(false)
})

test('a change has no defaults and cannot make another kind of it', () => {
  expect(inputOf('webhooks.update', { params, body: { description: null } })).toEqual({
    ...params,
    description: null,
  })
  expect(problemsOf('webhooks.update', { params, body: { kind: 'listener', name: 'x' } })).toHaveLength(2)
})

test('what steps do when nothing is said', () => {
  expect(inputOf('webhooks.rotateSecret', { params })).toMatchObject({ overlap_seconds: 86_400 })
  expect(inputOf('webhooks.enable', { params })).toMatchObject({ held: 'send' })
  expect(problemsOf('webhooks.enable', { params, body: { held: 'drop' } })).toEqual([
    '/held held must be one of send, skip.',
  ])
})

describe('a replay', () => {
  const replaying = (body: unknown) => problemsOf('webhooks.replay', { params, body })

  test('needs a start, and takes what failed until now', () => {
    expect(inputOf('webhooks.replay', { params, body: { since: '2026-03-01T01:00:00+01:00' } })).toEqual({
      ...params,
      since: '2026-03-01T00:00:00.000Z',
      status: 'failed',
    })
    expect(replaying({ until: '2026-03-01T00:00:00Z' })).toEqual(['/since since is required.'])
  })

  test('cannot end before it starts', () => {
    const since = '2026-03-01T00:00:00Z'
    expect(replaying({ since, until: '2026-03-01T00:30:00+01:00' })).toEqual([
      '/until until must not be earlier than since.',
    ])
    expect(replaying({ since, until: since })).toEqual([])
  })
})

describe('the result of a listener', () => {
  test('is an answer or a failure, never both and never neither', () => {
    expect(reporting({ status: 200, error: null, headers: { a: 'b' }, body: 'ok' })).toEqual([])
    expect(reporting({ status: null, error: 'connect_refused' })).toEqual([])
    expect(reporting({})).toEqual(['/status status or error is required.'])
    expect(reporting({ status: 200, error: 'reset' })).toEqual([
      '/error error cannot stand beside status: send one of the two.',
    ])
    expect(reporting({ error: 'bored' })).toEqual([
      expect.stringContaining('/error error must be one of dns, '),
    ])
  })

  test('keeps what a server may answer and a database cannot hold', () => {
    const body = { delivery_id: 'dlv_1', attempt: 1, duration_ms: 0.4, status: 200, body: 'a\0b\ud800c 🚀' }
    expect(inputOf('webhooks.results', { params, body })).toMatchObject({
      body: 'a\uFFFDb\uFFFDc 🚀',
      headers: {},
    })
  })
})

test('a delivery is listed without its attempts and read with them', () => {
  const delivery = {
    id: 'dlv_01j0000000000000000000000a',
    object: 'delivery',
    event_id: 'evt_01j0000000000000000000000a',
    event_type: 'invite.created',
    webhook_id: params.id,
    status: 'retrying',
    attempt_count: 1,
    created_at: '2026-03-01T09:30:00.000Z',
    next_attempt_at: '2026-03-01T09:30:05.000Z',
    deadline_at: '2026-03-04T09:30:00.000Z',
    completed_at: null,
    last_outcome: 'http_500',
  }
  const attempt = {
    number: 1,
    started_at: '2026-03-01T09:30:00.000Z',
    duration_ms: 12.5,
    outcome: 'http_500',
    status: 500,
    hint: null,
    request: { headers: { 'webhook-id': delivery.event_id }, body: '{}' },
    response: { headers: {}, body: 'no', truncated: false },
  }
  const offline = { ...attempt, number: 2, outcome: 'listener_offline', status: null, response: null }
  const whole = { ...delivery, attempts: [attempt, offline] }
  const [listed, read] = [rowAt('deliveries.retry').responses[202], rowAt('deliveries.get').responses[200]]
  expect(listed?.parse(delivery)).toEqual(delivery)
  expect(listed?.safeParse(whole).success).toBe(false)
  expect(read?.parse(whole)).toEqual(whole)
  expect(read?.safeParse(delivery).success).toBe(false)
})
