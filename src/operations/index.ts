import type { Operations } from './call.ts'
import * as deliveries from './deliveries.ts'
import * as documents from './documents.ts'
import * as errors from './errors.ts'
import * as events from './events.ts'
import * as evidence from './evidence.ts'
import * as invites from './invites.ts'
import * as keys from './keys.ts'
import * as logs from './logs.ts'
import * as me from './me.ts'
import * as results from './results.ts'
import * as sandbox from './sandbox.ts'
import * as skills from './skills.ts'
import * as usage from './usage.ts'
import * as users from './users.ts'
import * as verify from './verify.ts'
import * as webhooks from './webhooks.ts'

/** Every operation under the address of its row. A missing one, or one of another shape, does not compile. */
export const operations = {
  deliveries,
  documents,
  errors,
  events,
  evidence,
  invites,
  keys,
  logs,
  me,
  results,
  sandbox,
  skills,
  usage,
  users,
  verify,
  webhooks,
} satisfies Operations
