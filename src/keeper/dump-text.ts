import { createHash } from 'node:crypto'
import type { TableName } from '../store/rows.ts'
import { parseChange, rowOf } from './change-line.ts'
import type { Changes } from './digest.ts'

/** The first line of a dump. */
export interface DumpHeader {
  readonly format: 'skillpass-store'
  readonly version: 1
  /** The version of skillpass that wrote it. */
  readonly skillpass: string
  readonly created_at: string
}

/** The last line of a dump: a file without it was cut off. */
export interface DumpTrailer {
  readonly end: 'skillpass-store'
  /** Rows by table; tables without any are left out. */
  readonly counts: Readonly<Partial<Record<TableName, number>>>
  /** Over every line before this one, each with its newline, hex. */
  readonly sha256: string
}

/** The file is no dump, not a whole one, or of a version that this one does not know. */
export class DumpError extends Error {
  override readonly name = 'DumpError'
}

export function dumpHeader(skillpass: string, now: number): DumpHeader {
  return { format: 'skillpass-store', version: 1, skillpass, created_at: new Date(now).toISOString() }
}

/** The text of a dump: header, one change a line, trailer. */
export async function* dumpText(
  header: DumpHeader,
  changes: Changes,
  onRows: (count: number) => void,
): AsyncGenerator<string, DumpTrailer, undefined> {
  const tally = new Tally()
  yield tally.add(`${JSON.stringify(header)}\n`)
  for await (const lines of changes) {
    for (const line of lines) tally.count(line)
    yield tally.add(lines.map((line) => `${line}\n`).join(''))
    onRows(lines.length)
  }
  const trailer = tally.end()
  yield `${JSON.stringify(trailer)}\n`
  return trailer
}

/**
 * The changes of a dump. Only at its end is it known to be whole: what reads it for the first time must not act on it.
 * @throws DumpError
 */
export async function* changesOf(lines: Changes): AsyncGenerator<readonly string[], DumpTrailer, undefined> {
  const tally = new Tally()
  let trailer: DumpTrailer | null = null
  let headed = false
  for await (const slice of lines) {
    const changes: string[] = []
    for (const line of slice) {
      if (trailer !== null) throw new DumpError('something stands after its end')
      if (!headed) readHeader(line)
      else if (line.startsWith('{')) {
        trailer = readTrailer(line)
        continue
      } else changes.push(line)
      tally.add(`${line}\n`)
      if (headed) tally.count(line)
      headed = true
    }
    if (changes.length > 0) yield changes
  }
  if (trailer === null)
    throw new DumpError(headed ? 'it was cut off: its last line is missing' : 'it is empty')
  if (trailer.sha256 !== tally.end().sha256) throw new DumpError('its content is not what was written')
  return trailer
}

class Tally {
  readonly #hash = createHash('sha256')
  readonly #counts = new Map<TableName, number>()

  add(text: string): string {
    this.#hash.update(text)
    return text
  }

  /** @throws SyntaxError, UnknownChange */
  count(line: string): void {
    const change = parseChange(line)
    if (change.kind !== 'put') return
    this.#counts.set(change.table, (this.#counts.get(change.table) ?? 0) + 1)
  }

  end(): DumpTrailer {
    const sha256 = this.#hash.digest('hex')
    return { end: 'skillpass-store', counts: Object.fromEntries(this.#counts), sha256 }
  }
}

function readHeader(line: string): void {
  const { format, version } = members(line)
  if (format !== 'skillpass-store') throw new DumpError('it is no backup of a store')
  if (version !== 1) throw new DumpError('a newer version of skillpass wrote it')
}

function readTrailer(line: string): DumpTrailer {
  const { end, counts, sha256 } = members(line)
  const isWhole = end === 'skillpass-store' && typeof sha256 === 'string'
  if (!isWhole || typeof counts !== 'object' || counts === null)
    throw new DumpError('its last line is damaged')
  return { end, counts: { ...counts }, sha256 }
}

function members(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** Reads all of a dump and keeps nothing: it is whole, and every row in it can be read. @throws DumpError */
export async function verifyDump(lines: Changes): Promise<DumpTrailer> {
  const changes = changesOf(lines)
  for (;;) {
    const step = await changes.next()
    if (step.done === true) return step.value
    for (const line of step.value) {
      const change = parseChange(line)
      if (change.kind === 'put') rowOf(change.table, change.json)
    }
  }
}
