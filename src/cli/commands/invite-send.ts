import { choices } from '../../sdk/choices.gen.ts'
import { SkillpassError } from '../../sdk/errors.ts'
import type { Context } from '../context.ts'
import { PartlyDone, UsageError } from '../failure.ts'
import { args, duration, flag, many, needed, oneOf, pair, text, toggle, until } from '../flags.ts'
import type { Until } from '../flags.ts'
import { note, show, showItems } from '../output.ts'
import { verb } from '../verb.ts'
import { idempotencyKey, once, record } from './common.ts'
import { inviteCard, inviteList } from './invite-view.ts'
import type { Invite } from './invite-view.ts'

const single = { group: 'For one candidate' }

export const send = verb({
  name: 'send',
  summary: 'invite candidates to an assessment',
  args: { emails: args(text('EMAIL'), 'address of each candidate') },
  flags: {
    skill: needed(text('SKILL'), 'what to assess, by key or alias'),
    expires: flag(until('WHEN'), 'when the invite ends: 36h, 7d or an instant (default 7d)'),
    timeLimit: flag(duration('TIME'), 'time for the assessment once started'),
    metadata: many(pair('KEY=VALUE'), 'a label of your own'),
    redirectUrl: flag(text('URL'), 'where the candidate goes afterwards'),
    noEmail: toggle('do not mail the link'),
    ifExists: flag(oneOf('WAY', choices['invites.create'].if_exists), 'with an open invite for the same'),
    name: flag(text('NAME'), 'name of the candidate', single),
    user: flag(text('USER'), 'the user this is for', single),
    externalId: flag(text('ID'), 'your own id of this invite', single),
    idempotencyKey: { ...idempotencyKey, group: single.group },
  },
  examples: [
    ['skillpass invite send kim@example.com --skill react', 'one candidate, seven days'],
    [
      'skillpass invite send a@example.com b@example.com --skill python --expires 36h --if-exists return',
      'several, safely again',
    ],
  ],
  run: async (input, context) => {
    const only = Object.entries(onlyForOne).filter(([key]) => Reflect.get(input, key) !== undefined)
    if (input.emails.length > 1 && only.length > 0) {
      throw new UsageError(`${only.map(([, name]) => name).join(', ')}: for one candidate at a time.`)
    }
    const client = await context.client()
    const common = {
      skill: input.skill,
      ...expiry(input.expires),
      time_limit_seconds: input.timeLimit,
      metadata: record(input.metadata),
      redirect_url: input.redirectUrl,
      send_email: !input.noEmail,
      if_exists: input.ifExists,
      candidate_name: input.name,
      user_id: input.user,
      external_id: input.externalId,
    }
    const sent: Invite[] = []
    for (const candidate_email of input.emails) {
      const call = client.invites.create({ ...common, candidate_email }, once(input))
      const { data, response } = await call.withResponse().catch((error) => failedAfter(sent, error, context))
      if (response.status === 200)
        await note(context, `${candidate_email} has an open invite already: shown as it is.`)
      sent.push(data)
    }
    const [first] = sent
    return sent.length === 1 && first !== undefined
      ? show(context, first, inviteCard)
      : showItems(context, sent, inviteList)
  },
})

const onlyForOne = {
  name: '--name',
  user: '--user',
  externalId: '--external-id',
  idempotencyKey: '--idempotency-key',
}

export function expiry(given: Until | undefined): { expires_at?: string; expires_in?: number } {
  if (given === undefined) return {}
  return 'at' in given ? { expires_at: given.at } : { expires_in: given.in }
}

/** What went out before the failure must not be lost with it: told as data, or inside the one error line. */
async function failedAfter(sent: readonly Invite[], error: unknown, context: Context): Promise<never> {
  if (sent.length === 0 || !(error instanceof SkillpassError)) throw error
  if (!context.globals.json) {
    await showItems(context, sent, inviteList)
    throw error
  }
  const details = {
    sent: sent.map(({ id, candidate_email: email }) => ({ id, email })),
    problem: error.details,
  }
  throw new PartlyDone(error, details)
}
