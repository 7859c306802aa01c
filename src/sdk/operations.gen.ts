// Generated from the contract table by scripts/generate-sdk.mjs. Do not edit.

import type { Output, Request } from '../contract/index.ts'
import type { Caller, Listing, Reply } from './caller.ts'
import type { CallOptions, StreamOptions } from './settings.ts'
import type { Stream } from './streams.ts'

export interface Invites {
  /**
   * List invites
   *
   * Newest first. Filters add up: a row must match all of them.
   *
   * `GET /v1/assess/invites`
   */
  list(
    input?: Request<'invites', 'list'>,
    options?: CallOptions,
  ): Listing<Output<'invites', 'list'>['data'][number]>

  /**
   * Send an invite
   *
   * Invites a candidate to an assessment of one skill. 201 with the new invite, or 200 with the open one
   * when `if_exists` is `return`. `candidate` and `email` are other names of `candidate_email`.
   *
   * `POST /v1/assess/invites`
   */
  create(input: Request<'invites', 'create'>, options?: CallOptions): Reply<Output<'invites', 'create'>>

  /**
   * Get an invite
   *
   * `GET /v1/assess/invites/{id}`
   */
  get(input: Request<'invites', 'get'>, options?: CallOptions): Reply<Output<'invites', 'get'>>

  /**
   * Accept an invite
   *
   * Links the user with the e-mail of the candidate, or creates one. Accepting again changes nothing.
   *
   * `POST /v1/assess/invites/{id}/accept`
   */
  accept(input: Request<'invites', 'accept'>, options?: CallOptions): Reply<Output<'invites', 'accept'>>

  /**
   * Start the assessment
   *
   * A pending invite is accepted first. From now on the time limit counts and `expires_at` no longer
   * does.
   *
   * `POST /v1/assess/invites/{id}/start`
   */
  start(input: Request<'invites', 'start'>, options?: CallOptions): Reply<Output<'invites', 'start'>>

  /**
   * Decline an invite
   *
   * `POST /v1/assess/invites/{id}/decline`
   */
  decline(input: Request<'invites', 'decline'>, options?: CallOptions): Reply<Output<'invites', 'decline'>>

  /**
   * Complete the assessment with a score
   *
   * Records the result, adds it to the passport as evidence, and closes the invite. Sending the same
   * score again changes nothing. After the time limit it is recorded as `timed_out`.
   *
   * `POST /v1/assess/invites/{id}/complete`
   */
  complete(input: Request<'invites', 'complete'>, options?: CallOptions): Reply<Output<'invites', 'complete'>>

  /**
   * Cancel an invite
   *
   * The link stops working. Cancelling again changes nothing.
   *
   * `POST /v1/assess/invites/{id}/cancel`
   */
  cancel(input: Request<'invites', 'cancel'>, options?: CallOptions): Reply<Output<'invites', 'cancel'>>

  /**
   * Resend an invite
   *
   * Mails the link again and grants the original time once more, counted from now; it never gets
   * shorter.
   *
   * `POST /v1/assess/invites/{id}/resend`
   */
  resend(input: Request<'invites', 'resend'>, options?: CallOptions): Reply<Output<'invites', 'resend'>>

  /**
   * Extend an invite
   *
   * Sets a later expiry, given as `expires_at` or `expires_in` (from now). It never gets shorter.
   *
   * `POST /v1/assess/invites/{id}/extend`
   */
  extend(input: Request<'invites', 'extend'>, options?: CallOptions): Reply<Output<'invites', 'extend'>>

  /**
   * Get the result of an invite
   *
   * Only a result that has its score is ever shown; until then 409 `RESULT_NOT_READY`.
   *
   * `GET /v1/assess/invites/{id}/result`
   */
  result(input: Request<'invites', 'result'>, options?: CallOptions): Reply<Output<'invites', 'result'>>
}

export interface Results {
  /**
   * List assessment results
   *
   * Newest first. Every result has its score; assessments still under way are not listed.
   *
   * `GET /v1/assess/results`
   */
  list(
    input?: Request<'results', 'list'>,
    options?: CallOptions,
  ): Listing<Output<'results', 'list'>['data'][number]>
}

