import { copyFile, mkdir, readdir, truncate } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { realDisk, type Disk, type DiskFile } from '../../src/store/json/disk.ts'
import { Turns } from '../../src/store/turns.ts'

export interface Step {
  readonly call: 'open' | 'write' | 'sync' | 'truncate' | 'close' | 'rename' | 'remove' | 'syncFolder'
  /** The name of the file, without its folder. */
  readonly name: string
}

/**
 * The real disk, one step after another, with somebody watching who can hold a step up or make it fail as the
 * system makes it fail. What the folder holds while the watcher looks is what a kill at that moment would leave.
 */
export function watchedDisk(before: (step: Step) => void | Promise<void>): Disk {
  const turns = new Turns()
  const step = async <A>(call: Step['call'], path: string, work: () => Promise<A>): Promise<A> =>
    turns.take(async () => {
      await before({ call, name: basename(path) })
      return work()
    })
  return {
    open: async (path, flags) =>
      step('open', path, async () => watchedFile(await realDisk.open(path, flags), path, step)),
    rename: async (from, to) => step('rename', from, async () => realDisk.rename(from, to)),
    remove: async (path) => step('remove', path, async () => realDisk.remove(path)),
    syncFolder: async (path) => step('syncFolder', path, async () => realDisk.syncFolder(path)),
  }
}

type TakeStep = (call: Step['call'], path: string, work: () => Promise<void>) => Promise<void>

function watchedFile(file: DiskFile, path: string, step: TakeStep): DiskFile {
  return {
    async write(bytes, position) {
      let begun = false
      const work = async (): Promise<void> => {
        begun = true
        await file.write(bytes, position)
      }
      try {
        await step('write', path, work)
      } catch (error) {
        // A full disk takes what fits.
        if (!begun) await file.write(bytes.subarray(0, bytes.length / 2), position)
        throw error
      }
    },
    sync: async () => step('sync', path, async () => file.sync()),
    truncate: async (length) => step('truncate', path, async () => file.truncate(length)),
    async close() {
      try {
        await step('close', path, async () => undefined)
      } finally {
        await file.close()
      }
    },
  }
}

/** A disk whose next sync of the journal waits, and then fails; everything else goes on meanwhile. */
export function heldSync() {
  let fail: (() => void) | null = null
  let holding = false
  const disk: Disk = {
    ...realDisk,
    async open(path, flags) {
      const file = await realDisk.open(path, flags)
      const sync = async (): Promise<void> => {
        if (!holding) return file.sync()
        holding = false
        await new Promise<void>((_, reject) => {
          fail = () => reject(systemError('EIO'))
        })
      }
      return path.includes('journal-') ? { ...file, sync } : file
    },
  }
  return { disk, hold: () => (holding = true), waiting: () => fail !== null, fail: () => fail?.() }
}

export function systemError(code: 'ENOSPC' | 'EROFS' | 'EIO'): Error {
  return Object.assign(new Error(`${code}: the disk says no`), { code })
}

/** What a kill at this moment would leave, without the lock, whose holder is dead then. */
export async function crashCopy(dir: string, to: string): Promise<string> {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(dir)) {
    if (name !== 'lock') await copyFile(join(dir, name), join(to, name)).catch(vanished)
  }
  return to
}

function vanished(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** Takes bytes from the end of the newest segment, as a power cut may with what was not synced. */
export async function loseTail(dir: string, length: number): Promise<void> {
  const segment = (await readdir(dir))
    .filter((name) => name.startsWith('journal-'))
    .toSorted()
    .at(-1)
  if (segment !== undefined) await truncate(join(dir, segment), length)
}
