import { deliveries } from './deliveries.ts'
import { documents } from './documents.ts'
import { errors } from './error-rows.ts'
import { eventDeliveryRows } from './events-delivery.ts'
import { events } from './events.ts'
import { evidence } from './evidence.ts'
import { invites } from './invites.ts'
import { keys } from './keys.ts'
import { logStreamRows } from './logs-stream.ts'
import { logs } from './logs.ts'
import { me } from './me.ts'
import { results } from './results.ts'
import type { InputOf, OutputOf, RequestOf, Route } from './route.ts'
import { sandboxClockRows } from './sandbox-clock.ts'
import { sandboxFaultRows } from './sandbox-faults.ts'
import { sandboxMailRows } from './sandbox-mail.ts'
import { sandboxTriggerRows } from './sandbox-trigger.ts'
import { sandbox } from './sandbox.ts'
import { skills } from './skills.ts'
import { usage } from './usage.ts'
import { users } from './users.ts'
import { verify } from './verify.ts'
import { webhooks } from './webhooks.ts'

/** THE table: every operation of the service, by resource and verb. */
export const contract = {
  invites,
  results,
  verify,
  users,
  evidence,
  skills,
  events: { ...events, ...eventDeliveryRows },
  webhooks,
  deliveries,
  keys,
  logs: { ...logs, ...logStreamRows },
  usage,
  me,
  errors,
  sandbox: {
    ...sandbox,
    ...sandboxClockRows,
    ...sandboxFaultRows,
    ...sandboxMailRows,
    ...sandboxTriggerRows,
  },
  documents,
} as const satisfies Record<string, Record<string, Route>>

export type Contract = typeof contract
export type Resource = keyof Contract
export type Verb<R extends Resource> = keyof Contract[R]

type At<R extends Resource, V extends Verb<R>> = Contract[R][V] extends infer Row extends Route ? Row : never

export type Input<R extends Resource, V extends Verb<R>> = InputOf<At<R, V>>
export type Request<R extends Resource, V extends Verb<R>> = RequestOf<At<R, V>>
export type Output<R extends Resource, V extends Verb<R>> = OutputOf<At<R, V>>

export interface Row {
  /** `invites.create`: the one address of an operation everywhere. */
  readonly name: string
  readonly resource: Resource
  readonly verb: string
  readonly route: Route
}

/** The table as a list, in its order. */
export function rows(): Row[] {
  const list: Row[] = []
  for (const [resource, verbs] of Object.entries(contract)) {
    for (const [verb, route] of Object.entries(verbs)) {
      list.push({ name: `${resource}.${verb}`, resource: resource as Resource, verb, route })
    }
  }
  return list
}