export interface Verify {
  /**
   * Get a skill passport
   *
   * Every skill of a user with its tier, score and verification, computed from the evidence on the day
   * asked for. A user without skills, or a suspended one, is a normal answer with `verified: false`.
   *
   * `GET /v1/verify/passport/{userId}`
   */
  passport(input: Request<'verify', 'passport'>, options?: CallOptions): Reply<Output<'verify', 'passport'>>

  /**
   * Verify one skill of a user
   *
   * A skill that is not verified is a normal answer; `unmet` says why.
   *
   * `GET /v1/verify/skill/{userId}/{skillKey}`
   */
  skill(input: Request<'verify', 'skill'>, options?: CallOptions): Reply<Output<'verify', 'skill'>>

  /**
   * Explain the score of a skill
   *
   * What every piece of evidence adds, to the point, and one sentence that says it in words.
   *
   * `GET /v1/verify/skill/{userId}/{skillKey}/explain`
   */
  explain(input: Request<'verify', 'explain'>, options?: CallOptions): Reply<Output<'verify', 'explain'>>

  /**
   * Verify many users at once
   *
   * Up to 100 users in one call. An unknown user is an item with an error, never a failed call.
   *
   * `POST /v1/verify/batch`
   */
  batch(input: Request<'verify', 'batch'>, options?: CallOptions): Reply<Output<'verify', 'batch'>>
}

export interface Users {
  /**
   * List users
   *
   * Newest first.
   *
   * `GET /v1/users`
   */
  list(
    input?: Request<'users', 'list'>,
    options?: CallOptions,
  ): Listing<Output<'users', 'list'>['data'][number]>

  /**
   * Create a user
   *
   * Accepting an invite creates its user as well, so this is needed only to set up users beforehand.
   *
   * `POST /v1/users`
   */
  create(input: Request<'users', 'create'>, options?: CallOptions): Reply<Output<'users', 'create'>>

  /**
   * Get a user
   *
   * `GET /v1/users/{id}`
   */
  get(input: Request<'users', 'get'>, options?: CallOptions): Reply<Output<'users', 'get'>>

  /**
   * Update a user
   *
   * Changes only the fields that are sent. `metadata` is replaced as a whole. A suspended user is never
   * verified.
   *
   * `PATCH /v1/users/{id}`
   */
  update(input: Request<'users', 'update'>, options?: CallOptions): Reply<Output<'users', 'update'>>

  /**
   * Erase a user
   *
   * Removes personal data and the content of all evidence. The id is kept and answers 410 `USER_ERASED`
   * from then on. This cannot be undone.
   *
   * `POST /v1/users/{id}/erase`
   */
  erase(input: Request<'users', 'erase'>, options?: CallOptions): Reply<Output<'users', 'erase'>>
}

export interface Evidence {
  /**
   * List the evidence of a user
   *
   * Newest first. The hashes link all entries of the user, oldest to newest.
   *
   * `GET /v1/users/{id}/evidence`
   */
  list(
    input: Request<'evidence', 'list'>,
    options?: CallOptions,
  ): Listing<Output<'evidence', 'list'>['data'][number]>

  /**
   * Add evidence for a user
   *
   * The passport changes at once. Entries are never edited: dispute or revoke a wrong one.
   *
   * `POST /v1/users/{id}/evidence`
   */
  create(input: Request<'evidence', 'create'>, options?: CallOptions): Reply<Output<'evidence', 'create'>>

  /**
   * Get an evidence entry
   *
   * `GET /v1/evidence/{id}`
   */
  get(input: Request<'evidence', 'get'>, options?: CallOptions): Reply<Output<'evidence', 'get'>>

  /**
   * Dispute an evidence entry
   *
   * It stops counting, and the skill is not verified, until the dispute is resolved.
   *
   * `POST /v1/evidence/{id}/dispute`
   */
  dispute(input: Request<'evidence', 'dispute'>, options?: CallOptions): Reply<Output<'evidence', 'dispute'>>

  /**
   * Resolve a dispute
   *
   * `POST /v1/evidence/{id}/resolve`
   */
  resolve(input: Request<'evidence', 'resolve'>, options?: CallOptions): Reply<Output<'evidence', 'resolve'>>

  /**
   * Revoke an evidence entry
   *
   * It never counts again. Revoking an assessment voids its result.
   *
   * `POST /v1/evidence/{id}/revoke`
   */
  revoke(input: Request<'evidence', 'revoke'>, options?: CallOptions): Reply<Output<'evidence', 'revoke'>>
}

