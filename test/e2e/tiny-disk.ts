import { execFileSync } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A real file system that is soon full. */
export interface TinyDisk {
  readonly dir: string
  /** Takes all the space that is left. */
  fill(): Promise<void>
  /** Gives it back. */
  empty(): Promise<void>
  /** A read-only one can be made so only while nobody writes to it. */
  remount(mode: 'ro' | 'rw'): void
}

/** null where this user may not mount. */
export function mountTinyDisk(dir: string): TinyDisk | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', dir], { stdio: 'ignore' })
  } catch {
    return null
  }
  afterAll(() => void execFileSync('umount', ['-l', dir]))
  const ballast = join(dir, 'ballast')
  return {
    dir,
    fill: async () => await fillUp(ballast),
    empty: async () => await rm(ballast, { force: true }),
    remount: (mode) => void execFileSync('mount', ['-o', `remount,${mode}`, dir]),
  }
}

/** To the last page, whatever others write or free meanwhile. */
async function fillUp(path: string): Promise<void> {
  const file = await open(path, 'a')
  try {
    for (;;) await file.write(Buffer.alloc(4096))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await file.close()
  }
}
