import type { Attempt } from './types.ts'

type Ending = Pick<Attempt, 'outcome' | 'status' | 'hint'>

const sentences: Readonly<Record<string, string>> = {
  succeeded: 'The endpoint acknowledged it.',
  redirect: 'The endpoint answered with a redirect.',
  dns: 'The name of the host has no address.',
  connect_refused: 'Nothing accepted a connection at that address. Is the server running, on that port?',
  tls: 'No secure connection could be made: the certificate or the TLS handshake failed.',
  timeout_connect: 'No connection was made within 5 seconds.',
  timeout_response:
    'The endpoint took longer than 15 seconds to answer. Answer 200 first and do the work afterwards.',
  reset: 'The connection broke off before the answer was complete.',
  blocked_target: 'Deliveries may not go to that address.',
  listener_offline: 'No listener took it in time. It is delivered once the listener is back.',
}

const statuses: Readonly<Record<number, string>> = {
  400: 'It refused the request as malformed.',
  401: 'It wants credentials. Deliveries carry none: they prove themselves by their signature.',
  403: 'It refused the request. Does a firewall or a CSRF check stand before it?',
  404: 'It has nothing at that path. Is the URL right?',
  405: 'It does not take POST at that path.',
  410: 'Gone: it was disabled for that.',
  413: 'It found the body too large.',
  415: 'It does not take JSON.',
  429: 'It was asked too often.',
  502: 'A proxy reached no server behind it.',
  503: 'It is not available at the moment.',
  504: 'A proxy waited too long for the server behind it.',
}

/** What became of an attempt, and why, in words. */
export function explain({ outcome, status, hint }: Ending): string {
  if (outcome === 'non_200_ack')
    return (
      `The endpoint answered ${status ?? '2xx'}, but only status 200 acknowledges a delivery. ` +
      'Answer 200, or let the endpoint accept any 2xx.'
    )
  const text =
    sentences[outcome] ?? ofStatus(status ?? statusIn(outcome)) ?? `The attempt ended as ${outcome}.`
  return hint === null || hint === outcome ? text : `${text} ${sentence(hint)}`
}

/** The same of a delivery, of which only the outcome of its last attempt is known. */
export function explainOutcome(outcome: string): string {
  return explain({ outcome, status: statusIn(outcome), hint: null })
}

/** The few words for a table. */
export function briefly(outcome: string): string {
  const status = statusIn(outcome)
  return status === null ? (words[outcome] ?? outcome.replaceAll('_', ' ')) : `status ${status}`
}

const words: Readonly<Record<string, string>> = {
  succeeded: 'acknowledged',
  non_200_ack: '2xx, but not 200',
  dns: 'host not found',
  connect_refused: 'connection refused',
  tls: 'TLS failed',
  timeout_connect: 'no connection in time',
  timeout_response: 'no answer in time',
  reset: 'connection broke off',
  blocked_target: 'address not allowed',
}

function ofStatus(status: number | null): string | null {
  if (status === null) return null
  const why = statuses[status] ?? (status >= 500 ? 'It failed itself: its own log knows why.' : '')
  return `The endpoint answered ${status}, not 200. ${why}`.trim()
}

function statusIn(outcome: string): number | null {
  const status = /^http_(\d{3})$/.exec(outcome)?.[1]
  return status === undefined ? null : Number(status)
}

function sentence(hint: string): string {
  const text = hint.charAt(0).toUpperCase() + hint.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
