import { arg, BadValue, decimal, flag, many, needed, pair, text, toggle, until } from '../flags.ts'
import type { Kind } from '../flags.ts'
import { show } from '../output.ts'
import { verb } from '../verb.ts'
import { idempotencyKey, once } from './common.ts'
import { expiry } from './invite-send.ts'
import { inviteCard, resultCard } from './invite-view.ts'

const id = arg(text('ID'), 'id of the invite')
const reason = flag(text('TEXT'), 'why, kept with the invite')
const sample = 'inv_01j9z8k7m6n5p4q3r2s1t0v9wx'

export const accept = verb({
  name: 'accept',
  summary: 'accept an invite, as its candidate would',
  about: 'Links the user with the address of the candidate, or creates one.',
  args: { id },
  flags: { idempotencyKey },
  examples: [
    [`skillpass invite accept ${sample}`, 'play the candidate'],
    [`skillpass invite accept ${sample} --json | jq -r .user_id`, 'the user it belongs to now'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.invites.accept({ id: input.id }, once(input)), inviteCard)
  },
})

export const start = verb({
  name: 'start',
  summary: 'start the assessment of an invite',
  about: 'A pending invite is accepted first. From here the time limit counts.',
  args: { id },
  flags: { idempotencyKey },
  examples: [
    [`skillpass invite start ${sample}`, 'the clock runs'],
    [`skillpass invite start ${sample} --json | jq -r .due_at`, 'until when'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.invites.start({ id: input.id }, once(input)), inviteCard)
  },
})

interface Section {
  readonly name: string
  readonly score: number
  readonly max_score?: number
}

/** `hooks=18/20`, or `hooks=18` of a hundred. */
const sectionKind: Kind<Section> = {
  placeholder: 'NAME=N/MAX',
  parse: (given) => {
    const [name, numbers] = pair('NAME=N/MAX').parse(given)
    const [score = '', max] = numbers.split('/')
    if (!/^\d+(\.\d+)?(\/\d+(\.\d+)?)?$/.test(numbers)) throw new BadValue(`takes name=18/20, not "${given}"`)
    return { name, score: Number(score), ...(max === undefined ? {} : { max_score: Number(max) }) }
  },
}

export const complete = verb({
  name: 'complete',
  summary: 'hand in the score of a started assessment',
  args: { id },
  flags: {
    score: needed(decimal('N'), 'points reached'),
    max: flag(decimal('N'), 'points possible (default 100)'),
    section: many(sectionKind, 'points of one section'),
    idempotencyKey,
  },
  examples: [
    [`skillpass invite complete ${sample} --score 86`, '86 of 100'],
    [`skillpass invite complete ${sample} --score 38 --max 45 --section hooks=18/20`, 'with a section'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const { id: invite, score, max, section } = input
    const sections = section.length === 0 ? undefined : [...section]
    const done = await client.invites.complete({ id: invite, score, max_score: max, sections }, once(input))
    await show(context, done, inviteCard)
  },
})

export const decline = verb({
  name: 'decline',
  summary: 'decline an invite, as its candidate would',
  args: { id },
  flags: { reason, idempotencyKey },
  examples: [
    [`skillpass invite decline ${sample}`, 'no thank you'],
    [`skillpass invite decline ${sample} --reason "No time this month"`, 'and why'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(
      context,
      await client.invites.decline({ id: input.id, reason: input.reason }, once(input)),
      inviteCard,
    )
  },
})

export const cancel = verb({
  name: 'cancel',
  summary: 'take an invite back',
  args: { id },
  flags: { reason, force: toggle('even while the candidate is taking the assessment'), idempotencyKey },
  examples: [
    [`skillpass invite cancel ${sample} --reason "Position filled"`, 'the link stops working'],
    [`skillpass invite cancel ${sample} --force`, 'in the middle of the assessment'],
  ],
  approval: ({ id: name }) => ({ step: `Cancel the invite ${name}`, weight: 'moderate', name }),
  run: async (input, context) => {
    const client = await context.client()
    const { id: invite, reason: why, force } = input
    await show(
      context,
      await client.invites.cancel({ id: invite, reason: why, force }, once(input)),
      inviteCard,
    )
  },
})

export const resend = verb({
  name: 'resend',
  summary: 'mail the link again and grant its time once more',
  args: { id },
  flags: { idempotencyKey },
  examples: [
    [`skillpass invite resend ${sample}`, 'the mail got lost'],
    [
      'skillpass invite list --status pending --quiet | xargs -r -n 1 skillpass invite resend',
      'all that wait',
    ],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.invites.resend({ id: input.id }, once(input)), inviteCard)
  },
})

export const extend = verb({
  name: 'extend',
  summary: 'give an invite more time',
  args: { id },
  flags: { expires: needed(until('WHEN'), 'the new end: 7d from now, or an instant'), idempotencyKey },
  examples: [
    [`skillpass invite extend ${sample} --expires 14d`, 'two weeks from now'],
    [`skillpass invite extend ${sample} --expires 36h --json | jq -r .expires_at`, 'and when it ends now'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(
      context,
      await client.invites.extend({ id: input.id, ...expiry(input.expires) }, once(input)),
      inviteCard,
    )
  },
})

export const result = verb({
  name: 'result',
  summary: 'show the result of a completed invite',
  args: { id },
  examples: [
    [`skillpass invite result ${sample}`, 'score, verdict and what it did to the passport'],
    [`skillpass invite result ${sample} --json | jq .percent`, 'one number'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.invites.result({ id: input.id }), resultCard)
  },
})
