import type { Output } from '../../contract/index.ts'
import { card, headline, told } from '../card.ts'
import { arg, BadValue, flag, many, needed, text } from '../flags.ts'
import type { Kind } from '../flags.ts'
import { show, showList } from '../output.ts'
import type { ListView, View } from '../output.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { moment } from '../when.ts'
import { defaultLimit, idempotencyKey, limit, once, pageSize } from './common.ts'

type Skill = Output<'skills', 'get'>

const skills: ListView<Skill> = {
  things: 'skills',
  quiet: (one) => one.key,
  columns: [
    { title: 'Key', cell: (one) => one.key, least: 10 },
    { title: 'Name', cell: (one) => one.name, least: 10 },
    {
      title: 'Half-life',
      cell: (one) => `${one.half_life_days} days`,
      raw: (one) => String(one.half_life_days),
      drop: 1,
    },
    {
      title: 'Also called',
      cell: (one) => one.aliases.join(', '),
      raw: (one) => one.aliases.join(','),
      least: 12,
      drop: 2,
    },
  ],
}

const skillCard: View<Skill> = {
  quiet: (one) => one.key,
  text: (one, surface) => {
    const { tty, paint } = surface
    const body = card(
      [
        ['Key', tty ? null : one.key],
        ['Name', tty ? null : one.name],
        ['Half-life', `${one.half_life_days} days`, String(one.half_life_days)],
        ['Also called', one.aliases.length === 0 ? null : told(one.aliases.join(', '))],
        ['Created', moment(one.created_at, surface)],
      ],
      surface,
    )
    const name = told(one.name) ?? one.key
    return tty ? `${headline(paint.strong(name), name.length, one.key, surface)}\n\n${body}` : body
  },
}

const list = verb({
  name: 'list',
  summary: 'list the catalogue',
  flags: { limit },
  examples: [
    ['skillpass skill list', 'keys, names and other names'],
    ['skillpass skill list --quiet', 'keys only'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await showList(
      context,
      client.skills.list({ limit: pageSize(input.limit) }),
      input.limit ?? defaultLimit,
      skills,
    )
  },
})

const get = verb({
  name: 'get',
  summary: 'show one skill',
  args: { key: arg(text('SKILL'), 'key or alias, in any case') },
  examples: [
    ['skillpass skill get react', 'by key'],
    ['skillpass skill get C++ --json', 'by another name'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.skills.get({ key: input.key }), skillCard)
  },
})

type HalfLife = Skill['half_life_days']
const halfLives: readonly HalfLife[] = [180, 365, 730]

const halfLife: Kind<HalfLife> = {
  placeholder: 'DAYS',
  choices: halfLives.map(String),
  parse: (given) => {
    const found = halfLives.find((days) => String(days) === given)
    if (found === undefined) throw new BadValue(`takes ${halfLives.join(', ')}, not "${given}"`)
    return found
  },
}

const add = verb({
  name: 'add',
  summary: 'add a skill to the catalogue',
  args: { key: arg(text('KEY'), 'its name in every answer: a-z, 0-9 and -') },
  flags: {
    name: needed(text('NAME'), 'its name for people'),
    alias: many(text('NAME'), 'another name that input accepts'),
    halfLife: flag(halfLife, 'days after which evidence counts half (default 365)'),
    idempotencyKey,
  },
  examples: [
    ['skillpass skill add zig --name Zig --alias ziglang', 'with another name'],
    ['skillpass skill add abap --name ABAP --half-life 730', 'what is forgotten slowly'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const { key, name, alias, halfLife: half_life_days } = input
    const made = await client.skills.create({ key, name, aliases: [...alias], half_life_days }, once(input))
    await show(context, made, skillCard)
  },
})

export const skill: Noun = { name: 'skill', summary: 'the catalogue of skills', verbs: [list, get, add] }
