/** One request of an example. Without `authorization` in `headers` it carries an admin key. */
export interface ErrorStep {
  readonly method: string
  /** `{1.id}` stands for the field `id` of the answer to step 1; the same in headers and body. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface ErrorExample {
  /** What must hold before the first step and no request can bring about. */
  readonly given?: string
  /** Requests in order; the last one is refused with the code. */
  readonly steps: readonly ErrorStep[]
}

export interface ErrorEntry {
  readonly status: number
  readonly title: string
  readonly cause: string
  readonly resolution: string
  /** Whether the same request can succeed later without a change. */
  readonly retryable: boolean
  /** When, how and whether to retry. */
  readonly retry: string
  readonly example: ErrorExample
}

/** Retry guidance of every refusal that only a different request gets past. */
export const never = 'Do not retry: the same request gives the same answer. Change the request first.'

type Draft = Omit<ErrorEntry, 'retryable' | 'retry'> & { readonly retry?: string }

/** An error that waiting does not cure. */
export function refusal(draft: Draft): ErrorEntry {
  return { retry: never, ...draft, retryable: false }
}

/** An error that passes: the same request can succeed later. */
export function transient(draft: Draft & { readonly retry: string }): ErrorEntry {
  return { ...draft, retryable: true }
}

/** One request, refused. */
export function request(
  method: string,
  path: string,
  rest: Omit<ErrorStep, 'method' | 'path'> = {},
): ErrorExample {
  return { steps: [{ method, path, ...rest }] }
}

/** Several requests, the last one refused. */
export function steps(...list: readonly ErrorStep[]): ErrorExample {
  return { steps: list }
}

export const post = (
  path: string,
  body: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): ErrorStep => ({
  method: 'POST',
  path,
  body,
  headers,
})

export const get = (path: string, headers: Readonly<Record<string, string>> = {}): ErrorStep => ({
  method: 'GET',
  path,
  headers,
})

/** The invite that examples start from. */
export const sent: ErrorStep = post('/v1/assess/invites', {
  candidate_email: 'kim@example.com',
  skill: 'react',
})