export interface Skills {
  /**
   * List the skill catalogue
   *
   * Newest first.
   *
   * `GET /v1/skills`
   */
  list(
    input?: Request<'skills', 'list'>,
    options?: CallOptions,
  ): Listing<Output<'skills', 'list'>['data'][number]>

  /**
   * Add a skill to the catalogue
   *
   * `POST /v1/skills`
   */
  create(input: Request<'skills', 'create'>, options?: CallOptions): Reply<Output<'skills', 'create'>>

  /**
   * Get a skill
   *
   * `GET /v1/skills/{key}`
   */
  get(input: Request<'skills', 'get'>, options?: CallOptions): Reply<Output<'skills', 'get'>>
}

export interface Events {
  /**
   * List events
   *
   * Newest first; kept for 30 days.
   *
   * `GET /v1/events`
   */
  list(
    input?: Request<'events', 'list'>,
    options?: CallOptions,
  ): Listing<Output<'events', 'list'>['data'][number]>

  /**
   * Get an event
   *
   * `GET /v1/events/{id}`
   */
  get(input: Request<'events', 'get'>, options?: CallOptions): Reply<Output<'events', 'get'>>

  /**
   * List the deliveries of an event
   *
   * Newest first: one per webhook, and one more for every resend and replay.
   *
   * `GET /v1/events/{id}/deliveries`
   */
  deliveries(
    input: Request<'events', 'deliveries'>,
    options?: CallOptions,
  ): Listing<Output<'events', 'deliveries'>['data'][number]>

  /**
   * Send an event again
   *
   * To the webhook named, subscribed or not, or else to every enabled one that subscribes to the event.
   * The body and `webhook-id` are those of the first time. Answers the new deliveries.
   *
   * `POST /v1/events/{id}/resend`
   */
  resend(input: Request<'events', 'resend'>, options?: CallOptions): Reply<Output<'events', 'resend'>>

  /**
   * Follow events as they happen
   *
   * Server-sent events: the `id` of a message is that of the event, its `event` the type, its `data` the
   * event.
   *
   * `GET /v1/events/stream`
   */
  stream(input?: Request<'events', 'stream'>, options?: StreamOptions): Stream<Output<'events', 'stream'>>
}

export interface Webhooks {
  /**
   * List webhooks
   *
   * Newest first, disabled ones and listeners included. Secrets are never shown.
   *
   * `GET /v1/webhooks`
   */
  list(
    input?: Request<'webhooks', 'list'>,
    options?: CallOptions,
  ): Listing<Output<'webhooks', 'list'>['data'][number]>

  /**
   * Create a webhook
   *
   * From now on the events it subscribes to are sent to it, signed after Standard Webhooks 1.0. The
   * answer holds the secret. A listener whose `name` exists is not made again: 200 with that listener,
   * unchanged, and its secret.
   *
   * `POST /v1/webhooks`
   */
  create(input?: Request<'webhooks', 'create'>, options?: CallOptions): Reply<Output<'webhooks', 'create'>>

  /**
   * Get a webhook
   *
   * `GET /v1/webhooks/{id}`
   */
  get(input: Request<'webhooks', 'get'>, options?: CallOptions): Reply<Output<'webhooks', 'get'>>

  /**
   * Update a webhook
   *
   * Changes only the fields that are sent. `kind` and `name` stay. New `events` count for events to
   * come; deliveries that wait go to the new `url`.
   *
   * `PATCH /v1/webhooks/{id}`
   */
  update(input: Request<'webhooks', 'update'>, options?: CallOptions): Reply<Output<'webhooks', 'update'>>

  /**
   * Delete a webhook
   *
   * Nothing is sent any more; deliveries that wait are cancelled. Finished ones can still be read.
   *
   * `DELETE /v1/webhooks/{id}`
   */
  remove(input: Request<'webhooks', 'remove'>, options?: CallOptions): Reply<Output<'webhooks', 'remove'>>

