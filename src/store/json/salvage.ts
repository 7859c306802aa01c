import { copyFile, mkdir, readdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Damage } from './damage.ts'
import type { Disk } from './disk.ts'
import { isRecord } from './json.ts'
import { createSegment, firstOf } from './journal.ts'
import { replay, type History } from './replay.ts'
import { slicesOf } from './slices.ts'
import type { Snapshot } from './snapshot.ts'
import type { State } from './state.ts'
import { Turns } from '../turns.ts'

export interface Salvaged {
  readonly history: History
  /** What was found, in words. */
  readonly damages: readonly string[]
  /** Where the damaged files went; null when nothing was damaged. */
  readonly aside: string | null
}

/**
 * Opens what can be opened: of the snapshot every line whose checksum holds, of the journal everything
 * before its first damage. What is changed or given up lies in a folder beside it, as it was.
 */
export async function salvage(disk: Disk, dir: string, snapshot: Snapshot, state: State): Promise<Salvaged> {
  const aside = new Aside(dir)
  const damages: string[] = []
  for (;;) {
    const inSnapshot: string[] = []
    state.clear()
    const base = await snapshot.read((damage) => inSnapshot.push(damage.message))
    const history = await replay(dir, state, base).catch((error: unknown) => asDamage(error))
    if (history instanceof Damage) {
      damages.push(history.message)
      await cutJournal(disk, dir, history, aside)
      continue
    }
    if (inSnapshot.length > 0) await renewSnapshot(snapshot, state, history, aside)
    return { history, damages: [...inSnapshot, ...damages], aside: aside.folder }
  }
}

function asDamage(error: unknown): Damage {
  if (error instanceof Damage) return error
  throw error
}

/** The last segments go first: whatever interrupts this leaves a journal that is damaged in the same place. */
async function cutJournal(disk: Disk, dir: string, damage: Damage, aside: Aside): Promise<void> {
  const damaged = basename(damage.path)
  const names = (await readdir(dir)).filter((name) => firstOf(name) !== null && name >= damaged).toSorted()
  for (const name of names.toReversed()) {
    if (name !== damaged || damage.offset === 0) await aside.move(name)
  }
  if (damage.offset > 0) {
    await aside.copy(damaged)
    const file = await disk.open(damage.path, 'r+')
    await file.truncate(damage.offset)
    await file.sync()
    await file.close()
  } else if (!names.includes(damaged)) {
    const file = await createSegment(disk, dir, firstOf(damaged) ?? 1)
    await file.close()
  }
}

async function renewSnapshot(
  snapshot: Snapshot,
  state: State,
  history: History,
  aside: Aside,
): Promise<void> {
  await aside.copy(basename(snapshot.path))
  const slices = slicesOf(state, new Turns(), () => undefined)
  await snapshot.write({ base: history.end?.last ?? 0, slices }, async () => undefined)
}

/** A folder `damaged-N` in the data folder, made when the first file needs it. */
class Aside {
  readonly #dir: string
  folder: string | null = null

  constructor(dir: string) {
    this.#dir = dir
  }

  async move(name: string): Promise<void> {
    await rename(join(this.#dir, name), join(await this.#made(), name))
  }

  async copy(name: string): Promise<void> {
    await copyFile(join(this.#dir, name), join(await this.#made(), name))
  }

  async #made(): Promise<string> {
    this.folder ??= await makeNumbered(join(this.#dir, 'damaged'))
    return this.folder
  }
}

async function makeNumbered(prefix: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    try {
      await mkdir(`${prefix}-${number}`, { mode: 0o700 })
      return `${prefix}-${number}`
    } catch (error) {
      if (!isRecord(error) || error['code'] !== 'EEXIST') throw error
    }
  }
}
