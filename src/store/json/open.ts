import { mkdir, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { TableName } from '../rows.ts'
import { StoreOpenError, type Store } from '../types.ts'
import { Compaction } from './compaction.ts'
import { Damage, damaged } from './damage.ts'
import { realDisk, type Disk } from './disk.ts'
import { isRecord } from './json.ts'
import { GroupCommit } from './group-commit.ts'
import { createSegment, firstOf, Journal, segmentName, type JournalEnd } from './journal.ts'
import { takeLock, type Lock } from './lock.ts'
import type { Notice } from './notice.ts'
import { oneState } from './one-state.ts'
import { replay, type History } from './replay.ts'
import { salvage } from './salvage.ts'
import { Snapshot } from './snapshot.ts'
import { State } from './state.ts'
import { MemoryStore } from './store.ts'
import { cutTorn } from './torn.ts'
import { Turns } from '../turns.ts'

export interface JsonStoreOptions {
  /** Made when it is missing, readable by its owner only. */
  readonly dir: string
  readonly onNotice: (notice: Notice) => void
  /** Open a damaged folder with what can be read; the damaged files go aside. Default false: it throws. */
  readonly salvage?: boolean
  /** Bytes of journal below which it is not folded into the snapshot. Default 8 MiB. */
  readonly compactionFloor?: number
  readonly disk?: Disk
}

export interface JsonStore extends Store {
  /** The data folder, absolute. */
  readonly path: string
  /** Tells whoever tries to open the folder too where this process answers. */
  announce(url: string): Promise<void>
  /** How many rows there are. */
  rows(): number
  /** Everything, or these tables and all counters, as changes at one durable state; meanwhile the store goes on. */
  oneState(tables?: readonly TableName[]): AsyncIterable<readonly string[]>
  /** Folds the journal into the snapshot now; answers with the bytes of both before and after. */
  compact(): Promise<{ readonly before: number; readonly after: number }>
}

const COMPACTION_FLOOR = 8 << 20

/**
 * A data folder: `snapshot` and after it `journal-N` segments, held by one process.
 * @throws StoreOpenError
 */
export async function openJsonStore(options: JsonStoreOptions): Promise<JsonStore> {
  const dir = resolve(options.dir)
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const lock = await takeLock(dir)
    return await openLocked(dir, lock, options).catch(async (error: unknown) => {
      await lock.release()
      throw error
    })
  } catch (error) {
    throw asOpenError(error, dir)
  }
}

async function openLocked(dir: string, lock: Lock, options: JsonStoreOptions): Promise<JsonStore> {
  const { onNotice, disk = realDisk, compactionFloor = COMPACTION_FLOOR } = options
  const state = new State()
  const snapshot = new Snapshot(disk, join(dir, 'snapshot'), state)
  const history = await load(dir, state, snapshot, options)
  const journal = await Journal.open(disk, dir, await tidy(dir, disk, history, onNotice))
  const turns = new Turns()
  const commits = new GroupCommit(journal, turns, () => compaction.consider())
  const compaction = new Compaction(
    {
      state,
      turns,
      journal,
      commits,
      snapshot,
      removeSegments: async (base) => removeSegments(disk, dir, base),
      onFailure: (error) => onNotice(compactionFailed(snapshot.path, error)),
      floor: compactionFloor,
    },
    history.bytes,
  )
  return new OpenStore({ dir, lock, state, turns, journal, commits, compaction })
}

async function load(
  dir: string,
  state: State,
  snapshot: Snapshot,
  { salvage: salvaging, onNotice, disk = realDisk }: JsonStoreOptions,
): Promise<History> {
  if (salvaging !== true) return replay(dir, state, await snapshot.read())
  const { history, damages, aside } = await salvage(disk, dir, snapshot, state)
  if (aside !== null) {
    const message = `${damages.join(' ')} What could be read was kept; the damaged files lie in ${aside}.`
    onNotice({ kind: 'salvaged', message, path: aside })
  }
  return history
}

/** Only now, when all of it was read and found good, is anything on disk changed. */
async function tidy(
  dir: string,
  disk: Disk,
  { end, torn, needless }: History,
  onNotice: (notice: Notice) => void,
): Promise<JournalEnd> {
  await disk.remove(join(dir, 'snapshot.tmp'))
  for (const path of needless) await disk.remove(path)
  if (torn !== null) onNotice(await cutTorn(disk, dir, torn, end))
  if (end !== null) return end
  await (await createSegment(disk, dir, 1)).close()
  return { segment: segmentName(1), length: 0, last: 0 }
}

/** Oldest first: a crash in between leaves a row without a gap. */
async function removeSegments(disk: Disk, dir: string, base: number): Promise<void> {
  for (const name of (await readdir(dir)).toSorted()) {
    const first = firstOf(name)
    if (first !== null && first <= base) await disk.remove(join(dir, name))
  }
}

interface OpenParts {
  readonly dir: string
  readonly lock: Lock
  readonly state: State
  readonly turns: Turns
  readonly journal: Journal
  readonly commits: GroupCommit
  readonly compaction: Compaction
}

class OpenStore extends MemoryStore implements JsonStore {
  readonly path: string
  readonly #parts: OpenParts
  #closing: Promise<void> | null = null

  constructor(parts: OpenParts) {
    super(parts.state, parts.turns, parts.commits)
    this.path = parts.dir
    this.#parts = parts
  }

  async announce(url: string): Promise<void> {
    await this.#parts.lock.announce(url)
  }

  rows(): number {
    return Object.values(this.#parts.state.tables).reduce((sum, { size }) => sum + size, 0)
  }

  oneState(tables?: readonly TableName[]): AsyncIterable<readonly string[]> {
    return oneState(this.#parts, tables)
  }

  async compact(): Promise<{ readonly before: number; readonly after: number }> {
    const before = await bytesIn(this.path)
    await this.#parts.compaction.foldNow()
    return { before, after: await bytesIn(this.path) }
  }

  override async close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const { compaction, journal, lock } = this.#parts
    await super.close()
    await compaction.close()
    await journal.close()
    await lock.release()
  }
}

async function bytesIn(dir: string): Promise<number> {
  const names = (await readdir(dir)).filter((name) => name === 'snapshot' || firstOf(name) !== null)
  const sizes = await Promise.all(names.map(async (name) => sizeOf(join(dir, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** A segment may go while others are looked at. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isRecord(error) && error['code'] === 'ENOENT') return 0
    throw error
  }
}

function compactionFailed(path: string, error: unknown): Notice {
  const why = error instanceof Error ? error.message : String(error)
  return { kind: 'compaction_failed', message: `The journal could not be folded into ${path}: ${why}.`, path }
}

function asOpenError(error: unknown, dir: string): unknown {
  if (error instanceof StoreOpenError) return error
  if (error instanceof Damage) return damaged(error, dir)
  if (!isRecord(error) || typeof error['code'] !== 'string') return error
  return new StoreOpenError(
    'unreadable',
    `${dir} cannot be used as a data folder: ${String(error['message'])}.`,
    'Make it readable and writable for this user, with space left, or choose another: dev --data DIR, serve --store json:DIR.',
  )
}
