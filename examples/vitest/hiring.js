import { webhooks } from 'skillpass'

/** The code under test: what a hiring system does with skillpass. */

export async function screen(client, email) {
  const invite = await client.invites.create({ candidate_email: email, skill: 'react', if_exists: 'return' })
  return invite.id
}

/** Takes the raw body of a webhook; answers with the candidate to call, if there is one. */
export function receive(rawBody, headers, secret) {
  const event = webhooks.verify(rawBody, headers, secret)
  return event.event === 'assessment.completed' && event.passed ? event.user_id : null
}