  /**
   * Rotate the secret of a webhook
   *
   * Makes a new secret, shown once. Until the overlap ends every delivery is signed with both, newest
   * first. Rotating again meanwhile ends the oldest secret at once.
   *
   * `POST /v1/webhooks/{id}/rotate-secret`
   */
  rotateSecret(
    input: Request<'webhooks', 'rotateSecret'>,
    options?: CallOptions,
  ): Reply<Output<'webhooks', 'rotateSecret'>>

  /**
   * Enable a webhook
   *
   * What was held while it was disabled is sent or skipped. Enabling again changes nothing.
   *
   * `POST /v1/webhooks/{id}/enable`
   */
  enable(input: Request<'webhooks', 'enable'>, options?: CallOptions): Reply<Output<'webhooks', 'enable'>>

  /**
   * Disable a webhook
   *
   * Deliveries are held until it is enabled: nothing is lost. Disabling again changes nothing.
   *
   * `POST /v1/webhooks/{id}/disable`
   */
  disable(input: Request<'webhooks', 'disable'>, options?: CallOptions): Reply<Output<'webhooks', 'disable'>>

  /**
   * Send a test event to a webhook
   *
   * Makes a `webhook.test` event for this webhook alone, whatever it subscribes to, and answers its
   * delivery.
   *
   * `POST /v1/webhooks/{id}/test`
   */
  test(input: Request<'webhooks', 'test'>, options?: CallOptions): Reply<Output<'webhooks', 'test'>>

  /**
   * Send past events to a webhook again
   *
   * Queues a delivery for every event that matches, in the background. `webhook-id` is the same as the
   * first time.
   *
   * `POST /v1/webhooks/{id}/replay`
   */
  replay(input: Request<'webhooks', 'replay'>, options?: CallOptions): Reply<Output<'webhooks', 'replay'>>

  /**
   * Get the progress of a replay
   *
   * `GET /v1/webhooks/{id}/replays/{replay_id}`
   */
  getReplay(
    input: Request<'webhooks', 'getReplay'>,
    options?: CallOptions,
  ): Reply<Output<'webhooks', 'getReplay'>>

  /**
   * Receive the deliveries of a listener
   *
   * Server-sent events, for a webhook of kind `listener`: one `delivery` message per attempt, and a
   * comment every 15 seconds. What waited while nobody listened comes first. Each attempt wants its
   * result.
   *
   * `GET /v1/webhooks/{id}/stream`
   */
  stream(input: Request<'webhooks', 'stream'>, options?: StreamOptions): Stream<Output<'webhooks', 'stream'>>

  /**
   * Report the result of a listener’s attempt
   *
   * What the local server answered, or why it did not. Without a result the attempt ends as
   * `listener_offline` and is retried; a result that comes after that changes nothing.
   *
   * `POST /v1/webhooks/{id}/results`
   */
  results(input: Request<'webhooks', 'results'>, options?: CallOptions): Reply<Output<'webhooks', 'results'>>
}

export interface Deliveries {
  /**
   * List deliveries
   *
   * Newest first; kept for 30 days. Filters add up: a row must match all of them.
   *
   * `GET /v1/deliveries`
   */
  list(
    input?: Request<'deliveries', 'list'>,
    options?: CallOptions,
  ): Listing<Output<'deliveries', 'list'>['data'][number]>

  /**
   * Get a delivery with its attempts
   *
   * Every attempt with the request as it was sent and the answer as it came.
   *
   * `GET /v1/deliveries/{id}`
   */
  get(input: Request<'deliveries', 'get'>, options?: CallOptions): Reply<Output<'deliveries', 'get'>>

  /**
   * Retry a delivery now
   *
   * One more attempt at once, whatever became of the earlier ones. While an attempt is under way nothing
   * changes.
   *
   * `POST /v1/deliveries/{id}/retry`
   */
  retry(input: Request<'deliveries', 'retry'>, options?: CallOptions): Reply<Output<'deliveries', 'retry'>>
}

export interface Keys {
  /**
   * List API keys
   *
   * Newest first, revoked and expired ones included. Secrets are never shown.
   *
   * `GET /v1/keys`
   */
  list(
    input?: Request<'keys', 'list'>,
    options?: CallOptions,
  ): Listing<Output<'keys', 'list'>['data'][number]>

  /**
   * Create an API key
   *
   * The answer holds the secret, once. A key can be given only scopes that the calling key holds.
   *
   * `POST /v1/keys`
   */
  create(input: Request<'keys', 'create'>, options?: CallOptions): Reply<Output<'keys', 'create'>>

