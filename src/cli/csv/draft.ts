import { inviteDraft } from '../../contract/invite-bodies.ts'
import type { Request } from '../../contract/index.ts'
import { findingOf, phraseFor } from '../../contract/messages.ts'
import type { Finding } from '../../contract/problems.ts'
import { ApiError } from '../../core/error.ts'
import { iso } from '../../core/instant.ts'
import { checkExpiry } from '../../core/invite.ts'
import { UsageError } from '../failure.ts'
import { BadValue, until } from '../flags.ts'
import type { Until } from '../flags.ts'
import type { Columns } from './columns.ts'
import type { Problem } from './problem.ts'

export type Draft = Request<'invites', 'create'>

/** What the flags say: for every row, or for those that leave it empty. */
export interface Defaults {
  readonly skill: string | undefined
  readonly expires: Until | undefined
  readonly metadata: Readonly<Record<string, string>>
  readonly rest: Pick<Draft, 'time_limit_seconds' | 'redirect_url' | 'send_email' | 'if_exists'>
}

/** The invite that a row asks for, checked by the service's own rules. */
export function draftOf(
  cells: readonly string[],
  columns: Columns,
  defaults: Defaults,
): { readonly draft: Draft; readonly problems: readonly Omit<Problem, 'line'>[] } {
  const value = (name: Parameters<Columns['fields']['get']>[0]) =>
    filled(cells[columns.fields.get(name) ?? -1])
  const expiry = expiryOf(value('expires'), defaults.expires)
  const metadata = metadataOf(cells, columns, defaults)
  const draft: Draft = {
    candidate_email: value('email') ?? '',
    skill: value('skill') ?? defaults.skill ?? '',
    ...expiry.fields,
    candidate_name: value('name'),
    external_id: value('external_id'),
    metadata,
    ...defaults.rest,
  }
  const own = ownColumns(cells, columns)
  const found = findings(draft).map((finding) => placed(finding, own))
  return { draft, problems: [...(expiry.problem === null ? [] : [expiry.problem]), ...found] }
}

function filled(cell: string | undefined): string | undefined {
  return cell === '' ? undefined : cell
}

const when = until('WHEN')

interface Expiry {
  readonly fields: Pick<Draft, 'expires_at' | 'expires_in'>
  readonly problem: Omit<Problem, 'line'> | null
}

function expiryOf(cell: string | undefined, flag: Until | undefined): Expiry {
  try {
    const given = cell === undefined ? flag : when.parse(cell)
    if (given === undefined) return { fields: {}, problem: null }
    if ('at' in given) return { fields: { expires_at: given.at }, problem: null }
    // An instant is for the service to judge: its clock may be another one.
    checkExpiry(iso(0), iso(given.in * 1_000))
    return { fields: { expires_in: given.in }, problem: null }
  } catch (error) {
    const message = expiryFault(error)
    if (cell === undefined) throw new UsageError(`--expires ${message}`)
    return { fields: {}, problem: { column: 'expires', message } }
  }
}

function expiryFault(error: unknown): string {
  if (error instanceof ApiError) return 'must be 60 seconds to 90 days.'
  if (error instanceof BadValue) return `${error.message}.`
  throw error
}

function metadataOf(cells: readonly string[], columns: Columns, { metadata }: Defaults) {
  const own = [...columns.metadata].flatMap(([key, at]) => {
    const cell = filled(cells[at])
    return cell === undefined ? [] : [[key, cell] as const]
  })
  const whole = { ...metadata, ...Object.fromEntries(own) }
  return Object.keys(whole).length === 0 ? undefined : whole
}

const fieldOf: Readonly<Record<string, string>> = {
  candidate_email: 'email',
  candidate_name: 'name',
  expires_at: 'expires',
  expires_in: 'expires',
}

/** The columns a row fills: what comes from elsewhere is a flag's. */
function ownColumns(cells: readonly string[], columns: Columns): ReadonlySet<string> {
  const named = [
    ...columns.fields,
    ...[...columns.metadata].map(([key, at]) => [`metadata.${key}`, at] as const),
  ]
  return new Set(named.flatMap(([name, at]) => (filled(cells[at]) === undefined ? [] : [name])))
}

function findings(draft: Draft): readonly Finding[] {
  const schema = inviteDraft()
  if (schema.safeParse(draft).success) return []
  // Again for the words: asking for them at once slows every good row down.
  const parsed = schema.safeParse(draft, { error: phraseFor, reportInput: true })
  return (parsed.error?.issues ?? []).map(findingOf)
}

function placed({ path, phrase }: Finding, own: ReadonlySet<string>): Omit<Problem, 'line'> {
  const [root, ...rest] = path.map(String)
  const column = [fieldOf[root ?? ''] ?? root, ...rest].join('.')
  const message = `${phrase}.`
  if (own.has(column)) return { column, message }
  if (column === 'email') return { column, message: 'is empty.' }
  if (column === 'skill') return { column, message: 'is empty, and there is no --skill.' }
  if (column === 'metadata') return { column, message }
  throw new UsageError(`--${(root ?? '').replace('_seconds', '').replaceAll('_', '-')} ${message}`)
}
