// Generated from the contract table by scripts/generate-sdk.mjs. Do not edit.

/** What a field of an operation takes, where that is one of a fixed set. */
export const choices = {
  'invites.list': {
    status: ['pending', 'accepted', 'in_progress', 'completed', 'declined', 'expired', 'cancelled'],
  },
  'invites.create': { if_exists: ['create', 'return', 'error'] },
  'verify.skill': { evidence: ['counts', 'chain'] },
  'verify.batch': {
    min_tier: [
      'T0',
      'T1',
      'T2',
      'T3',
      'T4',
      'T5',
      'unrated',
      'novice',
      'competent',
      'proficient',
      'advanced',
      'expert',
    ],
  },
  'users.list': { status: ['active', 'suspended', 'erased'] },
  'users.update': { status: ['active', 'suspended'] },
  'evidence.list': {
    type: ['session', 'assessment', 'endorsement'],
    status: ['valid', 'disputed', 'revoked'],
  },
  'evidence.create': {
    type: ['session', 'assessment', 'endorsement'],
    endorser_tier: [
      'T0',
      'T1',
      'T2',
      'T3',
      'T4',
      'T5',
      'unrated',
      'novice',
      'competent',
      'proficient',
      'advanced',
      'expert',
    ],
  },
  'evidence.resolve': { outcome: ['upheld', 'revoked'] },
  'events.list': {
    type: [
      'invite.created',
      'invite.accepted',
      'invite.declined',
      'invite.cancelled',
      'invite.expired',
      'assessment.started',
      'assessment.completed',
      'passport.updated',
      'skill.tier_changed',
      'webhook.test',
    ],
  },
  'keys.create': { tier: ['free', 'standard', 'scale'] },
  'keys.update': { tier: ['free', 'standard', 'scale'] },
  'logs.list': { method: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] },
  'sandbox.reset': { seed: ['default', 'empty'] },
} as const
