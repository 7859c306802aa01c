import { z } from 'zod'
import { instant, list, page, reference, skillKey, text } from './formats.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

const halfLife = once(() =>
  z.union([z.literal(180), z.literal(365), z.literal(730)], {
    error: (issue) => (issue.input === undefined ? undefined : 'must be 180, 365 or 730'),
  }),
)

export const skill = once(() =>
  z
    .strictObject({
      key: skillKey(),
      object: z.literal('skill'),
      name: z.string(),
      aliases: z.array(z.string()).describe('Other names that input accepts, in any case.'),
      half_life_days: halfLife().describe('Days after which evidence counts half.'),
      created_at: instant(),
    })
    .meta({ id: 'Skill', title: 'Skill' }),
)

export const skills = {
  list: route({
    method: 'GET',
    path: '/v1/skills',
    summary: 'List the skill catalogue',
    description: 'Newest first.',
    access: ['skills:read'],
    query: () => z.strictObject(page()),
    responses: () => ({ 200: list(skill()) }),
    errors: [],
    example: { query: { limit: '100' } },
  }),
  create: route({
    method: 'POST',
    path: '/v1/skills',
    summary: 'Add a skill to the catalogue',
    access: ['users:write'],
    body: () =>
      z.strictObject({
        key: skillKey().describe('The name in every answer, such as `react`.'),
        name: text(100).describe('The name for people, such as `React`.'),
        aliases: z
          .array(text(64))
          .max(20)
          .default([])
          .describe('Other names that input accepts, in any case.'),
        half_life_days: halfLife()
          .default(365)
          .describe('Days after which evidence counts half: 180, 365 or 730.'),
      }),
    responses: () => ({ 201: skill() }),
    location: '/v1/skills/{key}',
    errors: ['SKILL_EXISTS'],
    example: { body: { key: 'zig', name: 'Zig', aliases: ['ziglang'], half_life_days: 365 } },
  }),
  get: route({
    method: 'GET',
    path: '/v1/skills/{key}',
    summary: 'Get a skill',
    access: ['skills:read'],
    params: () => z.strictObject({ key: reference().describe('Key or alias, in any case.') }),
    responses: () => ({ 200: skill() }),
    errors: ['SKILL_NOT_FOUND'],
    example: { params: { key: 'react' } },
  }),
}
