import { clean, fenced } from '../clean.ts'
import type { Environment } from '../config.ts'
import { readUserConfig } from '../user-config.ts'
import type { Candidate } from './shape.ts'

const plainName = /^[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,63}$/

export async function profileNames({ configDir }: Environment): Promise<Candidate[]> {
  const { profiles } = await readUserConfig(configDir)
  return profiles
    .filter(({ name }) => plainName.test(name))
    .map(({ name, baseUrl, mode }) => ({ value: name, about: fenced(clean(`${mode}, ${baseUrl}`)) }))
}
