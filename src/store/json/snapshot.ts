import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Low, type Adapter } from 'lowdb'
import { applyChanges, UnknownChange } from './changes.ts'
import { Damage, tooNew } from './damage.ts'
import type { Disk, DiskFile } from './disk.ts'
import { isRecord } from './json.ts'
import { decodeLine, eachLine, encodeLine, type Line, type RawLine } from './line.ts'
import type { State } from './state.ts'

/** What a snapshot holds: everything up to a line of the journal, and perhaps parts of what came after. */
interface Image {
  /** The last line of the journal that need not be replayed; null: the place that says so is damaged. */
  readonly base: number | null
  /** Changes, a slice at a time. */
  readonly slices: AsyncIterable<readonly string[]>
}

const VERSION = 1
/** Small portions, lest one long fsync hold up those of the journal. */
const SYNC_EVERY = 8 << 20

/** The snapshot file: read once at the start, replaced whole ever after. The only file that knows lowdb. */
export class Snapshot {
  readonly #low: Low<Image>
  readonly #file: SnapshotFile
  readonly path: string

  constructor(disk: Disk, path: string, state: State) {
    this.path = path
    this.#file = new SnapshotFile(disk, path, state)
    this.#low = new Low<Image>(this.#file, { base: 0, slices: nothing() })
  }

  /** Bytes on disk. */
  get size(): number {
    return this.#file.size
  }

  /**
   * Fills the state; answers with the last line of the journal that it holds.
   * @throws Damage; with `tolerant` it passes over the damaged lines and reports each.
   */
  async read(tolerant?: (damage: Damage) => void): Promise<number | null> {
    this.#file.tolerant = tolerant
    await this.#low.read()
    return this.#low.data.base
  }

  /** `agree` is asked last: when it throws, the snapshot that stands is kept. */
  async write(image: Image, agree: () => Promise<void>): Promise<void> {
    this.#file.agree = agree
    this.#low.data = image
    await this.#low.write()
  }
}

class SnapshotFile implements Adapter<Image> {
  readonly #disk: Disk
  readonly #path: string
  readonly #state: State
  tolerant: ((damage: Damage) => void) | undefined
  agree: () => Promise<void> = async () => undefined
  size = 0

  constructor(disk: Disk, path: string, state: State) {
    this.#disk = disk
    this.#path = path
    this.#state = state
  }

  async read(): Promise<Image | null> {
    const found = await stat(this.#path).catch(absent)
    if (found === null) return null
    const reader = new SnapshotReader(this.#path, this.#state, this.tolerant)
    await eachLine(this.#path, (line) => reader.read(line))
    this.size = found.size
    return { base: reader.end(found.size), slices: nothing() }
  }

  async write(image: Image): Promise<void> {
    const temporary = `${this.#path}.tmp`
    try {
      const size = await this.#stream(temporary, image)
      await this.agree()
      await this.#disk.rename(temporary, this.#path)
      this.size = size
    } catch (error) {
      await this.#disk.remove(temporary)
      throw error
    }
    await this.#disk.syncFolder(dirname(this.#path))
  }

  async #stream(path: string, { base, slices }: Image): Promise<number> {
    const file = await this.#disk.open(path, 'w')
    try {
      const writer = new SnapshotWriter(file)
      await writer.add([`snapshot ${VERSION} ${base ?? 0}`])
      for await (const changes of slices) await writer.add(changes)
      return await writer.end()
    } finally {
      await file.close()
    }
  }
}

class SnapshotWriter {
  readonly #file: DiskFile
  #line = 0
  #length = 0
  #synced = 0

  constructor(file: DiskFile) {
    this.#file = file
  }

  async add(lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(lines.map((line) => encodeLine((this.#line += 1), line)).join(''))
    await this.#file.write(bytes, this.#length)
    this.#length += bytes.length
    if (this.#length - this.#synced > SYNC_EVERY) await this.#sync()
  }

  async end(): Promise<number> {
    await this.add([endMark(this.#line + 1)])
    await this.#sync()
    return this.#length
  }

  async #sync(): Promise<void> {
    await this.#file.sync()
    this.#synced = this.#length
  }
}

class SnapshotReader {
  readonly #path: string
  readonly #state: State
  readonly #tolerant: ((damage: Damage) => void) | undefined
  #base: number | null = null
  #at = 0
  #complete = false

  constructor(path: string, state: State, tolerant: ((damage: Damage) => void) | undefined) {
    this.#path = path
    this.#state = state
    this.#tolerant = tolerant
  }

  read(raw: RawLine): void {
    this.#at = raw.at
    const line = raw.ended ? decodeLine(raw.bytes) : null
    if (line === null) return this.#damaged(raw, 'its checksum does not match its content')
    if (line.number !== raw.at) this.#damaged(raw, `line ${line.number} stands here`)
    if (this.#complete) return this.#damaged(raw, 'it stands after the end')
    if (line.number === 1) this.#base = this.#header(line.content.toString())
    else if (isEndMark(line)) this.#complete = true
    else this.#apply(line.content)
  }

  end(size: number): number | null {
    if (!this.#complete) this.#damaged({ at: this.#at + 1, offset: size }, 'the end is missing')
    return this.#base
  }

  #header(text: string): number {
    const base = new RegExp(`^snapshot ${VERSION} (\\d+)$`).exec(text)?.[1]
    if (base === undefined) throw tooNew(this.#path)
    return Number(base)
  }

  #apply(content: Buffer): void {
    try {
      applyChanges(this.#state, content)
    } catch (error) {
      throw error instanceof UnknownChange ? tooNew(this.#path) : error
    }
  }

  #damaged(place: { at: number; offset: number }, what: string): void {
    const damage = new Damage(this.#path, place, what)
    if (this.#tolerant === undefined) throw damage
    this.#tolerant(damage)
  }
}

function endMark(line: number): string {
  return `end of ${line}`
}

function isEndMark({ number, content }: Line): boolean {
  return content.length < 30 && content.toString() === endMark(number)
}

async function* nothing(): AsyncGenerator<readonly string[], void, undefined> {}

function absent(error: unknown): null {
  if (isRecord(error) && error['code'] === 'ENOENT') return null
  throw error
}
