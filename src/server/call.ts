import { randomBytes } from 'node:crypto'
import { sealCursor } from '../core/cursor.ts'
import { makeKey } from '../core/keys.ts'
import { makeWebhookSecret } from '../core/sealed.ts'
import type { Call } from '../operations/call.ts'
import { linkMacs, openCursorOf, openSecret, sealSecret } from './secret-ring.ts'
import type { CallFacts, Service } from './service.ts'

export interface Effects {
  readonly counts: { invites_sent: number; verifications_made: number }
  readonly afterCommit: (() => void)[]
}

/** What an operation is told, and a place for what it asks to happen once its transaction is durable. */
export function makeCall(service: Service, facts: CallFacts): { call: Call; effects: Effects } {
  const effects: Effects = { counts: { invites_sent: 0, verifications_made: 0 }, afterCommit: [] }
  const { secrets } = service
  // Field by field: spread in, they made this object slow to make, some 30 µs a request.
  const call: Call = {
    now: facts.now,
    key: facts.key,
    requestId: facts.requestId,
    trace: facts.trace ?? null,
    mode: service.mode,
    baseUrl: service.address.baseUrl,
    version: service.version,
    host: service.host,
    // Of the call's own instant: lists are bounded by what ids and `created_at` say alike.
    newId: (prefix, at = facts.now) => service.ids.newId(prefix, at),
    newSecret: () => makeKey(service.mode, randomBytes),
    newWebhookSecret: () => makeWebhookSecret(randomBytes),
    sealed: {
      seal: (secret) => sealSecret(secrets, secret),
      open: (sealed) => openSecret(secrets, sealed),
    },
    inviteMacs: (text) => linkMacs(secrets, text),
    count: (what, by = 1) => {
      effects.counts[what] += by
    },
    after: (effect) => effects.afterCommit.push(effect),
    cursor: {
      seal: (position, filters) => sealCursor(secrets.newest.cursor, position, filters),
      open: (text, filters) => openCursorOf(secrets, text, filters),
    },
  }
  return { call, effects }
}

/** A transaction may run twice; what an earlier run asked for does not count. */
export function resetEffects(effects: Effects): void {
  effects.counts.invites_sent = 0
  effects.counts.verifications_made = 0
  effects.afterCommit.length = 0
}
