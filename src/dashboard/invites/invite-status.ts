import type { Output } from '../../contract/index.ts'
import { choices } from '../../sdk/choices.gen.ts'

export type Invite = Output<'invites', 'get'>

export const { status: statuses } = choices['invites.list']

/** Whether the candidate has still to begin. */
export function isOpen(status: Invite['status']): boolean {
  return status === 'pending' || status === 'accepted'
}
