import { choices } from '../../sdk/choices.gen.ts'
import { arg, day, decimal, flag, needed, oneOf, text } from '../flags.ts'
import { show, showList } from '../output.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { defaultLimit, idempotencyKey, limit, once, pageSize } from './common.ts'
import { evidenceCard, evidenceList } from './evidence-view.ts'
import { skills, users } from './picks.ts'

const id = arg(text('ID'), 'id of the entry')
const user = arg(text('USER'), 'id of the user', { pick: users })
const filters = { group: 'Filters' }
const sample = 'evd_01j9z8k7m6n5p4q3r2s1t0v9wx'

const list = verb({
  name: 'list',
  summary: 'list the evidence of a user, newest first',
  args: { user },
  flags: {
    skill: flag(text('SKILL'), 'only for this skill', filters),
    type: flag(oneOf('TYPE', choices['evidence.list'].type), 'only of this type', filters),
    status: flag(oneOf('STATUS', choices['evidence.list'].status), 'only these', filters),
    limit,
  },
  examples: [
    ['skillpass evidence list usr_alex --skill react', 'what a score rests on'],
    ['skillpass evidence list usr_alex --status disputed --json', 'open disputes'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const { user: of, skill, type, status } = input
    const listing = client.evidence.list({ id: of, skill, type, status, limit: pageSize(input.limit) })
    const view = evidenceList(context.io.stdout, skill !== undefined)
    await showList(context, listing, input.limit ?? defaultLimit, view)
  },
})

const session = { group: 'A session' }
const assessment = { group: 'An assessment' }
const endorsement = { group: 'An endorsement' }

const add = verb({
  name: 'add',
  summary: 'record a session, an assessment or an endorsement',
  args: { user },
  flags: {
    type: needed(oneOf('TYPE', choices['evidence.create'].type), 'what it is'),
    skill: needed(text('SKILL'), 'key or alias of the skill', { pick: skills }),
    on: flag(day('DATE'), 'when it happened, never in the future (default today)'),
    summary: flag(text('TEXT'), 'what happened'),
    url: flag(text('URL'), 'where to read more'),
    source: flag(text('NAME'), 'the system it comes from'),
    idempotencyKey,
    rating: flag(decimal('N'), '0 to 5', session),
    partner: flag(text('ID'), 'with whom', session),
    score: flag(decimal('N'), 'points reached', assessment),
    max: flag(decimal('N'), 'points possible (default 100)', assessment),
    endorser: flag(text('USER'), 'the user who gives it', endorsement),
    endorserTier: flag(
      oneOf('TIER', choices['evidence.create'].endorser_tier),
      'imported: tier of the endorser',
      endorsement,
    ),
    endorserName: flag(text('NAME'), 'imported: name of the endorser', endorsement),
  },
  examples: [
    ['skillpass evidence add usr_alex --type session --skill react --rating 4.5', 'a rated session'],
    [
      'skillpass evidence add usr_alex --type endorsement --skill react --endorser usr_react',
      'a colleague vouches',
    ],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const entry = await client.evidence.create(
      {
        id: input.user,
        type: input.type,
        skill: input.skill,
        occurred_on: input.on,
        summary: input.summary,
        url: input.url,
        source: input.source,
        rating: input.rating,
        partner_id: input.partner,
        score: input.score,
        max_score: input.max,
        endorser_id: input.endorser,
        endorser_tier: input.endorserTier,
        endorser_name: input.endorserName,
      },
      once(input),
    )
    await show(context, entry, evidenceCard)
  },
})

const get = verb({
  name: 'get',
  summary: 'show one entry',
  args: { id },
  examples: [
    [`skillpass evidence get ${sample}`, 'what it says and whether it counts'],
    [`skillpass evidence get ${sample} --json | jq -r .hash`, 'its place in the chain'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.evidence.get({ id: input.id }), evidenceCard)
  },
})

const dispute = verb({
  name: 'dispute',
  summary: 'question an entry: it stops counting until resolved',
  args: { id },
  flags: { reason: flag(text('TEXT'), 'why, kept with the entry'), idempotencyKey },
  examples: [
    [`skillpass evidence dispute ${sample} --reason "Wrong person"`, 'with a reason'],
    ['skillpass evidence list usr_alex --status disputed', 'what is open'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const entry = await client.evidence.dispute({ id: input.id, reason: input.reason }, once(input))
    await show(context, entry, evidenceCard)
  },
})

const resolve = verb({
  name: 'resolve',
  summary: 'settle a dispute',
  args: { id },
  flags: {
    outcome: needed(oneOf('OUTCOME', choices['evidence.resolve'].outcome), 'it counts again, or never will'),
    idempotencyKey,
  },
  examples: [
    [`skillpass evidence resolve ${sample} --outcome upheld`, 'it was right'],
    [`skillpass evidence resolve ${sample} --outcome revoked`, 'it was not'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const entry = await client.evidence.resolve({ id: input.id, outcome: input.outcome }, once(input))
    await show(context, entry, evidenceCard)
  },
})

const revoke = verb({
  name: 'revoke',
  summary: 'take an entry back for ever',
  args: { id },
  flags: { reason: needed(text('TEXT'), 'why, kept with the entry'), idempotencyKey },
  examples: [
    [`skillpass evidence revoke ${sample} --reason "Recorded twice"`, 'it never counts again'],
    ['skillpass evidence list usr_alex --status revoked', 'what was taken back'],
  ],
  approval: ({ id: name }) => ({ step: `Revoke the evidence ${name} for ever`, weight: 'moderate', name }),
  run: async (input, context) => {
    const client = await context.client()
    const entry = await client.evidence.revoke({ id: input.id, reason: input.reason }, once(input))
    await show(context, entry, evidenceCard)
  },
})

export const evidence: Noun = {
  name: 'evidence',
  summary: 'what a passport rests on',
  verbs: [list, add, get, dispute, resolve, revoke],
}
