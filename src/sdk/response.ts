/** What an answer says about itself, and its body as sent. */
export interface ResponseInfo {
  readonly status: number
  /** Every header. */
  readonly headers: { get(name: string): string | null }
  readonly requestId: string | null
  /** The key a write went out with. */
  readonly idempotencyKey: string | null
  /** The body as sent. */
  readonly text: string
  /** Null where the service names none, such as on public operations. */
  readonly rateLimit: RateLimit | null
}

/** How much this key may still ask, as of this answer. */
export interface RateLimit {
  /** Requests a minute. */
  readonly limit: number | null
  readonly remaining: number | null
  /** Unix seconds. */
  readonly resetAt: number | null
  /** Every limit by its name, such as `burst` or `minute`. */
  readonly windows: Readonly<Record<string, RateLimitWindow>>
}

export interface RateLimitWindow {
  /** Requests. */
  readonly quota: number
  readonly windowSeconds: number | null
  readonly remaining: number | null
  /** Seconds until there are more. */
  readonly resetSeconds: number | null
}

export function responseInfo(
  { status, headers }: Pick<ResponseInfo, 'status' | 'headers'>,
  text: string,
  idempotencyKey: string | null,
): ResponseInfo {
  const requestId = headers.get('x-request-id')
  return { status, headers, requestId, idempotencyKey, text, rateLimit: rateLimitOf(headers) }
}

function rateLimitOf(headers: ResponseInfo['headers']): RateLimit | null {
  const limit = whole(headers.get('x-ratelimit-limit'))
  const windows = windowsOf(headers)
  if (limit === null && Object.keys(windows).length === 0) return null
  const remaining = whole(headers.get('x-ratelimit-remaining'))
  return { limit, remaining, resetAt: whole(headers.get('x-ratelimit-reset')), windows }
}

function windowsOf(headers: ResponseInfo['headers']): Record<string, RateLimitWindow> {
  const states = new Map(itemsOf(headers.get('ratelimit')))
  const windows: Record<string, RateLimitWindow> = {}
  for (const [name, policy] of itemsOf(headers.get('ratelimit-policy'))) {
    const [quota, state] = [policy.get('q'), states.get(name)]
    if (quota === undefined) continue
    const windowSeconds = policy.get('w') ?? null
    const [remaining, resetSeconds] = [state?.get('r') ?? null, state?.get('t') ?? null]
    windows[name] = { quota, windowSeconds, remaining, resetSeconds }
  }
  return windows
}

/** `"burst";q=100;w=6, "minute";q=1000;w=60` */
function itemsOf(header: string | null): [name: string, parameters: Map<string, number>][] {
  return [...(header ?? '').matchAll(/"([^"]*)"((?:;\s*\w+=\d+)*)/g)].map(([, name = '', rest = '']) => [
    name,
    new Map([...rest.matchAll(/(\w+)=(\d+)/g)].map(([, key = '', value]) => [key, Number(value)])),
  ])
}

function whole(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text.trim()) ? Number(text) : null
}
