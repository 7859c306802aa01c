import { choices } from '../../sdk/choices.gen.ts'
import { arg, flag, instant, oneOf, text, toggle } from '../flags.ts'
import { json, show, showList } from '../output.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { defaultLimit, limit, pageSize } from './common.ts'
import { send } from './invite-send.ts'
import { results } from './invite-results.ts'
import { accept, cancel, complete, decline, extend, resend, result, start } from './invite-steps.ts'
import { inviteCard, inviteList } from './invite-view.ts'

const filters = { group: 'Filters' }

const list = verb({
  name: 'list',
  summary: 'list invites, newest first',
  flags: {
    status: flag(oneOf('STATUS', choices['invites.list'].status), 'only these', filters),
    email: flag(text('EMAIL'), 'only of this candidate', filters),
    skill: flag(text('SKILL'), 'only for this skill', filters),
    user: flag(text('USER'), 'only of this user', filters),
    externalId: flag(text('ID'), 'only with your own id', filters),
    createdAfter: flag(instant('WHEN'), 'only sent later than this', filters),
    createdBefore: flag(instant('WHEN'), 'only sent earlier than this', filters),
    limit,
  },
  examples: [
    ['skillpass invite list --status pending', 'who has not answered yet'],
    ['skillpass invite list --skill react --limit 200 --json', 'every React invite for a program'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const listing = client.invites.list({
      status: input.status,
      candidate_email: input.email,
      skill: input.skill,
      user_id: input.user,
      external_id: input.externalId,
      created_after: input.createdAfter,
      created_before: input.createdBefore,
      limit: pageSize(input.limit),
    })
    await showList(context, listing, input.limit ?? defaultLimit, inviteList)
  },
})

const get = verb({
  name: 'get',
  summary: 'show one invite and what happened to it',
  about:
    'A terminal shows its timeline: every step with its event and where that was delivered. ' +
    'Events are kept for 30 days, and need the scopes events:read and webhooks:read.',
  args: { id: arg(text('ID'), 'id of the invite') },
  flags: { timeline: toggle('the timeline in a pipe as well, and in --json as "timeline"') },
  examples: [
    ['skillpass invite get inv_01j9z8k7m6n5p4q3r2s1t0v9wx', 'where it stands'],
    [
      'skillpass invite get inv_01j9z8k7m6n5p4q3r2s1t0v9wx --json | jq -r .invite_url',
      'the link of the candidate',
    ],
    [
      'skillpass invite get inv_01j9z8k7m6n5p4q3r2s1t0v9wx --json --timeline | jq .timeline',
      'what happened to it, for a program',
    ],
  ],
  run: async ({ id, timeline: asked }, context) => {
    const client = await context.client()
    const found = await client.invites.get({ id })
    const { io, globals } = context
    const people = io.stdout.tty && !globals.json
    if (globals.quiet || (!asked && !people)) return show(context, found, inviteCard)
    const [{ timelineOf }, { inviteStory }] = await Promise.all([
      import('./invite-timeline.ts'),
      import('./invite-timeline-view.ts'),
    ])
    const timeline = await timelineOf(client, found)
    if (globals.json) return io.out(json({ ...found, timeline: timeline.steps }, io.stdout))
    return show(context, { invite: found, timeline }, inviteStory)
  },
})

export const invite: Noun = {
  name: 'invite',
  summary: 'send invites and walk them to a score',
  verbs: [send, list, get, accept, start, complete, decline, cancel, resend, extend, result, results],
}
