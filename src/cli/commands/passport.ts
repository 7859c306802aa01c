import { choices } from '../../sdk/choices.gen.ts'
import type { Context } from '../context.ts'
import { arg, args, day, flag, oneOf, text, toggle } from '../flags.ts'
import { json, note, show, showItems } from '../output.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { check } from './passport-check.ts'
import { diff } from './passport-diff.ts'
import { verdictsOf } from './passport-verdicts.ts'
import { passportLines, standingCard, verdictList } from './passport-view.ts'
import { skills, users } from './picks.ts'

const user = arg(text('USER'), 'id of the user', { pick: users })
const skill = arg(text('SKILL'), 'key or alias of the skill', { pick: skills })
const asOf = flag(day('DATE'), 'as it is on that day, up to ten years ahead (default today)')
const tier = oneOf('TIER', choices['verify.batch'].min_tier)

const get = verb({
  name: 'get',
  summary: 'show everything a person can do, on one screen',
  args: { user },
  flags: { asOf, all: toggle('every skill, not only the strongest twenty') },
  examples: [
    ['skillpass passport get usr_alex', 'a bar for every skill'],
    ['skillpass passport get usr_alex --as-of 2027-06-30', 'what will be left by then'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const passport = await client.verify.passport({ userId: input.user, as_of: input.asOf })
    const { io, globals } = context
    if (globals.json || globals.quiet || !io.stdout.tty) return show(context, passport, passportLines)
    const [{ backgroundOf }, { passportScreen }] = await Promise.all([
      import('./passport-background.ts'),
      import('./passport-screen.ts'),
    ])
    const background = await backgroundOf(client, passport, input.asOf)
    const portrait = { passport, background: background ?? new Map(), whole: input.all }
    await show(context, { ...portrait, dated: input.asOf !== undefined }, passportScreen)
    if (background === null)
      await note(context, 'Since when, and why not verified: only for a key with the scope skills:verify.')
  },
})

const skillVerb = verb({
  name: 'skill',
  summary: 'verify one skill of a person',
  args: { user, skill },
  flags: {
    asOf,
    evidence: flag(oneOf('FORM', choices['verify.skill'].evidence), 'counts by type, or every entry'),
  },
  examples: [
    ['skillpass passport skill usr_alex react', 'tier, score, how long it holds'],
    ['skillpass passport skill usr_alex react --evidence chain --json', 'every entry with its hashes'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const { user: userId, skill: skillKey, asOf: as_of, evidence } = input
    const standing = await client.verify.skill({ userId, skillKey, as_of, evidence })
    const { io, globals } = context
    const isChain = 'length' in standing.evidence
    if (!isChain || globals.json || globals.quiet) return show(context, standing, standingCard)
    if (io.stdout.tty) await show(context, standing, standingCard)
    const { evidenceList } = await import('./evidence-view.ts')
    const entries = 'length' in standing.evidence ? standing.evidence : []
    return showItems(context, entries, evidenceList(io.stdout, true))
  },
})

const explain = verb({
  name: 'explain',
  summary: 'say in plain words where a score comes from',
  args: { user, skill },
  flags: { asOf },
  examples: [
    ['skillpass passport explain usr_alex react', 'the answer to "why is it 84?"'],
    ['skillpass passport explain usr_alex react --json | jq .parts', 'points by type of evidence'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const { user: userId, skill: skillKey, asOf: as_of } = input
    const asked = { userId, skillKey, as_of }
    const { explained, explanationForPeople, explanationForPrograms } = await import('./passport-explain.ts')
    const { io, globals } = context
    if (globals.json || globals.quiet || !io.stdout.tty)
      return show(context, await client.verify.explain(asked), explanationForPrograms)
    return show(context, await explained(client, asked), explanationForPeople)
  },
})

const batch = verb({
  name: 'batch',
  summary: 'verify many people at once',
  about: 'More than a hundred are asked for in several calls. "-" reads the ids from stdin, one a line.',
  args: { users: args(text('USER'), 'ids, or - for stdin') },
  flags: {
    skill: flag(text('SKILL'), 'this skill (default: the strongest of each)'),
    minTier: flag(tier, 'tell who has at least this'),
    asOf,
  },
  examples: [
    ['skillpass passport batch usr_alex usr_react --skill react', 'side by side'],
    ['skillpass passport batch - --skill react --min-tier T3 --json < ids.txt', 'a whole file'],
  ],
  run: async (input, context) => {
    const ids = input.users.includes('-') ? await idsFrom(input.users, context) : [...input.users]
    const client = await context.client()
    const question = { skill: input.skill, min_tier: input.minTier, as_of: input.asOf }
    const results = await verdictsOf(ids, question, client)
    const verified = results.filter((item) => item.verified).length
    const notFound = results.filter((item) => item.error !== null).length
    if (context.globals.json) {
      const whole = { object: 'batch', results, total: results.length, verified, not_found: notFound }
      return context.io.out(json(whole, context.io.stdout))
    }
    await showItems(context, results, verdictList)
    return note(context, `${results.length} asked for, ${verified} verified, ${notFound} not found`)
  },
})

async function idsFrom(given: readonly string[], { io }: Context): Promise<string[]> {
  const read = (await io.input()).split('\n').map((line) => line.trim())
  return given.flatMap((id) => (id === '-' ? read.filter((line) => line !== '') : [id]))
}

export const passport: Noun = {
  name: 'passport',
  summary: 'read, explain and check what people can do',
  verbs: [get, skillVerb, explain, diff, check, batch],
}
