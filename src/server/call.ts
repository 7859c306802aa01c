import { createHmac, randomBytes } from 'node:crypto'
import { openCursor, sealCursor } from '../core/cursor.ts'
import { makeKey } from '../core/keys.ts'
import type { Call } from '../operations/call.ts'
import type { CallFacts, Service } from './service.ts'

export interface Effects {
  readonly counts: { invites_sent: number; verifications_made: number }
  readonly afterCommit: (() => void)[]
}

/** What an operation is told, and a place for what it asks to happen once its transaction is durable. */
export function makeCall(service: Service, facts: CallFacts): { call: Call; effects: Effects } {
  const effects: Effects = { counts: { invites_sent: 0, verifications_made: 0 }, afterCommit: [] }
  const { cursor, inviteLink } = service.secrets
  const call: Call = {
    ...facts,
    mode: service.mode,
    baseUrl: service.address.baseUrl,
    version: service.version,
    host: service.host,
    newId: (prefix) => service.ids.newId(prefix),
    newSecret: () => makeKey(service.mode, randomBytes),
    inviteMac: (text) => createHmac('sha256', inviteLink).update(text).digest('base64url'),
    count: (what, by = 1) => {
      effects.counts[what] += by
    },
    after: (effect) => effects.afterCommit.push(effect),
    cursor: {
      seal: (position, filters) => sealCursor(cursor, position, filters),
      open: (text, filters) => openCursor(cursor, text, filters),
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
