import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Those that a test made for itself: a hook that is added while tests run is never called. */
const folders = new Set<string>()
afterAll(async () => {
  for (const dir of folders) await remove(dir)
})

/** A folder for the tests of a file, gone with them: what writes into it must be started after this. */
export async function temporaryFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'skillpass-test-'))
  folders.add(dir)
  afterAll(async () => await remove(dir))
  return dir
}

async function remove(dir: string): Promise<void> {
  folders.delete(dir)
  // Where a test failed, what it started may still be writing.
  await rm(dir, { recursive: true, force: true, maxRetries: 5 })
}
