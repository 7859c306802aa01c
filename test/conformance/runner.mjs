// Plays the cases with the client as it is packed; one outcome a line. See case.ts for what it reads and writes.
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { inspect } from 'node:util'
import * as sdk from 'skillpass'

async function play(task, at) {
  // All at the same instant, they would wait for each other instead of for the server.
  await setTimeout(at * 5)
  const begun = performance.now()
  const outcome = await outcomeOf(task)
  process.stdout.write(`${JSON.stringify({ at, ms: performance.now() - begun, outcome })}\n`)
}

async function outcomeOf({ base_url, client: setup, call }) {
  const seen = []
  try {
    const client = new sdk.Skillpass({
      apiKey: setup.api_key,
      baseUrl: base_url,
      timeout: setup.timeout_ms,
      totalTimeout: setup.total_timeout_ms,
      maxRetries: setup.max_retries,
    })
    return { ok: true, value: await operations[call.do](client, call, seen) }
  } catch (error) {
    return { ok: false, error: described(error), ...(call.do === 'users.list_all' && { seen }) }
  }
}

const operations = {
  async 'invites.create'(client, { idempotency_key, timeout_ms }) {
    const fields = { candidate_email: 'kim@example.com', skill: 'react' }
    const raw = await client.invites.create(fields, { idempotencyKey: idempotency_key, timeout: timeout_ms })
    return { id: raw.id, status: raw.status, raw }
  },
  async 'users.get'(client, { id, timeout_ms }) {
    const raw = await client.users.get({ id }, { timeout: timeout_ms })
    return { id: raw.id, status: raw.status, raw }
  },
  async 'users.response'(client, { id }) {
    const told = await client.users
      .get({ id })
      .withResponse()
      .then(({ response }) => response)
      .catch((error) => error.response)
    return {
      status: told.status,
      request_id: told.requestId,
      idempotency_key: told.idempotencyKey,
      note: told.headers.get('X-Note'),
      text: told.text,
      rate_limit: told.rateLimit === null ? null : rateLimit(told.rateLimit),
    }
  },
  async 'users.list_all'(client, { limit, cursor }, seen) {
    for await (const user of client.users.list({ limit, cursor })) seen.push(user.id)
    return seen
  },
  async 'verify.passport'(client, { user_id }) {
    const raw = await client.verify.passport({ userId: user_id })
    return { display_name: raw.displayName, sci_points: raw.skills.map(({ sciPoints }) => sciPoints), raw }
  },
  async request(client, { method, path, body }) {
    const { status, text } = await client.request(method, path, body)
    return { status, text }
  },
  async 'events.take'(client, { count, last_event_id }) {
    const taken = []
    for await (const { id, event, data } of client.events.stream({}, { lastEventId: last_event_id })) {
      taken.push({ id, event, data_id: data.id })
      if (taken.length === count) break
    }
    return taken
  },
  async print(client) {
    const error = await client.users.get({ id: 'usr_1' }).catch((thrown) => thrown)
    return { client: printed(client), error: `${printed(error)}${error.stack}` }
  },
  async 'webhooks.verify'(_client, { body, is_parsed, headers, secrets, tolerance_seconds }) {
    const given = is_parsed === true ? JSON.parse(body) : Buffer.from(body)
    const options = tolerance_seconds === undefined ? {} : { toleranceSeconds: tolerance_seconds }
    const raw = sdk.webhooks.verify(given, headers, secrets, options)
    return { id: raw.id, event: raw.event, raw }
  },
}

function rateLimit({ limit, remaining, resetAt, windows }) {
  const inSnakeCase = Object.entries(windows).map(([name, window]) => [
    name,
    {
      quota: window.quota,
      window_seconds: window.windowSeconds,
      remaining: window.remaining,
      reset_seconds: window.resetSeconds,
    },
  ])
  return { limit, remaining, reset_at: resetAt, windows: Object.fromEntries(inSnakeCase) }
}

function printed(thing) {
  return [inspect(thing, { depth: 9, showHidden: true }), JSON.stringify(thing), String(thing)].join('\n')
}

// The narrowest first: a TimeoutError is a ConnectionError too.
const families = [
  ['webhook', sdk.WebhookVerificationError],
  ['timeout', sdk.TimeoutError],
  ['connection', sdk.ConnectionError],
  ['authentication', sdk.AuthenticationError],
  ['permission', sdk.PermissionError],
  ['not_found', sdk.NotFoundError],
  ['conflict', sdk.ConflictError],
  ['gone', sdk.GoneError],
  ['rate_limit', sdk.RateLimitError],
  ['validation', sdk.ValidationError],
  ['server', sdk.ServerError],
]

function described(error) {
  if (!(error instanceof sdk.SkillpassError)) return { unexpected: inspect(error) }
  const [family = null] = families.find(([, Family]) => error instanceof Family) ?? []
  return {
    family,
    code: error.code,
    message: error.message,
    status: error.status,
    request_id: error.requestId,
    doc_url: error.docUrl,
    param: error.param,
    details: error.details,
    retryable: error.retryable,
    retry_after: error.retryAfter,
    idempotency_key: error.idempotencyKey,
    mistake: error.mistake ?? null,
  }
}

const tasks = JSON.parse(await text(process.stdin))
// The first fetch of a process loads its HTTP client; that is no time of a case.
await fetch('data:,')
await Promise.all(tasks.map((task, at) => (task === null ? null : play(task, at))))
