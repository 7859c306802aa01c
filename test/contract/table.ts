import { deliveries } from '../../src/contract/deliveries.ts'
import { eventDeliveryRows } from '../../src/contract/events-delivery.ts'
import { rows } from '../../src/contract/index.ts'
import { logStreamRows } from '../../src/contract/logs-stream.ts'
import type { Route } from '../../src/contract/route.ts'
import { sandboxClockRows } from '../../src/contract/sandbox-clock.ts'
import { sandboxFaultRows } from '../../src/contract/sandbox-faults.ts'
import { sandboxMailRows } from '../../src/contract/sandbox-mail.ts'
import { sandboxTriggerRows } from '../../src/contract/sandbox-trigger.ts'
import { webhooks } from '../../src/contract/webhooks.ts'

export interface TableRow {
  readonly name: string
  readonly resource: string
  readonly verb: string
  readonly route: Route
}

const written: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  events: eventDeliveryRows,
  logs: logStreamRows,
  webhooks,
  deliveries,
  sandbox: { ...sandboxClockRows, ...sandboxTriggerRows, ...sandboxFaultRows, ...sandboxMailRows },
}

/** Every row that is written, whether the index lists it already or not: what is true of one is true of all. */
export const table: readonly TableRow[] = [...rows(), ...unlisted()]

function unlisted(): TableRow[] {
  const listed = new Set(rows().map(({ name }) => name))
  return Object.entries(written)
    .flatMap(([resource, verbs]) =>
      Object.entries(verbs).map(([verb, route]) => ({ name: `${resource}.${verb}`, resource, verb, route })),
    )
    .filter(({ name }) => !listed.has(name))
}

/** The row at that address. @throws when there is none */
export function rowAt(name: string): Route {
  const row = table.find((one) => one.name === name)
  if (row === undefined) throw new Error(`No row ${name}`)
  return row.route
}
