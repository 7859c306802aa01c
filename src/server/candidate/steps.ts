import { invites } from '../../contract/invites.ts'
import { fromText } from '../../contract/query-text.ts'
import type { InputOf, Route } from '../../contract/route.ts'
import { validate } from '../../contract/validate.ts'
import { ApiError } from '../../core/error.ts'
import { nearest } from '../../core/nearest.ts'
import type { Call } from '../../operations/call.ts'
import { operations } from '../../operations/index.ts'
import type { InviteRow, Mode } from '../../store/rows.ts'
import type { Tx } from '../../store/types.ts'
import type { Fields } from './form.ts'

/** A step that a candidate takes on the page: the operation of the API, with what the form says. */
export type Step = (tx: Tx, invite: InviteRow, fields: Fields, call: Call) => Promise<unknown>

/** @returns undefined when the page has no such step. Live, nobody gives themselves a score. */
export function stepNamed(name: string, mode: Mode): Step | undefined {
  return name === 'complete' && mode !== 'sandbox' ? undefined : steps.get(name)
}

const steps: ReadonlyMap<string, Step> = new Map([
  ['accept', async (tx, { id }, _fields, call) => await operations.invites.accept(tx, { id }, call)],
  ['start', async (tx, { id }, _fields, call) => await operations.invites.start(tx, { id }, call)],
  ['decline', decline],
  ['complete', complete],
] satisfies [string, Step][])

async function decline(tx: Tx, { id, status }: InviteRow, fields: Fields, call: Call): Promise<unknown> {
  // The button was pressed twice: what was wanted has happened.
  if (status === 'declined') return undefined
  const input = checked(invites.decline, id, fields, 'A reason can have at most 500 characters.')
  return await operations.invites.decline(tx, input, call)
}

async function complete(tx: Tx, { id }: InviteRow, fields: Fields, call: Call): Promise<unknown> {
  const wanted = 'Give a score from 0 up to the highest possible one, in digits: 86 or 17.5.'
  return await operations.invites.complete(tx, checked(invites.complete, id, fields, wanted), call)
}

/** The form under the same rules as a body sent to the API. @throws ApiError VALIDATION_FAILED */
function checked<R extends Route>(route: R, id: string, fields: Fields, wanted: string): InputOf<R> {
  const body = route.body === undefined ? fields : fromText(route.body, fields)
  const result = validate(route, { params: { id }, query: {}, body }, nearest)
  if (result.ok) return result.input
  throw new ApiError('VALIDATION_FAILED', wanted, { details: result.problems })
}
