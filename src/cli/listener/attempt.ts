import type { Output } from '../../contract/index.ts'
import { clean } from '../clean.ts'
import type { Surface } from '../io.ts'
import type { Answer } from './forward.ts'

/** One attempt as the service hands it down. */
export type Attempt = Output<'webhooks', 'stream'>

/** An attempt that was taken care of, and how it ended. */
export interface Handled {
  readonly at: string
  readonly attempt: Attempt
  /** Null: there was no address to forward to, and it was acknowledged here. */
  readonly url: string | null
  readonly answer: Answer
  readonly acknowledged: boolean
}

/** One object a line, whole: enough to replay it or to compare it. */
export function attemptJson({ at, attempt, url, answer, acknowledged }: Handled): string {
  const { delivery_id, event_id, event_type, attempt: number, headers, body } = attempt
  const { status, error, reason, durationMs } = answer
  return JSON.stringify({
    at,
    delivery_id,
    event_id,
    event_type,
    attempt: number,
    acknowledged,
    duration_ms: durationMs,
    error,
    reason,
    request: { url, headers, body },
    response: status === null ? null : { status, headers: answer.headers, body: answer.body },
  })
}

/** One line for people, one of fields for programs. */
export function attemptLine(handled: Handled, { tty, paint }: Surface): string {
  const { at, attempt, answer, acknowledged } = handled
  const result = resultOf(handled)
  if (!tty) {
    const { event_type: type, event_id: event, attempt: number } = attempt
    return [
      at,
      type,
      answer.status ?? answer.error ?? '',
      answer.durationMs,
      event,
      number,
      reasonOf(handled),
    ].join('\t')
  }
  const brush = acknowledged ? paint.good : paint.bad
  const again = attempt.attempt === 1 ? '' : `  try ${attempt.attempt}`
  const ms = `${answer.durationMs} ms`.padStart(7)
  const line = `  ${paint.faint(at.slice(11, 19))}  ${attempt.event_type.padEnd(20)}  ${brush(result)}  ${paint.faint(ms + again)}`
  const reason = reasonOf(handled)
  return reason === '' ? line : `${line}\n            ${paint.faint(reason)}`
}

function resultOf({ url, answer }: Handled): string {
  if (url === null) return 'received'
  return answer.status === null ? (answer.error ?? '') : `→ ${answer.status}`
}

/** Why it was no success; empty when it was one. */
function reasonOf({ answer, acknowledged }: Handled): string {
  if (acknowledged) return ''
  if (answer.reason !== null) return answer.reason
  const { status, body } = answer
  if (status !== null && status > 200 && status < 300) return `${status} does not acknowledge: answer 200`
  if (status !== null && status >= 300 && status < 400) return 'redirects are not followed'
  const text = clean(body).trim()
  return text.length > 70 ? `${text.slice(0, 69)}…` : text
}
