import { parseRetryAfter } from '../core/retry.ts'
import type { Sent } from './job.ts'

/** What a connected listener is handed of one attempt. */
export interface ListenerMessage {
  readonly delivery_id: string
  readonly event_id: string
  readonly event_type: string
  readonly attempt: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What it reports back. */
export interface ListenerAnswer {
  readonly delivery_id: string
  readonly attempt: number
  readonly status: number | null
  readonly error: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly duration_ms: number
}

export type Handed = Omit<Sent, 'signedAt' | 'signature'>

export interface Listeners {
  /** Takes the deliveries of an endpoint from now on; answers how to stop. */
  connect(webhookId: string, push: (message: ListenerMessage) => void): () => void
  present(webhookId: string): boolean
  /** Hands over an attempt and waits for its result, at most until the lease ends. */
  hand(webhookId: string, message: ListenerMessage, ack: '200' | '2xx'): Promise<Handed>
  /** False: nobody in this process waits for it. */
  answered(answer: ListenerAnswer): boolean
}

/** Shorter than the lease of a claimed delivery: its end must be written down in time. */
const patienceMs = 30_000
const keptBody = 64 * 1024

type Push = (message: ListenerMessage) => void

/** An attempt that was handed over and has no result yet. */
interface Waiting {
  readonly push: Push
  end(answer: ListenerAnswer | Silence): void
}

/** Why there is no result. */
type Silence = 'late' | 'gone'

const hints: Readonly<Record<Silence, string>> = {
  late: 'The listener did not tell in time how the attempt ended.',
  gone: 'The listener went away before it told how the attempt ended.',
}

/** The listeners that are connected to this process. Of several under one name the newest gets the deliveries. */
export function createListeners(realNow: () => number): Listeners {
  const connected = new Map<string, Push[]>()
  const waiting = new Map<string, Waiting>()

  return {
    connect(webhookId, push) {
      connected.set(webhookId, [...(connected.get(webhookId) ?? []), push])
      return () => {
        const left = (connected.get(webhookId) ?? []).filter((one) => one !== push)
        if (left.length === 0) connected.delete(webhookId)
        else connected.set(webhookId, left)
        // Whoever comes back gets them again: until then they would only hold up the queue.
        for (const one of waiting.values()) if (one.push === push) one.end('gone')
      }
    },
    present: (webhookId) => connected.has(webhookId),
    async hand(webhookId, message, ack) {
      const started = performance.now()
      const push = connected.get(webhookId)?.at(-1)
      if (push === undefined) return offline('gone', 0)
      const answer = await new Promise<ListenerAnswer | Silence>((resolve) => {
        const key = keyOf(message)
        const timer = setTimeout(() => end('late'), patienceMs)
        const end = (result: ListenerAnswer | Silence): void => {
          clearTimeout(timer)
          waiting.delete(key)
          resolve(result)
        }
        waiting.set(key, { push, end })
        push(message)
      })
      return typeof answer === 'string'
        ? offline(answer, performance.now() - started)
        : sentOf(answer, ack, realNow())
    },
    answered(answer) {
      const one = waiting.get(keyOf(answer))
      one?.end(answer)
      return one !== undefined
    },
  }
}

function keyOf({ delivery_id, attempt }: { readonly delivery_id: string; readonly attempt: number }): string {
  return `${delivery_id}:${attempt}`
}

function offline(why: Silence, durationMs: number): Handed {
  return {
    outcome: 'listener_offline',
    status: null,
    hint: hints[why],
    response: null,
    durationMs: Math.round(durationMs),
    retryAfterSeconds: null,
    unreachable: false,
  }
}

function sentOf(answer: ListenerAnswer, ack: '200' | '2xx', nowMs: number): Handed {
  const { status, error, duration_ms } = answer
  const truncated = answer.body.length > keptBody
  const response = { headers: answer.headers, body: answer.body.slice(0, keptBody), truncated }
  const told = { status, durationMs: duration_ms, retryAfterSeconds: null, unreachable: false }
  if (status === null) return { ...told, outcome: error ?? 'reset', hint: null, response: null }
  const accepted = status === 200 || (ack === '2xx' && status >= 200 && status < 300)
  if (accepted) return { ...told, outcome: 'succeeded', hint: null, response }
  if (status > 200 && status < 300) return { ...told, outcome: 'non_200_ack', hint: 'non_200_ack', response }
  const asked = status === 429 || status === 503 ? answer.headers['retry-after'] : undefined
  return {
    ...told,
    retryAfterSeconds: asked === undefined ? null : parseRetryAfter(asked, nowMs),
    outcome: status >= 300 && status < 400 ? 'redirect' : `http_${status}`,
    hint: null,
    response,
  }
}
