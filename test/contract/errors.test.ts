import { describe, expect, test } from 'vitest'
import {
  commonErrors,
  errorBody,
  errorCatalogue,
  isErrorCode,
  shouldRetry,
  type ErrorCode,
  type ErrorEntry,
  type ErrorStep,
} from '../../src/contract/errors.ts'
import { contract } from '../../src/contract/index.ts'
import { validate } from '../../src/contract/validate.ts'
import { nearest } from '../../src/core/nearest.ts'
import { table } from './table.ts'

/** The table of errors in the contract, by status. */
const published: Readonly<Record<number, string>> = {
  400: `BODY_MALFORMED CURSOR_INVALID CURSOR_FILTER_MISMATCH IDEMPOTENCY_KEY_INVALID`,
  401: `AUTH_MISSING AUTH_SCHEME_UNSUPPORTED AUTH_KEY_MALFORMED AUTH_KEY_INVALID AUTH_KEY_EXPIRED AUTH_KEY_REVOKED
    AUTH_KEY_ROTATED AUTH_KEY_WRONG_MODE`,
  403: `SCOPE_INSUFFICIENT SCOPE_ESCALATION ORIGIN_FORBIDDEN HOST_FORBIDDEN`,
  404: `ROUTE_NOT_FOUND INVITE_NOT_FOUND RESULT_NOT_FOUND USER_NOT_FOUND SKILL_NOT_FOUND EVIDENCE_NOT_FOUND
    KEY_NOT_FOUND WEBHOOK_NOT_FOUND EVENT_NOT_FOUND DELIVERY_NOT_FOUND LOG_NOT_FOUND ERROR_CODE_NOT_FOUND
    SKILL_NOT_IN_PASSPORT`,
  405: `METHOD_NOT_ALLOWED`,
  406: `NOT_ACCEPTABLE`,
  408: `REQUEST_TIMEOUT`,
  409: `IDEMPOTENCY_IN_PROGRESS USER_EXISTS SKILL_EXISTS INVITE_DUPLICATE INVITE_DECLINED INVITE_COMPLETED
    INVITE_NOT_OPEN ASSESSMENT_IN_PROGRESS ASSESSMENT_NOT_STARTED ASSESSMENT_ALREADY_SUBMITTED RESULT_NOT_READY
    EVIDENCE_ALREADY_CLOSED WEBHOOK_DISABLED KEY_REVOKED KEY_ROTATION_IN_PROGRESS KEY_LAST_ADMIN`,
  410: `USER_ERASED INVITE_EXPIRED INVITE_CANCELLED RESULT_VOIDED EVENT_EXPIRED`,
  413: `PAYLOAD_TOO_LARGE`,
  415: `UNSUPPORTED_MEDIA_TYPE`,
  422: `VALIDATION_FAILED SCOPE_UNKNOWN IDEMPOTENCY_KEY_REUSED SKILL_UNKNOWN INVITE_EXPIRY_INVALID BATCH_SIZE
    EVIDENCE_INVALID WEBHOOK_URL_INVALID WEBHOOK_URL_FORBIDDEN WEBHOOK_EVENT_UNKNOWN CLOCK_BACKWARD`,
  429: `AUTH_TOO_MANY_FAILURES RATE_LIMITED QUOTA_EXCEEDED`,
  500: `INTERNAL_ERROR`,
  503: `SERVICE_UNAVAILABLE STORAGE_UNAVAILABLE`,
}

const entries = Object.entries<ErrorEntry>(errorCatalogue)

test('the catalogue holds the published codes with their statuses, no more and no fewer', () => {
  const wanted = Object.entries(published).flatMap(([status, codes]) =>
    codes.split(/\s+/).map((code) => `${code} ${status}`),
  )
  expect(entries.map(([code, { status }]) => `${code} ${status}`).toSorted()).toEqual(wanted.toSorted())
})

