import { refusal } from '../../sdk/scripted-server.ts'
import type { Scripted } from '../../sdk/scripted-server.ts'
import { failed, ok } from '../case.ts'
import type { Case, Outcome } from '../case.ts'

const listAll = { do: 'users.list_all' } as const

function page(ids: readonly string[], next: string | null, has_more = next !== null): Scripted {
  const data = ids.map((id) => ({ id, object: 'user' }))
  return { body: { object: 'list', data, has_more, next_cursor: next } }
}

function brokenAfter(seen: readonly string[], code: string, request_id: string): Outcome {
  return { ...failed('server', code, { status: 200, request_id }), seen }
}

/** Lists go on by themselves, and never stop silently. */
export const pageCases: readonly Case[] = [
  {
    name: 'pages_iterate',
    script: [page(['a', 'b'], 'c1'), page(['c'], 'c2'), page(['d'], null)],
    call: { ...listAll, limit: 2 },
    outcome: ok(['a', 'b', 'c', 'd']),
    requests: 3,
    sent: [
      { url: '/v1/users?limit=2' },
      { url: '/v1/users?cursor=c1&limit=2' },
      { url: '/v1/users?cursor=c2&limit=2' },
    ],
  },
  {
    name: 'empty_page_with_more',
    script: [page([], 'c1'), page([], 'c2'), page(['a'], null)],
    call: listAll,
    outcome: ok(['a']),
    requests: 3,
  },
  { name: 'empty_list', script: [page([], null)], call: listAll, outcome: ok([]), requests: 1 },
  {
    name: 'pages_from_a_cursor',
    script: [page(['b'], 'c2'), page(['c'], null)],
    call: { ...listAll, cursor: 'c1' },
    outcome: ok(['b', 'c']),
    requests: 2,
    sent: [{ url: '/v1/users?cursor=c1' }, { url: '/v1/users?cursor=c2' }],
  },
  {
    name: 'cursor_is_escaped',
    script: [page(['a'], 'x+/=&y'), page(['b'], null)],
    call: listAll,
    outcome: ok(['a', 'b']),
    requests: 2,
    sent: [{ url: '/v1/users' }, { url: '/v1/users?cursor=x%2B%2F%3D%26y' }],
  },
  {
    name: 'repeated_cursor_raises',
    script: [page(['a'], 'c1'), page(['b'], 'c1')],
    call: listAll,
    outcome: brokenAfter(['a', 'b'], 'CURSOR_REPEATED', 'req_2'),
    requests: 2,
  },
  {
    name: 'cursors_in_a_ring_raise',
    script: [page(['a'], 'c1'), page(['b'], 'c2'), page(['c'], 'c1')],
    call: listAll,
    outcome: brokenAfter(['a', 'b', 'c'], 'CURSOR_REPEATED', 'req_3'),
    requests: 3,
  },
  {
    name: 'repeated_cursor_of_the_caller_raises',
    script: [page(['a'], 'c1')],
    call: { ...listAll, cursor: 'c1' },
    outcome: brokenAfter(['a'], 'CURSOR_REPEATED', 'req_1'),
    requests: 1,
  },
  {
    name: 'has_more_without_cursor_raises',
    script: [page(['a'], 'c1'), page(['b'], null, true)],
    call: listAll,
    outcome: brokenAfter(['a', 'b'], 'RESPONSE_INVALID', 'req_2'),
    requests: 2,
  },
  {
    name: 'page_without_items_raises',
    script: [{ body: { object: 'list', has_more: false, next_cursor: null } }],
    call: listAll,
    outcome: brokenAfter([], 'RESPONSE_INVALID', 'req_1'),
    requests: 1,
  },
  {
    name: 'refusal_on_a_later_page',
    script: [page(['a'], 'c1'), refusal(400, 'CURSOR_INVALID')],
    call: listAll,
    outcome: {
      ...failed('validation', 'CURSOR_INVALID', { status: 400, request_id: 'req_x' }),
      seen: ['a'],
    },
    requests: 2,
  },
  {
    name: 'retry_on_a_later_page',
    script: [page(['a'], 'c1'), refusal(503, 'SERVICE_UNAVAILABLE'), page(['b'], null)],
    call: listAll,
    outcome: ok(['a', 'b']),
    requests: 3,
  },
]
