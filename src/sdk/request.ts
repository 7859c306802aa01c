import type { Target } from './address.ts'
import { attempt } from './attempt.ts'
import type { Outgoing } from './attempt.ts'
import { TimeoutError } from './errors.ts'
import type { SkillpassError } from './errors.ts'
import type { ResponseInfo } from './response.ts'
import { pauseBefore } from './retry.ts'
import { checkedIdempotencyKey, settleCall } from './settings.ts'
import type { CallOptions, Settings } from './settings.ts'
import { version } from './version.gen.ts'

/** Sends one call, again where that helps and is safe, until it is answered or its time is up. */
export async function request(
  given: Settings,
  method: string,
  target: Target,
  options: CallOptions,
): Promise<ResponseInfo> {
  const settings = settleCall(given, options)
  const outgoing = outgoingOf(settings, method, target, options)
  const deadline = settings.time.now() + settings.totalTimeout
  for (let retry = 0; ; retry++) {
    const left = deadline - settings.time.now()
    const outcome = await attempt(settings, outgoing, Math.min(settings.timeout, left), options.signal)
    if (!('error' in outcome)) return outcome
    const pause = retry < settings.maxRetries ? pauseBefore(retry, outcome, settings.time.random) : null
    if (pause === null || settings.time.now() + pause >= deadline)
      throw ended(outcome.error, settings, left <= settings.timeout)
    await settings.time.sleep(pause, options.signal)
  }
}

/** The idempotency key is made here, once, before any try: every try and the error carry the same one. */
export function outgoingOf(
  settings: Settings,
  method: string,
  target: Target,
  options: CallOptions,
): Outgoing {
  const idempotencyKey = idempotencyKeyOf(method, options)
  const agent = `skillpass-node/${version}`
  return {
    method,
    url: settings.baseUrl + target.path,
    body: target.body,
    idempotencyKey,
    headers: {
      accept: 'application/json',
      'user-agent': settings.userAgent === undefined ? agent : `${settings.userAgent} ${agent}`,
      ...(settings.apiKey === undefined ? {} : { authorization: `Bearer ${settings.apiKey}` }),
      ...(target.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
      ...options.headers,
    },
  }
}

function idempotencyKeyOf(method: string, options: CallOptions): string | null {
  if (options.idempotencyKey !== undefined) return checkedIdempotencyKey(options.idempotencyKey)
  return method === 'GET' || method === 'HEAD' ? null : newIdempotencyKey()
}

/** 128 random bits. `randomUUID` would need a secure context in browsers. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `auto-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** A try that the end of the whole call cut short names that end, not the limit of one try. */
function ended(error: SkillpassError, settings: Settings, wasCutShort: boolean): SkillpassError {
  if (!(error instanceof TimeoutError) || !wasCutShort) return error
  return new TimeoutError({
    code: 'TIMEOUT',
    message: `No answer within ${settings.totalTimeout / 1_000} s, retries included.`,
    retryable: true,
    idempotencyKey: error.idempotencyKey,
    cause: error,
  })
}
