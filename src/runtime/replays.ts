export interface Replays {
  /** There is a job; called as often as you like. */
  nudge(): void
  /** Waits for the stretch that is under way and begins no other. */
  stop(): Promise<void>
}

/** Queues what replays want, stretch by stretch, so that nothing else waits for a long one. */
export function createReplays(work: () => Promise<boolean>, onFault: (error: unknown) => void): Replays {
  let running: Promise<void> | null = null
  let isWanted = false
  let stopped = false
  const run = async (): Promise<void> => {
    if (stopped || !(await work())) return
    await new Promise(setImmediate)
    await run()
  }
  const nudge = (): void => {
    // A job that comes while the last look ends is not in it.
    isWanted = running !== null
    running ??= run()
      .catch(onFault)
      .finally(() => {
        running = null
        if (isWanted) nudge()
      })
  }
  return {
    nudge,
    async stop() {
      stopped = true
      await running
    },
  }
}
