import type { Atom, scopeNames } from '../../contract/scopes.ts'

/** The short names, and what whoever holds one may do. */
export const shortScopes = [
  ['read', 'See everything but API keys and logs.'],
  ['assess', 'Send invites and take them through their steps.'],
  ['verify', 'Verify skills and read passports.'],
  ['admin', 'Everything, API keys included.'],
] as const satisfies readonly (readonly [keyof typeof scopeNames, string])[]

/** What each single scope allows; `write` of something allows to read it. */
export const atomTexts: Readonly<Record<Atom, string>> = {
  'invites:read': 'See invites and results.',
  'invites:write': 'Send invites, resend, extend and cancel them, and take every other step.',
  'passports:read': 'Read skill passports.',
  'skills:read': 'List the skills of the catalogue.',
  'skills:verify': 'Verify single skills, explain scores, verify many users at once.',
  'users:read': 'See users.',
  'users:write': 'Create, change and erase users, and add skills to the catalogue.',
  'evidence:read': 'See evidence.',
  'evidence:write': 'Add evidence, dispute and revoke it.',
  'webhooks:read': 'See webhook endpoints and their deliveries.',
  'webhooks:write': 'Create and change endpoints, retry and replay deliveries.',
  'events:read': 'Read events, also as they happen.',
  'logs:read': 'Read the request log.',
  'usage:read': 'Read how much is used.',
  'keys:read': 'See API keys, never their secrets.',
  'keys:write': 'Create, change, rotate and revoke API keys.',
  'sandbox:write': 'Move the clock, cause faults, reset: in a sandbox only.',
}
