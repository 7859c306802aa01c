/** Go's names for the names of the contract. */

const initialisms = new Map(
  ['API', 'DNS', 'HTTP', 'ID', 'IP', 'MS', 'SCI', 'TLS', 'UID', 'URL'].map((word) => [
    word.toLowerCase(),
    word,
  ]),
)
initialisms.set('openapi', 'OpenAPI')
initialisms.set('ids', 'IDs')

/** `user_id`, `skillKey`, `invite.created` → `UserID`, `SkillKey`, `InviteCreated`. */
export function exported(name) {
  return wordsOf(name)
    .map((word) => initialisms.get(word) ?? word[0].toUpperCase() + word.slice(1))
    .join('')
}

/** The same for a parameter of a method: `userID`. */
export function local(name) {
  const [first, ...rest] = wordsOf(name)
  return first + rest.map(exported).join('')
}

function wordsOf(name) {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
}

/** Names of Go for schemas of the document, where theirs says something else in Go. */
const components = { ErrorCode: 'ErrorDescription' }

export function componentName(name) {
  return components[name] ?? exported(name)
}

/** What the parameters of a resource are called after. */
const singular = {
  invites: 'Invite',
  results: 'Result',
  users: 'User',
  skills: 'Skill',
  events: 'Event',
  webhooks: 'Webhook',
  deliveries: 'Delivery',
  keys: 'Key',
  logs: 'Log',
  errors: 'Error',
  documents: 'Document',
}

export function paramsName(resource, verb) {
  return `${singular[resource] ?? exported(resource)}${exported(verb)}Params`
}

/** Objects that stand inside others, by where they stand first. The rest is named after their place. */
export const inlineNames = {
  'Clock.next': 'ClockDue',
  'Clock.happened': 'ClockDue',
  'DeliveryWithAttempts.attempts': 'DeliveryAttempt',
  'DeliveryWithAttempts.attempts.request': 'DeliveryRequest',
  'DeliveryWithAttempts.attempts.response': 'DeliveryResponse',
  'ErrorCode.example': 'ErrorExample',
  'ErrorCode.example.steps': 'ErrorExampleStep',
  'KeyUsage.by_day': 'KeyUsageDay',
  'Result.sections': 'ResultSection',
  'SkillExplanation.parts': 'ExplanationParts',
  'SkillExplanation.contributions': 'Contribution',
  'invites.complete.sections': 'InviteCompleteSection',
  'keys.create.rate_limit': 'KeyRateLimitParams',
  'sandbox.trigger.data': 'SandboxTriggerData',
}

/** Fixed sets of values, by name: the first place gives the values, the others take part of them. */
export const enumNames = {
  Mode: ['ApiKey.mode'],
  KeyTier: ['ApiKey.tier'],
  KeyStatus: ['ApiKey.status'],
  Permission: ['ApiKey.permissions'],
  Tier: ['PassportSkill.tier', 'verify.batch.min_tier', 'evidence.create.endorser_tier'],
  TierLabel: ['PassportSkill.tierLabel'],
  UnmetCondition: ['SkillVerification.unmet'],
  UserStatus: ['User.status', 'users.update.status', 'Passport.status'],
  DueKind: ['Clock.next.kind'],
  TierDirection: ['SkillTierChangedEvent.direction'],
  EventType: ['events.list.type'],
  IfExists: ['invites.create.if_exists'],
  EvidenceDetail: ['verify.skill.evidence'],
  DisputeOutcome: ['evidence.resolve.outcome'],
  HeldDeliveries: ['webhooks.enable.held'],
  ListenerFailure: ['webhooks.results.error'],
  Seed: ['sandbox.reset.seed'],
}

/** Sets that are something else in Go. */
export const knownSets = {
  'BatchItem.error': 'ErrorCode',
  'Fault.method': 'string',
  'logs.list.method': 'string',
  'logs.stream.method': 'string',
  'sandbox.addFault.method': 'string',
}

/** Fields whose type is written by hand, or wider than `int` may be on a 32-bit machine. */
export const fieldTypes = {
  'SkillVerification.evidence': 'SkillEvidence',
  'Clock.offset_seconds': 'int64',
  'ErrorCode.code': 'ErrorCode',
}
export const wideFields = new Set(['sequence'])
