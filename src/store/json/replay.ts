import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { applyChanges, UnknownChange } from './changes.ts'
import { Damage, tooNew } from './damage.ts'

import { firstOf, segmentName, type JournalEnd } from './journal.ts'
import { decodeLine, eachLine, type RawLine } from './line.ts'
import type { State } from './state.ts'

export interface History {
  /** Where the journal goes on; null: there is none yet. */
  readonly end: JournalEnd | null
  /** What a crash left half-written after the last whole line. */
  readonly torn: { readonly path: string; readonly offset: number; readonly bytes: number } | null
  /** Bytes that a new snapshot would make needless. */
  readonly bytes: number
  /** Segments that the snapshot holds already, and an empty one that a failed rotation left. */
  readonly needless: readonly string[]
}

interface Segment {
  readonly name: string
  readonly path: string
  readonly first: number
  readonly size: number
}

/**
 * Applies every line after the last one that the snapshot holds, and changes nothing on disk. A snapshot
 * whose own number is lost (null) is taken to end where the journal begins.
 * @throws Damage
 */
export async function replay(dir: string, state: State, snapshotBase: number | null): Promise<History> {
  const all = await segmentsIn(dir)
  const base = snapshotBase ?? (all[0]?.first ?? 1) - 1
  const live = all.filter((_, index) => (all[index + 1]?.first ?? Infinity) > base + 1)
  const used: Segment[] = []
  let last = Math.min(base, (live[0]?.first ?? 1) - 1)
  let torn: History['torn'] = null
  for (const [index, segment] of live.entries()) {
    if (used.length > 0 && isLeftover(segment, last)) continue
    if (segment.first !== last + 1) throw gap(segment.path, { at: 1, offset: 0 }, last + 1, segment.first)
    const reader = new SegmentReader(segment, state, last, base)
    await eachLine(segment.path, (line) => reader.read(line))
    torn ??= live.slice(index + 1).every(({ size }) => size === 0) ? reader.torn() : reader.complete()
    last = reader.last
    used.push(segment)
  }
  if (last < base) throw missing(dir, base)
  return {
    end: endOf(used, torn, last),
    torn,
    bytes: used.reduce((sum, { size }) => sum + size, 0),
    needless: all.filter((segment) => !used.includes(segment)).map(({ path }) => path),
  }
}

/** The journal moved on without it: making a new segment failed half-way. */
function isLeftover({ size, first }: Segment, last: number): boolean {
  return size === 0 && first !== last + 1
}

function endOf(used: readonly Segment[], torn: History['torn'], last: number): JournalEnd | null {
  const segment = used.at(-1)
  if (segment === undefined) return null
  const length = torn?.path === segment.path ? torn.offset : segment.size
  return { segment: segment.name, length, last }
}

async function segmentsIn(dir: string): Promise<Segment[]> {
  const segments: Segment[] = []
  for (const name of (await readdir(dir)).toSorted()) {
    const first = firstOf(name)
    if (first === null) continue
    const path = join(dir, name)
    segments.push({ name, path, first, size: (await stat(path)).size })
  }
  return segments
}

class SegmentReader {
  readonly #segment: Segment
  readonly #state: State
  readonly #base: number
  /** The first line that is not whole: the end, when nothing whole follows. */
  #broken: RawLine | null = null
  last: number

  constructor(segment: Segment, state: State, last: number, base: number) {
    this.#segment = segment
    this.#state = state
    this.last = last
    this.#base = base
  }

  read(raw: RawLine): void {
    const line = raw.ended ? decodeLine(raw.bytes) : null
    if (line === null) return this.#notWhole(raw)
    if (this.#broken !== null) throw this.#damage(this.#broken, 'it is broken, and whole lines follow')
    if (line.number !== this.last + 1) throw gap(this.#segment.path, raw, this.last + 1, line.number)
    if (line.number > this.#base) this.#apply(line.content, raw)
    this.last = line.number
  }

  torn(): History['torn'] {
    if (this.#broken === null) return null
    const { path, size } = this.#segment
    return { path, offset: this.#broken.offset, bytes: size - this.#broken.offset }
  }

  /** A segment that another one follows was finished before: nothing of it can be torn. */
  complete(): null {
    if (this.#broken !== null)
      throw this.#damage(this.#broken, 'it ends in the middle, and a later file follows')
    return null
  }

  /** Torn is what a crash leaves: a piece without its newline, or pages of zeros. A bad sum is neither. */
  #notWhole(raw: RawLine): void {
    if (raw.ended && !raw.bytes.includes(0)) {
      throw this.#damage(this.#broken ?? raw, 'its checksum does not match its content')
    }
    this.#broken ??= { ...raw, bytes: Buffer.alloc(0) }
  }

  #apply(content: Buffer, raw: RawLine): void {
    try {
      applyChanges(this.#state, content)
    } catch (error) {
      if (error instanceof UnknownChange) throw tooNew(this.#segment.path)
      throw error instanceof SyntaxError ? this.#damage(raw, 'it is not JSON') : error
    }
  }

  #damage(place: RawLine, what: string): Damage {
    return new Damage(this.#segment.path, place, what)
  }
}

function gap(path: string, place: { at: number; offset: number }, expected: number, found: number): Damage {
  return new Damage(path, place, `transaction ${expected} should follow, but it is number ${found}`)
}

function missing(dir: string, base: number): Damage {
  const path = join(dir, segmentName(base + 1))
  return new Damage(
    path,
    { at: 1, offset: 0 },
    `the snapshot ends at transaction ${base}, and its journal is gone`,
  )
}
