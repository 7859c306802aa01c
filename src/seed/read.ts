import { pointerTo } from './origin.ts'
import type { Placed } from './origin.ts'
import { inspect } from './problems.ts'
import { SeedError, type SeedProblem } from './seed-error.ts'
import { findProblems } from './references.ts'
import { seedFile } from './schema.ts'
import type { Seed } from './schema.ts'
import type { SeedSource } from './source.ts'

/** Several files make one seed. @throws SeedError with the problems of all of them. */
export function readSeed(sources: readonly SeedSource[]): Seed {
  const reads = sources.map(({ file, value }) => ({ file, ...inspect(seedFile(), value, file) }))
  refuse(reads.flatMap((read) => ('problems' in read ? read.problems : [])))
  const files = reads.filter((read) => 'value' in read)
  const seed: Seed = {
    skills: files.flatMap(({ file, value }) => placed(file, 'skills', value.skills)),
    users: files.flatMap(({ file, value }) => placed(file, 'users', value.users)),
    invites: files.flatMap(({ file, value }) => placed(file, 'invites', value.invites)),
  }
  refuse(findProblems(seed))
  return seed
}

function refuse(problems: readonly SeedProblem[]): void {
  if (problems.length > 0) throw new SeedError(problems)
}

function placed<T>(file: string, list: string, values: readonly T[] = []): Placed<T>[] {
  return values.map((value, place) => ({ origin: { file, pointer: pointerTo([list, place]) }, value }))
}
