import { clean, fenced } from '../clean.ts'
import type { Environment } from '../config.ts'
import { readUserConfig } from '../user-config.ts'
import { isPlainName } from './plain-name.ts'
import type { Candidate } from './shape.ts'

export async function profileNames({ configDir }: Environment): Promise<Candidate[]> {
  const { profiles } = await readUserConfig(configDir)
  return profiles
    .filter(({ name }) => isPlainName(name))
    .map(({ name, baseUrl, mode }) => ({ value: name, about: fenced(clean(`${mode}, ${baseUrl}`)) }))
}
