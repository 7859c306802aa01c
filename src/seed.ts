import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { ApiError } from './core/error.ts'
import { SeedError } from './seed/seed-error.ts'
import { readSeed } from './seed/read.ts'
import type { Seed } from './seed/schema.ts'
import { readSource } from './seed/source.ts'
import type { SeedSource } from './seed/source.ts'
import { inviteSteps, Ref, skillStep, userSteps } from './seed/steps.ts'
import type { SeedStep } from './seed/steps.ts'

const fixtures = new URL('../fixtures/', import.meta.url)
const catalogue = ['skills.json', 'catalogue-extra.json'] as const

/** The seeds that come with the package. `empty` has the skills and nobody yet. */
const scenarios = {
  default: [...catalogue, 'personas.json', 'invites.json'],
  empty: catalogue,
} as const

export type ScenarioName = keyof typeof scenarios

export const scenarioNames: readonly ScenarioName[] = ['default', 'empty']

const dayMs = 86_400_000

/**
 * A seed of the package by its name, or else the file at that path. A file without `skills` gets the
 * catalogue of the package.
 * @throws SeedError
 */
export async function loadSeed(name: string): Promise<Seed> {
  if (isScenario(name)) return (await bakedSeed(name)) ?? (await readScenario(name))
  const own = await readSource(name, name)
  const shared = hasSkills(own.value) ? [] : await Promise.all(catalogue.map(fixture))
  return readSeed([...shared, own])
}

/** A scenario read and checked from its fixtures. */
export async function readScenario(name: ScenarioName): Promise<Seed> {
  return readSeed(await Promise.all(scenarios[name].map(fixture)))
}

/** The same, as the build of the package left it: a start need not check again what never changes. */
async function bakedSeed(name: ScenarioName): Promise<Seed | undefined> {
  try {
    return JSON.parse(await readFile(new URL(`baked/${name}.json`, import.meta.url), 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(scenarios, name)
}

function hasSkills(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'skills' in value
}

async function fixture(file: string): Promise<SeedSource> {
  return await readSource(new URL(file, fixtures), file)
}

/**
 * The operations that make the seed, in the order of their instants, none after now. They are the service's
 * own operations run at past instants, so ids, events, results and hash chains come out as if lived through.
 */
export function planSeed(seed: Seed, nowMs: number): SeedStep[] {
  const history = [
    ...seed.users.flatMap((user) => userSteps(user, nowMs)),
    ...seed.invites.flatMap((invite) => inviteSteps(invite, nowMs)),
  ]
  const beginning = history.reduce((earliest, { at }) => Math.min(earliest, at - dayMs), nowMs)
  const skills = seed.skills.map((skill) => skillStep(skill, beginning))
  return [...skills, ...history].toSorted((a, b) => a.at - b.at || rank(a) - rank(b))
}

/** At one instant people come first: others' evidence and invites may name them. */
function rank({ resource, verb }: SeedStep): number {
  return resource === 'users' && verb === 'create' ? 0 : 1
}

/** Runs one operation as if it were `at` and gives what it answers. */
export type RunStep = (
  at: number,
  resource: SeedStep['resource'],
  verb: string,
  input: Readonly<Record<string, unknown>>,
) => Promise<unknown>

/** Runs the plan step by step. @throws SeedError naming the place in the seed that an operation refused. */
export async function runSeed(plan: readonly SeedStep[], run: RunStep): Promise<void> {
  const ids = new Map<string, string>()
  for (const step of plan) {
    const made = await runStep(step, ids, run)
    if (step.ref !== undefined) ids.set(step.ref, named.parse(made).id)
  }
}

const named = z.object({ id: z.string() })

async function runStep(step: SeedStep, ids: ReadonlyMap<string, string>, run: RunStep): Promise<unknown> {
  try {
    return await run(step.at, step.resource, step.verb, resolved(step.input, ids))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const message = `was refused (${step.resource}.${step.verb}): ${error.message}`
    throw new SeedError([{ ...step.origin, message }], undefined, { cause: error })
  }
}

function resolved(
  input: SeedStep['input'],
  ids: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const { id } = input
  if (!(id instanceof Ref)) return input
  const found = ids.get(id.name)
  if (found === undefined) throw new TypeError(`No step before this one made ${id.name}`)
  return { ...input, id: found }
}
