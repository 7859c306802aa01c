// Generated from the contract table by scripts/generate-sdk.mjs. Do not edit.

import type { Output, Request } from '../contract/index.ts'
import type { Caller, Listing, Reply } from './caller.ts'
import type { CallOptions } from './settings.ts'

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
  readonly keys: Keys
  readonly logs: Logs
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
    }
    this.documents = {
      openapi: (options) => call.one({ method: 'GET', path: '/v1/openapi.json' }, {}, options),
      live: (options) => call.one({ method: 'GET', path: '/healthz' }, {}, options),
      ready: (options) => call.one({ method: 'GET', path: '/readyz' }, {}, options),
    }
  }
}
