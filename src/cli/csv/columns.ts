import { withGuess } from '../nearest.ts'
import type { Problem } from './problem.ts'

const fields = ['email', 'name', 'skill', 'expires', 'external_id'] as const
type Field = (typeof fields)[number]

const known = [...fields, 'metadata.<key>']
const metadataPrefix = 'metadata.'

/** Where the values of a row stand: the place of each field, and of each metadata key. */
export interface Columns {
  readonly count: number
  readonly fields: ReadonlyMap<Field, number>
  readonly metadata: ReadonlyMap<string, number>
  /** Places without a name: their values must be empty. */
  readonly nameless: readonly number[]
}

interface Found {
  readonly fields: Map<Field, number>
  readonly metadata: Map<string, number>
}

/** What the heading means, or everything that is wrong with it. */
export function columnsOf(
  heading: readonly string[],
  line: number,
): { readonly columns: Columns; readonly problems: readonly Problem[] } {
  const found: Found = { fields: new Map(), metadata: new Map() }
  const nameless: number[] = []
  const problems: Problem[] = []
  for (const [at, title] of heading.entries()) {
    const message = title === '' ? null : settle(title, at, found)
    if (title === '') nameless.push(at)
    if (message !== null) problems.push({ line, column: title, message })
  }
  if (!found.fields.has('email') && problems.length === 0)
    problems.push({
      line,
      column: null,
      message: `there is no column "email". Columns: ${known.join(', ')}.`,
    })
  return { columns: { count: heading.length, ...found, nameless }, problems }
}

function settle(title: string, at: number, found: Found): string | null {
  const key = metadataKey(title)
  const field = fields.find((name) => name === plainName(title))
  if (key === null && field === undefined) return unknown(title)
  const isTaken = key === null ? field !== undefined && found.fields.has(field) : found.metadata.has(key)
  if (isTaken) return 'stands here twice.'
  if (key !== null) found.metadata.set(key, at)
  else if (field !== undefined) found.fields.set(field, at)
  return null
}

/** The key keeps its case: it is the caller's own. */
function metadataKey(title: string): string | null {
  const key = title.slice(metadataPrefix.length).trim()
  return title.toLowerCase().startsWith(metadataPrefix) && key !== '' ? key : null
}

/** `External ID`, `externalId` and `external-id` are all `external_id`. */
function plainName(title: string): string {
  return title
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
}

function unknown(title: string): string {
  return withGuess(`is not a column here (${known.join(', ')}).`, { given: plainName(title), known })
}
