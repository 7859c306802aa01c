import type { Atom } from '../../contract/scopes.ts'
import type { Surface } from '../io.ts'
import { examples, page, paragraph, section } from '../page.ts'
import type { Row } from '../page.ts'

type Thing<A> = A extends `${infer T}:${string}` ? T : never

const things: Readonly<Record<Thing<Atom>, string>> = {
  invites: 'invites and results; sending and every step',
  passports: 'passports',
  skills: 'the catalogue; single skills and batches',
  users: 'people; adding skills too',
  evidence: 'what passports rest on',
  webhooks: 'endpoints and deliveries',
  events: 'what happened',
  logs: 'requests that were answered',
  usage: 'counts by day and key',
  keys: 'keys; never more than you hold yourself',
  sandbox: 'clock, faults, reset, mail; everything only a sandbox has',
}

/** `skillpass help scopes`. */
export async function scopes(surface: Surface): Promise<string> {
  const { atoms, scopeNames } = await import('../../contract/scopes.ts')
  return page([
    'Scopes: what a key may do.',
    paragraph(
      'Give a key the least it needs. :write includes :read. A refusal (exit 4) says which scope was missing.',
      surface,
    ),
    section('Short names', shortNames(scopeNames, atoms.length), surface),
    section('Single scopes', singles(atoms), surface),
    examples(
      'Examples',
      [
        ['skillpass key create shop --scopes assess,events:read', 'sends invites, follows them'],
        ['skillpass key create gate --scopes verify --expires 90d', 'only reads passports'],
      ],
      surface,
    ),
  ])
}

/** Names for the same scopes share a row. */
function shortNames(names: Readonly<Record<string, readonly Atom[]>>, all: number): Row[] {
  const rows = new Map<readonly Atom[], string[]>()
  for (const [name, members] of Object.entries(names)) rows.set(members, [...(rows.get(members) ?? []), name])
  return [...rows].map(([members, same]): Row => {
    return [same.join(', '), members.length === all ? 'everything' : members.join(' ')]
  })
}

function singles(atoms: readonly Atom[]): Row[] {
  return Object.entries(things).map(([thing, meaning]): Row => {
    const own = atoms.filter((atom) => atom.startsWith(`${thing}:`)).map((atom) => atom.slice(thing.length))
    return [`${thing}${own.join(' ')}`, meaning]
  })
}
