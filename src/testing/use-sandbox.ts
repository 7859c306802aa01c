import { createSandbox } from './create-sandbox.ts'
import type { TestSandbox, TestSandboxOptions } from './create-sandbox.ts'

type Hook = (work: () => Promise<void>) => unknown

/** The hooks of vitest and jest as they are; of `node:test`: `{ beforeAll: before, beforeEach, afterAll: after }`. */
export interface Hooks {
  readonly beforeAll: Hook
  readonly beforeEach: Hook
  readonly afterAll: Hook
}

/** A sandbox that exists while tests run. @throws Error when it is looked at earlier. */
export type SandboxHandle = Omit<TestSandbox, 'close' | typeof Symbol.asyncDispose>

/**
 * One sandbox for the tests of a file, in its first state before each of them:
 * `const sandbox = useSandbox({ beforeAll, beforeEach, afterAll })`.
 */
export function useSandbox(hooks: Hooks, options: TestSandboxOptions = {}): SandboxHandle {
  let running: TestSandbox | null = null
  let isFresh = true
  hooks.beforeAll(async () => {
    running = await createSandbox(options)
  })
  hooks.beforeEach(async () => {
    if (!isFresh) await running?.reset()
    isFresh = false
  })
  hooks.afterAll(async () => {
    await running?.close()
    running = null
  })
  const now = (): TestSandbox => {
    if (running === null) throw new Error('The sandbox exists inside of tests and hooks only.')
    return running
  }
  return {
    get url() {
      return now().url
    },
    get apiKey() {
      return now().apiKey
    },
    get webhookSecret() {
      return now().webhookSecret
    },
    get client() {
      return now().client
    },
    get clock() {
      return now().clock
    },
    get faults() {
      return now().faults
    },
    get events() {
      return now().events
    },
    reset: async () => await now().reset(),
  }
}
