import { emailKey } from '../core/email.ts'
import { within } from './origin.ts'
import type { Origin, Placed } from './origin.ts'
import { didYouMean } from './problems.ts'
import type { SeedProblem } from './seed-error.ts'
import type { EvidenceSeed, InviteSeed, Seed, SkillSeed, UserSeed } from './schema.ts'

/** What no single field shows: names taken twice, names that lead nowhere, an order that cannot have been. */
export function findProblems(seed: Seed): SeedProblem[] {
  const skills = new Set<string>()
  const ids = new Set(seed.users.map(({ value }) => value.id))
  return [
    ...seed.skills.flatMap((skill) => skillProblems(skill, skills)),
    ...takenTwice(seed.users, 'id', (user) => user.id),
    ...takenTwice(seed.users, 'email', (user) => (user.email === undefined ? null : emailKey(user.email))),
    ...seed.users.flatMap((user) => userProblems(user, skills, ids)),
    ...seed.invites.flatMap((invite) => inviteProblems(invite, skills, ids)),
  ]
}

/** Adds the names of the skill to those that are known. */
function skillProblems({ origin, value }: Placed<SkillSeed>, known: Set<string>): SeedProblem[] {
  const own = new Set([value.key, ...value.aliases].map((name) => name.toLowerCase()))
  const taken = [...own].filter((name) => known.has(name))
  for (const name of own) known.add(name)
  return taken.map((name) => problem(origin, `uses the name "${name}", which another skill has already`))
}

function takenTwice(
  users: Seed['users'],
  field: 'id' | 'email',
  nameOf: (user: UserSeed) => string | null,
): SeedProblem[] {
  const holders = new Map<string, Origin>()
  return users.flatMap(({ origin, value }) => {
    const name = nameOf(value)
    if (name === null) return []
    const holder = holders.get(name)
    if (holder === undefined) holders.set(name, origin)
    return holder === undefined
      ? []
      : [problem(within(origin, field), `is already that of ${holder.pointer}`)]
  })
}

function userProblems(
  { origin, value: user }: Placed<UserSeed>,
  skills: ReadonlySet<string>,
  ids: ReadonlySet<string>,
): SeedProblem[] {
  return user.evidence.flatMap((entry, place) => {
    const here = within(origin, 'evidence', place)
    return [
      ...unknownSkill(here, entry.skill, skills),
      ...unknownUser(within(here, 'endorser_id'), entry.endorser_id, ids),
      ...withOneself(here, user, entry),
      ...tooEarly(here, entry),
    ]
  })
}

function inviteProblems(
  { origin, value }: Placed<InviteSeed>,
  skills: ReadonlySet<string>,
  ids: ReadonlySet<string>,
): SeedProblem[] {
  return [
    ...unknownSkill(origin, value.skill, skills),
    ...unknownUser(within(origin, 'user_id'), value.user_id, ids),
  ]
}

function unknownSkill(origin: Origin, name: string, known: ReadonlySet<string>): SeedProblem[] {
  if (known.has(name.toLowerCase())) return []
  return [
    problem(
      within(origin, 'skill'),
      `names "${name}", which is not among the skills${didYouMean(name, known)}`,
    ),
  ]
}

function unknownUser(origin: Origin, id: string | undefined, known: ReadonlySet<string>): SeedProblem[] {
  if (id === undefined || known.has(id)) return []
  return [problem(origin, `names "${id}", who is not among the users${didYouMean(id, known)}`)]
}

function withOneself(origin: Origin, user: UserSeed, entry: EvidenceSeed): SeedProblem[] {
  const fields = ['endorser_id', 'partner_id'] as const
  return fields
    .filter((field) => entry[field] === user.id)
    .map((field) => problem(within(origin, field), 'must be somebody else: nobody vouches for themselves'))
}

function tooEarly(origin: Origin, entry: EvidenceSeed): SeedProblem[] {
  const fields = ['dispute', 'revoke'] as const
  return fields.flatMap((field) => {
    const told = entry[field]
    if (typeof told !== 'object' || told.days_ago <= entry.days_ago) return []
    return [
      problem(within(origin, field, 'days_ago'), `must be at most ${entry.days_ago}, the age of the entry`),
    ]
  })
}

function problem(origin: Origin, message: string): SeedProblem {
  return { ...origin, message }
}
