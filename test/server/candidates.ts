import { expectStatus } from '../sandbox.ts'
import { inviteStatuses } from '../../src/contract/invite.ts'
import type { Answer, Ask } from '../http.ts'
import type { Assembled } from './assembled.ts'

/** Invites as their candidates meet them: by the link alone. */

export interface Link {
  readonly id: string
  /** `/i/{token}`. */
  readonly path: string
}

export const states = inviteStatuses
export type State = (typeof states)[number]

const ways: Readonly<Record<State, readonly [verb: string, body?: object][]>> = {
  pending: [],
  accepted: [['accept']],
  in_progress: [['start']],
  completed: [['start'], ['complete', { score: 95 }]],
  declined: [['decline', { reason: 'No time this month' }]],
  expired: [],
  cancelled: [['cancel', { reason: 'Position filled' }]],
}

/** An invite for React that was brought into this state over the API. */
export async function linkTo(
  service: Assembled,
  state: State = 'pending',
  fields: object = {},
): Promise<Link> {
  const body = { candidate_email: 'kim@example.com', skill: 'react', ...fields }
  const made = expectStatus(await service.request('POST', '/v1/assess/invites', { body }), 201)
  const id = made.textAt('id')
  for (const [verb, body = {}] of ways[state]) {
    expectStatus(await service.request('POST', `/v1/assess/invites/${id}/${verb}`, { body }), 200)
  }
  if (state === 'expired') service.advance(7 * 86_400_000)
  return { id, path: new URL(made.textAt('invite_url')).pathname }
}

/** The page, as a browser asks for it. */
export async function see(service: Assembled, path: string): Promise<Answer> {
  return await service.request('GET', path, { key: null, headers: { accept: 'text/html' } })
}

/** A form of the page, as a browser sends it. */
export async function submit(
  service: Assembled,
  path: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Ask['headers'] = {},
): Promise<Answer> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams(fields).toString()
  return await service.request('POST', path, { key: null, body, headers: { ...type, ...headers } })
}

/** Its words alone. */
export function wordsOf(answer: Answer): string {
  return answer.text
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.])/g, '')
}
