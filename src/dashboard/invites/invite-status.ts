import type { Output } from '../../contract/index.ts'

export type Invite = Output<'invites', 'get'>

export const statuses: readonly Invite['status'][] = [
  'pending',
  'accepted',
  'in_progress',
  'completed',
  'declined',
  'expired',
  'cancelled',
]

/** Whether the candidate has still to begin. */
export function isOpen(status: Invite['status']): boolean {
  return status === 'pending' || status === 'accepted'
}
