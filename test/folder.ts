import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder for the tests of a file, gone with them: what writes into it must be started after this. */
export async function temporaryFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'skillpass-test-'))
  afterAll(async () => await rm(dir, { recursive: true }))
  return dir
}