  /**
   * Get an API key
   *
   * `GET /v1/keys/{id}`
   */
  get(input: Request<'keys', 'get'>, options?: CallOptions): Reply<Output<'keys', 'get'>>

  /**
   * Update an API key
   *
   * Changes only the fields that are sent. A new `tier` brings its limits unless `rate_limit` is sent
   * too.
   *
   * `PATCH /v1/keys/{id}`
   */
  update(input: Request<'keys', 'update'>, options?: CallOptions): Reply<Output<'keys', 'update'>>

  /**
   * Rotate the secret of an API key
   *
   * Makes a new secret for the same key, shown once. The old one keeps working for `overlap_seconds`, so
   * that clients can be changed over one by one. Usage and limits stay with the key.
   *
   * `POST /v1/keys/{id}/rotate`
   */
  rotate(input: Request<'keys', 'rotate'>, options?: CallOptions): Reply<Output<'keys', 'rotate'>>

  /**
   * Revoke an API key
   *
   * The key stops working at once and for ever.
   *
   * `POST /v1/keys/{id}/revoke`
   */
  revoke(input: Request<'keys', 'revoke'>, options?: CallOptions): Reply<Output<'keys', 'revoke'>>

  /**
   * Get the usage of an API key
   *
   * Totals and days of one key. Without a range: the last 30 days.
   *
   * `GET /v1/keys/{id}/usage`
   */
  usage(input: Request<'keys', 'usage'>, options?: CallOptions): Reply<Output<'keys', 'usage'>>
}

export interface Logs {
  /**
   * List logged requests
   *
   * Newest first; the newest 10,000 are kept. Secrets are left out of headers and bodies.
   *
   * `GET /v1/logs`
   */
  list(
    input?: Request<'logs', 'list'>,
    options?: CallOptions,
  ): Listing<Output<'logs', 'list'>['data'][number]>

  /**
   * Get a logged request
   *
   * `GET /v1/logs/{request_id}`
   */
  get(input: Request<'logs', 'get'>, options?: CallOptions): Reply<Output<'logs', 'get'>>

  /**
   * Follow requests as they are answered
   *
   * Server-sent events: the `id` of a message is the request id, its `event` `log`, its `data` the
   * entry.
   *
   * `GET /v1/logs/stream`
   */
  stream(input?: Request<'logs', 'stream'>, options?: StreamOptions): Stream<Output<'logs', 'stream'>>
}

export interface Usage {
  /**
   * Get the usage of the service
   *
   * What was asked with any key and delivered to webhooks, in all, by day and by key. Days are those of
   * the service’s clock, UTC. Without a range: the last 30 days; at most 366. Deliveries belong to no
   * key.
   *
   * `GET /v1/usage`
   */
  get(input?: Request<'usage', 'get'>, options?: CallOptions): Reply<Output<'usage', 'get'>>
}

export interface Me {
  /**
   * Show the calling key
   *
   * Which key this is, what it may do, and which server answers. Any key may ask.
   *
   * `GET /v1/me`
   */
  get(options?: CallOptions): Reply<Output<'me', 'get'>>
}

export interface Errors {
  /**
   * List every error code
   *
   * The whole catalogue on one page: cause, resolution, retry guidance and requests that provoke the
   * error.
   *
   * `GET /v1/errors`
   */
  list(options?: CallOptions): Reply<Output<'errors', 'list'>>

  /**
   * Explain an error code
   *
   * `GET /v1/errors/{code}`
   */
  get(input: Request<'errors', 'get'>, options?: CallOptions): Reply<Output<'errors', 'get'>>
}

export interface Sandbox {
  /**
   * Reset the sandbox
   *
   * Removes everything and puts the seed back; the clock shows real time again. The printed key keeps
   * working.
   *
   * `POST /v1/sandbox/reset`
   */
  reset(input?: Request<'sandbox', 'reset'>, options?: CallOptions): Reply<Output<'sandbox', 'reset'>>

  /**
   * Read the sandbox clock
   *
   * `GET /v1/sandbox/clock`
   */
  clock(options?: CallOptions): Reply<Output<'sandbox', 'clock'>>

