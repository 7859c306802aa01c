import { afterAll, onTestFinished } from 'vitest'

/** Runs after the test that asks for it; asked for outside of one, after the tests of the file. */
export function atTheEnd(work: () => Promise<void>): void {
  try {
    onTestFinished(work)
  } catch {
    afterAll(work)
  }
}
