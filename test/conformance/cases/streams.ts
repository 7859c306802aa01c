import { refusal } from '../../sdk/scripted-server.ts'
import type { Scripted } from '../../sdk/scripted-server.ts'
import { failed, ok } from '../case.ts'
import type { Case } from '../case.ts'

const take = (count: number) => ({ do: 'events.take', count }) as const
const headers = { 'content-type': 'text/event-stream' }
const message = (id: string) =>
  `id: ${id}\nevent: webhook.test\ndata: {"id":"${id}","event":"webhook.test"}\n\n`
const taken = (...ids: readonly string[]) => ok(ids.map((id) => ({ id, event: 'webhook.test', data_id: id })))

function stream(body: string, instead?: 'stay_open'): Scripted {
  return { headers, body, ...(instead !== undefined && { instead }) }
}

/** Streams open again by themselves, after the last message; a refusal ends them. */
export const streamCases: readonly Case[] = [
  {
    name: 'stream_gives_messages_as_they_come',
    script: [stream(`: hello\n\n${message('evt_1')}${message('evt_2')}`, 'stay_open')],
    call: take(2),
    outcome: taken('evt_1', 'evt_2'),
    requests: 1,
    sent: [{ method: 'GET', url: '/v1/events/stream', headers: { accept: 'text/event-stream' } }],
  },
  {
    name: 'stream_line_ends_of_every_kind',
    script: [
      stream('id:evt_1\rdata: {"id":\r\ndata: "evt_1"}\r\n\r\n: x\n\ndata: {"id":"evt_2"}\n\n', 'stay_open'),
    ],
    call: take(2),
    outcome: ok([
      { id: 'evt_1', event: 'message', data_id: 'evt_1' },
      { id: 'evt_1', event: 'message', data_id: 'evt_2' },
    ]),
    requests: 1,
  },
  {
    name: 'stream_resumes_after_the_last_message',
    script: [
      stream(`${message('evt_1')}${message('evt_2')}data: {"half`),
      stream(message('evt_3'), 'stay_open'),
    ],
    call: take(3),
    outcome: taken('evt_1', 'evt_2', 'evt_3'),
    requests: 2,
    sent: [{}, { headers: { 'last-event-id': 'evt_2' } }],
  },
  {
    name: 'stream_goes_on_after_a_given_message',
    script: [stream(message('evt_8'), 'stay_open')],
    call: { ...take(1), last_event_id: 'evt_7' },
    outcome: taken('evt_8'),
    requests: 1,
    sent: [{ headers: { 'last-event-id': 'evt_7' } }],
  },
  {
    name: 'stream_outlives_a_service_that_is_away',
    script: [
      stream(message('evt_1')),
      refusal(503, 'SERVICE_UNAVAILABLE'),
      { instead: 'cut' },
      stream(message('evt_2'), 'stay_open'),
    ],
    call: take(2),
    outcome: taken('evt_1', 'evt_2'),
    requests: 4,
  },
  {
    name: 'stream_first_connection_is_tried_three_times',
    script: [refusal(503, 'SERVICE_UNAVAILABLE')],
    call: take(1),
    outcome: failed('server', 'SERVICE_UNAVAILABLE', { status: 503, request_id: 'req_x' }),
    requests: 3,
  },
  {
    name: 'stream_ends_with_a_refusal',
    script: [stream(message('evt_1')), refusal(401, 'AUTH_KEY_REVOKED')],
    call: take(2),
    outcome: failed('authentication', 'AUTH_KEY_REVOKED', { status: 401, request_id: 'req_x' }),
    requests: 2,
  },
  {
    name: 'stream_that_is_no_stream',
    script: [{ body: {} }],
    call: take(1),
    outcome: failed('server', 'RESPONSE_INVALID', { status: 200, request_id: 'req_1' }),
    requests: 1,
  },
  {
    name: 'stream_message_that_is_no_json',
    script: [stream('data: nonsense\n\n', 'stay_open')],
    call: take(1),
    outcome: failed('server', 'RESPONSE_INVALID'),
    requests: 1,
  },
  {
    name: 'stream_message_that_is_no_object',
    script: [stream('data: [1]\n\n', 'stay_open')],
    call: take(1),
    outcome: failed('server', 'RESPONSE_INVALID'),
    requests: 1,
  },
]
