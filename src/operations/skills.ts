import { ApiError } from '../core/error.ts'
import { iso } from '../core/instant.ts'
import { nearest } from '../core/nearest.ts'
import type { SkillRow } from '../store/rows.ts'
import type { ReadTx } from '../store/types.ts'
import type { Op } from './call.ts'
import { listPage } from './paging.ts'

/** The skill under its key or any of its aliases, whatever the case. */
export async function findSkill(tx: ReadTx, name: string): Promise<SkillRow | undefined> {
  const [skill] = await tx.find('skills', 'name', name.toLowerCase())
  return skill
}

/** For a skill named in a path. @throws ApiError SKILL_NOT_FOUND */
export async function skillInPath(tx: ReadTx, name: string, param: string): Promise<SkillRow> {
  const skill = await findSkill(tx, name)
  if (skill !== undefined) return skill
  throw new ApiError('SKILL_NOT_FOUND', `There is no skill “${name}”.${await hint(tx, name)}`, { param })
}

/** For a skill named in a body or a filter. @throws ApiError SKILL_UNKNOWN */
export async function skillInInput(tx: ReadTx, name: string, param = 'skill'): Promise<SkillRow> {
  const skill = await findSkill(tx, name)
  if (skill !== undefined) return skill
  throw new ApiError('SKILL_UNKNOWN', `“${name}” is not in the skill catalogue.${await hint(tx, name)}`, {
    param,
    details: { skill: name, suggestions: await suggestions(tx, name) },
  })
}

async function hint(tx: ReadTx, name: string): Promise<string> {
  const [first] = await suggestions(tx, name)
  const list = 'See GET /v1/skills; add one with POST /v1/skills.'
  return first === undefined ? ` ${list}` : ` Did you mean “${first}”? ${list}`
}

async function suggestions(tx: ReadTx, name: string): Promise<string[]> {
  const { rows } = await tx.page('skills', { limit: 1000 })
  const names = new Map(
    rows.flatMap((row) => [row.id, ...row.aliases].map((alias) => [alias.toLowerCase(), row.id])),
  )
  const found = new Set<string>()
  const wanted = name.toLowerCase()
  const near = nearest(wanted, [...names.keys()])
  if (near !== null) found.add(names.get(near) ?? near)
  for (const [alias, key] of names) if (alias.startsWith(wanted) || wanted.startsWith(alias)) found.add(key)
  return [...found].slice(0, 3)
}

function view(skill: SkillRow) {
  return {
    key: skill.id,
    object: 'skill' as const,
    name: skill.name,
    aliases: [...skill.aliases],
    half_life_days: skill.half_life_days,
    created_at: skill.created_at,
  }
}

export const list: Op<'skills', 'list'> = async (tx, input, call) =>
  await listPage(tx, call, input, { table: 'skills', view })

export const get: Op<'skills', 'get'> = async (tx, { key }) => view(await skillInPath(tx, key, 'key'))

export const create: Op<'skills', 'create'> = async (tx, input, call) => {
  for (const name of [input.key, ...input.aliases]) {
    const holder = await findSkill(tx, name)
    if (holder === undefined) continue
    throw new ApiError('SKILL_EXISTS', `“${name}” already names the skill ${holder.id}.`, {
      param: name === input.key ? 'key' : 'aliases',
      details: { existing_skill: holder.id },
    })
  }
  const skill: SkillRow = {
    id: input.key,
    order: call.newId('skl'),
    name: input.name,
    aliases: input.aliases,
    half_life_days: input.half_life_days,
    created_at: iso(call.now),
  }
  await tx.insert('skills', skill)
  return view(skill)
}
