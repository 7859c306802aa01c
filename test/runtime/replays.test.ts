import { expect, test } from 'vitest'
import { createReplays } from '../../src/runtime/replays.ts'

test.each([0, 1, 2, 3, 4, 5, 6])(
  'a job that comes %i microtasks after a look found none is done',
  async (ticks) => {
    let jobs = 0
    let endLook = (): void => undefined
    const work = async (): Promise<boolean> => {
      if (jobs === 0) await new Promise<void>((resolve) => (endLook = resolve))
      else jobs -= 1
      return false
    }
    const replays = createReplays(work, (error) => expect(error).toBeUndefined())
    replays.nudge()
    endLook()
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
    jobs = 1
    replays.nudge()
    await expect.poll(() => jobs, { timeout: 1_000 }).toBe(0)
    endLook()
    await replays.stop()
  },
)
