import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atTheEnd } from './at-the-end.ts'

/** A folder for a test or the tests of a file, gone with them: what writes into it must be started after this. */
export async function temporaryFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'skillpass-test-'))
  // Where a test failed, what it started may still be writing.
  atTheEnd(async () => await rm(dir, { recursive: true, force: true, maxRetries: 5 }))
  return dir
}
