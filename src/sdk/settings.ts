import { ValidationError } from './errors.ts'
import { systemTime } from './time.ts'
import type { Time } from './time.ts'
import { parseUrl } from '../parse-url.ts'

/** The part of `fetch` this client needs: the global one fits, and so does a few lines over any other HTTP client. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>

export interface FetchInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
  readonly signal: AbortSignal
  readonly redirect: 'manual'
}

export interface FetchResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
  /** Needed by streams only. */
  readonly body?: StreamBody | null
}

export type StreamBody =
  | AsyncIterable<Uint8Array>
  | { getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> } }

export interface ClientOptions {
  /** `sk_test_…` or `sk_live_…`. Without one only the public operations answer. */
  readonly apiKey?: string | undefined
  /** Address of the service. Default `http://127.0.0.1:4747`, the local sandbox. */
  readonly baseUrl?: string | undefined
  /** Milliseconds one try may take. Default 30,000. */
  readonly timeout?: number | undefined
  /** Milliseconds a call may take in all, tries and pauses together. Default four times `timeout`. */
  readonly totalTimeout?: number | undefined
  /** Tries after the first one. Default 2. */
  readonly maxRetries?: number | undefined
  /** Another HTTP client than the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Goes before this client's own name in `User-Agent`. */
  readonly userAgent?: string | undefined
  /** Another clock, for tests. */
  readonly time?: Time | undefined
}

export interface CallOptions {
  /** Makes a write happen once however often it is sent. Made for each write when absent. */
  readonly idempotencyKey?: string | undefined
  readonly timeout?: number | undefined
  readonly totalTimeout?: number | undefined
  readonly maxRetries?: number | undefined
  /** Ends the call early. */
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Options of an operation that streams. `timeout` bounds only the wait for it to begin. */
export interface StreamOptions extends Omit<CallOptions, 'idempotencyKey' | 'totalTimeout'> {
  /** Go on after this message of an earlier stream. */
  readonly lastEventId?: string | undefined
  /** Milliseconds of silence after which a connection counts as dead. Default 40,000; the service says something every 15. */
  readonly silence?: number | undefined
  /** Told when the stream stands and when it is lost; it is then opened again. */
  readonly onConnection?: ((state: ConnectionState) => void) | undefined
}

export type ConnectionState = { readonly open: true } | { readonly open: false; readonly error: Error }

export interface Settings {
  readonly apiKey: string | undefined
  readonly baseUrl: string
  readonly timeout: number
  readonly totalTimeout: number
  readonly maxRetries: number
  readonly fetch: Fetch
  readonly userAgent: string | undefined
  readonly time: Time
}

export const defaultBaseUrl = 'http://127.0.0.1:4747'
const defaultTimeout = 30_000
const visible = /^[\x21-\x7e]+$/

export function settle(options: ClientOptions): Settings {
  const timeout = positive('timeout', options.timeout ?? defaultTimeout)
  return {
    apiKey: options.apiKey === undefined ? undefined : checkedKey(options.apiKey),
    baseUrl: checkedBaseUrl(options.baseUrl ?? defaultBaseUrl),
    timeout,
    totalTimeout: positive('totalTimeout', options.totalTimeout ?? timeout * 4),
    maxRetries: options.maxRetries ?? 2,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    userAgent: options.userAgent,
    time: options.time ?? systemTime,
  }
}

/** The settings of one call. */
export function settleCall(settings: Settings, options: CallOptions): Settings {
  return {
    ...settings,
    timeout: positive('timeout', options.timeout ?? settings.timeout),
    totalTimeout: positive('totalTimeout', options.totalTimeout ?? settings.totalTimeout),
    maxRetries: options.maxRetries ?? settings.maxRetries,
  }
}

export function invalid(param: string, message: string): ValidationError {
  return new ValidationError({ code: 'PARAMETER_INVALID', message, param })
}

/** A key with a line break in it would be quoted by the HTTP client's own error: refuse it before, unquoted. */
function checkedKey(key: string): string {
  if (visible.test(key)) return key
  throw invalid(
    'apiKey',
    'The API key is empty or holds characters no key has, such as a space or a line break.',
  )
}

/** 1–255 visible ASCII characters, as the service asks. */
export function checkedIdempotencyKey(key: string): string {
  if (visible.test(key) && key.length <= 255) return key
  throw invalid('idempotencyKey', 'An idempotency key is 1 to 255 visible ASCII characters.')
}

function checkedBaseUrl(text: string): string {
  const url = parseUrl(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalid('baseUrl', `The base URL must start with http:// or https://, "${text}" does not.`)
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw invalid('baseUrl', 'The base URL takes no user name, password, query or fragment.')
  }
  return url.href.replace(/\/+$/, '')
}

function positive(name: string, ms: number): number {
  if (Number.isFinite(ms) && ms > 0) return ms
  throw invalid(name, `${name} is a number of milliseconds above 0, not ${ms}.`)
}