  /**
   * Move the sandbox clock
   *
   * Forward only. Everything that falls due on the way happens in order, each at its own instant, before
   * the answer: retries, expiries, the end of secrets, the decay of tiers. A frozen clock stays frozen
   * when moved.
   *
   * `POST /v1/sandbox/clock`
   */
  moveClock(
    input?: Request<'sandbox', 'moveClock'>,
    options?: CallOptions,
  ): Reply<Output<'sandbox', 'moveClock'>>

  /**
   * List faults
   *
   * All that are active; a fault that has met its `times` is gone.
   *
   * `GET /v1/sandbox/faults`
   */
  faults(options?: CallOptions): Reply<Output<'sandbox', 'faults'>>

  /**
   * Add a fault
   *
   * Makes requests to this sandbox fail, hang or lose their connection, to try how a client copes. It
   * meets the routes under `/v1`, never those of the sandbox itself.
   *
   * `POST /v1/sandbox/faults`
   */
  addFault(
    input?: Request<'sandbox', 'addFault'>,
    options?: CallOptions,
  ): Reply<Output<'sandbox', 'addFault'>>

  /**
   * Clear faults
   *
   * `DELETE /v1/sandbox/faults`
   */
  clearFaults(
    input?: Request<'sandbox', 'clearFaults'>,
    options?: CallOptions,
  ): Reply<Output<'sandbox', 'clearFaults'>>

  /**
   * List the mail that invites would have sent
   *
   * Newest first. A sandbox sends no mail: it keeps it here, with the link.
   *
   * `GET /v1/sandbox/mail`
   */
  mail(
    input?: Request<'sandbox', 'mail'>,
    options?: CallOptions,
  ): Listing<Output<'sandbox', 'mail'>['data'][number]>

  /**
   * Make an event happen
   *
   * Brings about what the event tells, with real invites, results and users, and answers every event of
   * it. `data` names the objects and values it shall be about; a field that the event does not have is
   * refused.
   *
   * `POST /v1/sandbox/trigger`
   */
  trigger(input: Request<'sandbox', 'trigger'>, options?: CallOptions): Reply<Output<'sandbox', 'trigger'>>
}

export interface Documents {
  /**
   * Get this API as an OpenAPI document
   *
   * OpenAPI 3.1, made from the table that routes and validates every request.
   *
   * `GET /v1/openapi.json`
   */
  openapi(options?: CallOptions): Reply<Output<'documents', 'openapi'>>

  /**
   * Check that the process is up
   *
   * `GET /healthz`
   */
  live(options?: CallOptions): Reply<Output<'documents', 'live'>>

  /**
   * Check that the service takes requests
   *
   * 503 while it starts or stops, or when the data cannot be written.
   *
   * `GET /readyz`
   */
  ready(options?: CallOptions): Reply<Output<'documents', 'ready'>>
}

/** Every operation of the service, by resource and verb. */
export class Operations {
  readonly invites: Invites
  readonly results: Results
  readonly verify: Verify
  readonly users: Users
  readonly evidence: Evidence
  readonly skills: Skills
  readonly events: Events
  readonly webhooks: Webhooks
  readonly deliveries: Deliveries
  readonly keys: Keys
  readonly logs: Logs
  readonly usage: Usage
  readonly me: Me
  readonly errors: Errors
  readonly sandbox: Sandbox
  readonly documents: Documents

