import type { Instant } from '../store/rows.ts'

/** One API request and its answer, already free of secrets. */
export interface LogEntry {
  readonly request_id: string
  readonly at: Instant
  readonly method: string
  readonly path: string
  readonly route: string | null
  readonly status: number
  readonly duration_ms: number
  readonly key_id: string | null
  readonly ip: string
  readonly user_agent: string | null
  readonly idempotency_key_hash: string | null
  readonly error_code: string | null
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: string | null }
  readonly response: { readonly headers: Readonly<Record<string, string>>; readonly body: string | null }
}

export interface LogQuery {
  readonly matches: (entry: LogEntry) => boolean
  /** Only those strictly older than this request. */
  readonly before?: string
  readonly limit: number
}

export interface RequestLog {
  get(requestId: string): Promise<LogEntry | undefined>
  /** Newest first. */
  page(query: LogQuery): Promise<{ readonly entries: LogEntry[]; readonly more: boolean }>
  /** Takes path and bodies out of every entry that mentions one of these. */
  forgetMentions(texts: readonly string[]): void
}