describe.each(entries)('%s', (code, entry) => {
  test('tells cause, resolution and retry in whole sentences', () => {
    expect(entry.title).toMatch(/[^.]$/)
    for (const text of [entry.cause, entry.resolution, entry.retry]) expect(text).toMatch(/^.{15,}[.]$/s)
  })

  test('has an example whose placeholders name earlier steps', () => {
    const { steps } = entry.example
    expect(steps.length).toBeGreaterThan(0)
    for (const [at, step] of steps.entries()) {
      expect(step.path).toMatch(/^\//)
      const named = [...JSON.stringify(step).matchAll(/\{(\d+)\.[\w.]+\}/g)].map((match) => Number(match[1]))
      expect(named.filter((number) => number < 1 || number > at)).toEqual([])
    }
  })

  test('says the same about retrying in every place', () => {
    expect(isErrorCode(code) && shouldRetry(code)).toBe(entry.retryable)
    expect(entry.status >= 500 ? entry.retryable : true).toBe(true)
  })
})

/** Their last step asks for what no row offers: that is what they show. */
const withoutRoute = new Set(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'])

function routeOf({ method, path }: ErrorStep) {
  const [bare = ''] = path.split('?')
  return table.find(({ route }) =>
    [route.path, ...(route.aliases ?? [])].some((known) =>
      pattern(route.method, known).test(`${method} ${bare}`),
    ),
  )?.route
}

test('the examples address routes of the table', () => {
  for (const [code, { example }] of entries) {
    const asked = withoutRoute.has(code) ? example.steps.slice(0, -1) : example.steps
    for (const step of asked) expect(routeOf(step), `${code}: ${step.method} ${step.path}`).toBeDefined()
  }
})

test('the bodies of examples are valid, unless that is what is shown', () => {
  const invalid = new Set([
    'VALIDATION_FAILED',
    'BODY_MALFORMED',
    'UNSUPPORTED_MEDIA_TYPE',
    'PAYLOAD_TOO_LARGE',
    'REQUEST_TIMEOUT',
  ])
  for (const [code, { example }] of entries) {
    for (const step of invalid.has(code) ? [] : example.steps) {
      const route = routeOf(step)
      if (route === undefined || step.method === 'GET') continue
      const params = Object.fromEntries(Object.keys(route.params?.shape ?? {}).map((name) => [name, 'x']))
      expect([code, validate(route, { params, query: {}, body: step.body ?? {} }, nearest)]).toMatchObject([
        code,
        { ok: true },
      ])
    }
  }
})

function pattern(method: string, path: string): RegExp {
  return new RegExp(`^${method} ${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

test('a name of the object prototype is no code', () => {
  expect(isErrorCode('constructor')).toBe(false)
  expect(isErrorCode('toString')).toBe(false)
})

describe('common errors', () => {
  const has = (codes: readonly ErrorCode[], ...wanted: ErrorCode[]) =>
    wanted.map((code) => codes.includes(code))

  test('a public read has no authentication, no scope, no cursor and no idempotency', () => {
    const codes = commonErrors(contract.errors.list)
    expect(has(codes, 'AUTH_MISSING', 'RATE_LIMITED', 'SCOPE_INSUFFICIENT')).toEqual([false, false, false])
    expect(has(codes, 'CURSOR_INVALID', 'IDEMPOTENCY_KEY_REUSED')).toEqual([false, false])
    expect(has(codes, 'INTERNAL_ERROR', 'VALIDATION_FAILED')).toEqual([true, true])
  })

  test('any key is enough for /v1/me: no scope error', () => {
    expect(has(commonErrors(contract.me.get), 'AUTH_MISSING', 'SCOPE_INSUFFICIENT')).toEqual([true, false])
  })

  test('a scoped write has them all but the cursor', () => {
    const codes = commonErrors(contract.invites.create)
    expect(has(codes, 'SCOPE_INSUFFICIENT', 'IDEMPOTENCY_IN_PROGRESS', 'STORAGE_UNAVAILABLE')).toEqual([
      true,
      true,
      true,
    ])
    expect(has(codes, 'CURSOR_INVALID')).toEqual([false])
  })

  test('a list can refuse its cursor', () => {
    expect(has(commonErrors(contract.users.list), 'CURSOR_INVALID', 'CURSOR_FILTER_MISMATCH')).toEqual([
      true,
      true,
    ])
  })
})

test('the body of an error is what the contract shows', () => {
  const error = {
    code: 'VALIDATION_FAILED',
    message: 'skill is required.',
    status: 422,
    doc_url: 'http://127.0.0.1:4747/docs/errors/VALIDATION_FAILED',
    request_id: 'req_01j0000000000000000000000a',
    param: 'skill',
    details: [{ pointer: '/skill', code: 'required', message: 'skill is required.' }],
    retryable: false,
    retry_after_seconds: null,
  }
  expect(errorBody().parse({ error })).toEqual({ error })
  expect(errorBody().safeParse({ error: { ...error, stack: 'at …' } }).success).toBe(false)
})