  constructor(call: Caller) {
    this.invites = {
      list: (input, options) => call.list({ method: 'GET', path: '/v1/assess/invites' }, input, options),
      create: (input, options) =>
        call.one({ method: 'POST', path: '/v1/assess/invites', body: true }, input, options),
      get: (input, options) => call.one({ method: 'GET', path: '/v1/assess/invites/{id}' }, input, options),
      accept: (input, options) =>
        call.one({ method: 'POST', path: '/v1/assess/invites/{id}/accept' }, input, options),
      start: (input, options) =>
        call.one({ method: 'POST', path: '/v1/assess/invites/{id}/start' }, input, options),
      decline: (input, options) =>
        call.one({ method: 'POST', path: '/v1/assess/invites/{id}/decline', body: true }, input, options),
      complete: (input, options) =>
        call.one({ method: 'POST', path: '/v1/assess/invites/{id}/complete', body: true }, input, options),
      cancel: (input, options) =>
        call.one({ method: 'POST', path: '/v1/assess/invites/{id}/cancel', body: true }, input, options),
      resend: (input, options) =>
        call.one({ method: 'POST', path: '/v1/assess/invites/{id}/resend' }, input, options),
      extend: (input, options) =>
        call.one({ method: 'POST', path: '/v1/assess/invites/{id}/extend', body: true }, input, options),
      result: (input, options) =>
        call.one({ method: 'GET', path: '/v1/assess/invites/{id}/result' }, input, options),
    }
    this.results = {
      list: (input, options) => call.list({ method: 'GET', path: '/v1/assess/results' }, input, options),
    }
    this.verify = {
      passport: (input, options) =>
        call.one({ method: 'GET', path: '/v1/verify/passport/{userId}' }, input, options),
      skill: (input, options) =>
        call.one({ method: 'GET', path: '/v1/verify/skill/{userId}/{skillKey}' }, input, options),
      explain: (input, options) =>
        call.one({ method: 'GET', path: '/v1/verify/skill/{userId}/{skillKey}/explain' }, input, options),
      batch: (input, options) =>
        call.one({ method: 'POST', path: '/v1/verify/batch', body: true }, input, options),
    }
    this.users = {
      list: (input, options) => call.list({ method: 'GET', path: '/v1/users' }, input, options),
      create: (input, options) => call.one({ method: 'POST', path: '/v1/users', body: true }, input, options),
      get: (input, options) => call.one({ method: 'GET', path: '/v1/users/{id}' }, input, options),
      update: (input, options) =>
        call.one({ method: 'PATCH', path: '/v1/users/{id}', body: true }, input, options),
      erase: (input, options) => call.one({ method: 'POST', path: '/v1/users/{id}/erase' }, input, options),
    }
    this.evidence = {
      list: (input, options) => call.list({ method: 'GET', path: '/v1/users/{id}/evidence' }, input, options),
      create: (input, options) =>
        call.one({ method: 'POST', path: '/v1/users/{id}/evidence', body: true }, input, options),
      get: (input, options) => call.one({ method: 'GET', path: '/v1/evidence/{id}' }, input, options),
      dispute: (input, options) =>
        call.one({ method: 'POST', path: '/v1/evidence/{id}/dispute', body: true }, input, options),
      resolve: (input, options) =>
        call.one({ method: 'POST', path: '/v1/evidence/{id}/resolve', body: true }, input, options),
      revoke: (input, options) =>
        call.one({ method: 'POST', path: '/v1/evidence/{id}/revoke', body: true }, input, options),
    }
    this.skills = {
      list: (input, options) => call.list({ method: 'GET', path: '/v1/skills' }, input, options),
      create: (input, options) =>
        call.one({ method: 'POST', path: '/v1/skills', body: true }, input, options),
      get: (input, options) => call.one({ method: 'GET', path: '/v1/skills/{key}' }, input, options),
    }
    this.events = {
      list: (input, options) => call.list({ method: 'GET', path: '/v1/events' }, input, options),
      get: (input, options) => call.one({ method: 'GET', path: '/v1/events/{id}' }, input, options),
      deliveries: (input, options) =>
        call.list({ method: 'GET', path: '/v1/events/{id}/deliveries' }, input, options),
      resend: (input, options) =>
        call.one({ method: 'POST', path: '/v1/events/{id}/resend', body: true }, input, options),
      stream: (input, options) =>
        call.stream({ method: 'GET', path: '/v1/events/stream', resumes: true }, input, options),
    }
    this.webhooks = {
      list: (input, options) => call.list({ method: 'GET', path: '/v1/webhooks' }, input, options),
      create: (input, options) =>
        call.one({ method: 'POST', path: '/v1/webhooks', body: true }, input, options),
      get: (input, options) => call.one({ method: 'GET', path: '/v1/webhooks/{id}' }, input, options),
      update: (input, options) =>
        call.one({ method: 'PATCH', path: '/v1/webhooks/{id}', body: true }, input, options),
      remove: (input, options) => call.one({ method: 'DELETE', path: '/v1/webhooks/{id}' }, input, options),
      rotateSecret: (input, options) =>
        call.one({ method: 'POST', path: '/v1/webhooks/{id}/rotate-secret', body: true }, input, options),
      enable: (input, options) =>
        call.one({ method: 'POST', path: '/v1/webhooks/{id}/enable', body: true }, input, options),
      disable: (input, options) =>
        call.one({ method: 'POST', path: '/v1/webhooks/{id}/disable', body: true }, input, options),
      test: (input, options) => call.one({ method: 'POST', path: '/v1/webhooks/{id}/test' }, input, options),
      replay: (input, options) =>
        call.one({ method: 'POST', path: '/v1/webhooks/{id}/replay', body: true }, input, options),
      getReplay: (input, options) =>
        call.one({ method: 'GET', path: '/v1/webhooks/{id}/replays/{replay_id}' }, input, options),
      stream: (input, options) =>
        call.stream({ method: 'GET', path: '/v1/webhooks/{id}/stream' }, input, options),
      results: (input, options) =>
        call.one({ method: 'POST', path: '/v1/webhooks/{id}/results', body: true }, input, options),
    }
    this.deliveries = {
      list: (input, options) => call.list({ method: 'GET', path: '/v1/deliveries' }, input, options),
      get: (input, options) => call.one({ method: 'GET', path: '/v1/deliveries/{id}' }, input, options),
      retry: (input, options) =>
        call.one({ method: 'POST', path: '/v1/deliveries/{id}/retry' }, input, options),
    }
    this.keys = {
      list: (input, options) => call.list({ method: 'GET', path: '/v1/keys' }, input, options),
      create: (input, options) => call.one({ method: 'POST', path: '/v1/keys', body: true }, input, options),
      get: (input, options) => call.one({ method: 'GET', path: '/v1/keys/{id}' }, input, options),
      update: (input, options) =>
        call.one({ method: 'PATCH', path: '/v1/keys/{id}', body: true }, input, options),
      rotate: (input, options) =>
        call.one({ method: 'POST', path: '/v1/keys/{id}/rotate', body: true }, input, options),
      revoke: (input, options) => call.one({ method: 'POST', path: '/v1/keys/{id}/revoke' }, input, options),
      usage: (input, options) => call.one({ method: 'GET', path: '/v1/keys/{id}/usage' }, input, options),
    }
    this.logs = {
      list: (input, options) => call.list({ method: 'GET', path: '/v1/logs' }, input, options),
      get: (input, options) => call.one({ method: 'GET', path: '/v1/logs/{request_id}' }, input, options),
      stream: (input, options) =>
        call.stream({ method: 'GET', path: '/v1/logs/stream', resumes: true }, input, options),
    }
    this.usage = {
      get: (input, options) => call.one({ method: 'GET', path: '/v1/usage' }, input, options),
    }
    this.me = {
      get: (options) => call.one({ method: 'GET', path: '/v1/me' }, {}, options),
    }
    this.errors = {
      list: (options) => call.one({ method: 'GET', path: '/v1/errors' }, {}, options),
      get: (input, options) => call.one({ method: 'GET', path: '/v1/errors/{code}' }, input, options),
    }
    this.sandbox = {
      reset: (input, options) =>
        call.one({ method: 'POST', path: '/v1/sandbox/reset', body: true }, input, options),
      clock: (options) => call.one({ method: 'GET', path: '/v1/sandbox/clock' }, {}, options),
      moveClock: (input, options) =>
        call.one({ method: 'POST', path: '/v1/sandbox/clock', body: true }, input, options),
      faults: (options) => call.one({ method: 'GET', path: '/v1/sandbox/faults' }, {}, options),
      addFault: (input, options) =>
        call.one({ method: 'POST', path: '/v1/sandbox/faults', body: true }, input, options),
      clearFaults: (input, options) =>
        call.one({ method: 'DELETE', path: '/v1/sandbox/faults' }, input, options),
      mail: (input, options) => call.list({ method: 'GET', path: '/v1/sandbox/mail' }, input, options),
      trigger: (input, options) =>
        call.one({ method: 'POST', path: '/v1/sandbox/trigger', body: true }, input, options),
    }
    this.documents = {
      openapi: (options) => call.one({ method: 'GET', path: '/v1/openapi.json' }, {}, options),
      live: (options) => call.one({ method: 'GET', path: '/healthz' }, {}, options),
      ready: (options) => call.one({ method: 'GET', path: '/readyz' }, {}, options),
    }
  }
}
