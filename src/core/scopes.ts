import { atoms, scopeNames } from '../contract/scopes.ts'
import type { Atom } from '../contract/scopes.ts'
import { nearest } from './nearest.ts'

export interface UnknownScope {
  readonly name: string
  readonly suggestion: string | null
}

export type Expansion =
  | { readonly ok: true; readonly permissions: readonly Atom[] }
  | { readonly ok: false; readonly unknown: readonly UnknownScope[] }

const atomsByName: ReadonlyMap<string, Atom> = new Map(atoms.map((atom) => [atom, atom]))
const shortNames: ReadonlyMap<string, readonly Atom[]> = new Map(
  Object.entries(scopeNames).map(([name, members]) => [name, withImplied(members)]),
)
const everyName = [...shortNames.keys(), ...atoms]

/** The sorted atoms behind names of either vocabulary, or the names that are in neither. */
export function expand(names: readonly string[]): Expansion {
  const held = new Set<Atom>()
  const unknown: UnknownScope[] = []
  for (const name of names) {
    const members = atomsOf(name)
    if (members === null) unknown.push({ name, suggestion: nearest(name, everyName) })
    else for (const atom of members) held.add(atom)
  }
  return unknown.length > 0 ? { ok: false, unknown } : { ok: true, permissions: [...held].toSorted() }
}

export function holds(permissions: readonly Atom[], needed: readonly Atom[]): boolean {
  return needed.every((atom) => permissions.includes(atom))
}

/** The needed atoms that are not held. */
export function missing(permissions: readonly Atom[], needed: readonly Atom[]): Atom[] {
  return needed.filter((atom) => !permissions.includes(atom))
}

/** Whether `wanted` reaches beyond what the caller holds. */
export function escalates(callerPermissions: readonly Atom[], wanted: readonly Atom[]): boolean {
  return !holds(callerPermissions, wanted)
}

/** What to grant, in both vocabularies: the atoms, then every short name that holds all of them. */
export function spellings(needed: readonly Atom[]): string[] {
  const names = [...shortNames].filter(([, members]) => holds(members, needed)).map(([name]) => name)
  return [...needed, ...names]
}

function atomsOf(name: string): readonly Atom[] | null {
  const atom = atomsByName.get(name)
  return atom === undefined ? (shortNames.get(name) ?? null) : withImplied([atom])
}

/** Whoever may write may read. */
function withImplied(members: readonly Atom[]): readonly Atom[] {
  const all = new Set(members)
  for (const member of members) {
    const reading = atomsByName.get(member.replace(/:write$/, ':read'))
    if (reading !== undefined) all.add(reading)
  }
  return [...all]
}
