import { get, post, refusal, request, steps } from './entry.ts'

const endpoint = (url: string, events: readonly string[] = ['*']) =>
  request('POST', '/v1/webhooks', { body: { url, events } })

/** Endpoints, events and deliveries. */
export const webhookErrors = {
  WEBHOOK_URL_INVALID: refusal({
    status: 422,
    title: 'The webhook URL is not usable',
    cause: 'The URL is not http or https, or carries a user name and password.',
    resolution:
      'Give an absolute http or https URL without credentials. Authenticity comes from the signature.',
    example: endpoint('ftp://example.com/hook'),
  }),
  WEBHOOK_URL_FORBIDDEN: refusal({
    status: 422,
    title: 'The webhook URL leads to a forbidden address',
    cause:
      'The host is a cloud metadata, link-local or multicast address or this server itself; in live mode also any private address, or plain http.',
    resolution: 'Use a public https URL. An operator can open private ranges with `--allow-egress`.',
    example: endpoint('http://169.254.169.254/latest/meta-data'),
  }),
  WEBHOOK_EVENT_UNKNOWN: refusal({
    status: 422,
    title: 'A subscription names an unknown event',
    cause: '`events` has an entry that is no event type, no family such as `invite.*`, and not `*`.',
    resolution: 'Use the types listed in the documentation. The message names the nearest one.',
    example: endpoint('http://127.0.0.1:3000/hook', ['invite.create']),
  }),
  WEBHOOK_DISABLED: refusal({
    status: 409,
    title: 'The webhook is disabled',
    cause: 'The endpoint is disabled and receives nothing until it is enabled. `disabled_reason` says why.',
    resolution: 'Enable it with `POST /v1/webhooks/{id}/enable`, then try again.',
    example: steps(
      post('/v1/webhooks', { url: 'http://127.0.0.1:3000/hook', events: ['*'] }),
      post('/v1/webhooks/{1.id}/disable'),
      post('/v1/webhooks/{1.id}/test'),
    ),
  }),
  EVENT_EXPIRED: refusal({
    status: 410,
    title: 'The event is past its retention',
    cause: 'Events are kept for 30 days, and this one is older.',
    resolution: 'Read the present state from the API instead: invites, results and passports are kept.',
    example: steps(
      post('/v1/assess/invites', { candidate_email: 'kim@example.com', skill: 'react' }),
      get('/v1/events?type=invite.created&limit=1'),
      post('/v1/sandbox/clock', { advance: '31d' }),
      get('/v1/events/{2.data.0.id}'),
    ),
  }),
} as const
