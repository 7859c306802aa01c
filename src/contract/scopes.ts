/** The scope vocabulary: atoms, and the short names of the source that expand to them. */
export const atoms = [
  'invites:read',
  'invites:write',
  'passports:read',
  'skills:read',
  'skills:verify',
  'users:read',
  'users:write',
  'evidence:read',
  'evidence:write',
  'webhooks:read',
  'webhooks:write',
  'events:read',
  'logs:read',
  'usage:read',
  'keys:read',
  'keys:write',
  'sandbox:write',
] as const

export type Atom = (typeof atoms)[number]

const assess = ['invites:write', 'skills:read'] as const satisfies readonly Atom[]
const verify = ['skills:verify', 'passports:read', 'skills:read'] as const satisfies readonly Atom[]

/** Short names and what each stands for. */
export const scopeNames = {
  read: [
    'invites:read',
    'passports:read',
    'skills:read',
    'users:read',
    'evidence:read',
    'webhooks:read',
    'events:read',
    'usage:read',
  ],
  assess,
  'assess:write': assess,
  verify,
  'verify:read': verify,
  admin: atoms,
} as const satisfies Record<string, readonly Atom[]>
