import { expect } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { minute, type Api } from './api.ts'

export const statuses = [
  'pending',
  'accepted',
  'in_progress',
  'completed',
  'declined',
  'expired',
  'cancelled',
] as const
export type Status = (typeof statuses)[number]

const ways: Record<Status, readonly [verb: string, body?: object][]> = {
  pending: [],
  accepted: [['accept']],
  in_progress: [['start']],
  completed: [['start'], ['complete', { score: 50 }]],
  declined: [['decline']],
  expired: [],
  cancelled: [['cancel']],
}

/** An invite that came into this status the way that candidates and companies bring it there. */
export async function inviteThatIs(api: Api, status: Status, fields: Record<string, unknown> = {}) {
  const { id } = await api.invite({ ...(status === 'expired' && { expires_in: 60 }), ...fields })
  for (const [verb, body] of ways[status]) await api.step(id, verb, body)
  if (status === 'expired') api.pass(minute)
  const invite = await api.ok(contract.invites.get, `/v1/assess/invites/${id}`)
  expect(invite.status).toBe(status)
  return invite
}
