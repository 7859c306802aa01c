/** A sandbox inside a test runner: `import { createSandbox } from 'skillpass/testing'`. */
export type { ClockControl } from './testing/clock.ts'
export { createSandbox } from './testing/create-sandbox.ts'
export type { TestSandbox, TestSandboxOptions } from './testing/create-sandbox.ts'
export type { EventLog, WaitOptions } from './testing/events.ts'
export type { Fault, FaultControl, FaultWish } from './testing/faults.ts'
export { useSandbox } from './testing/use-sandbox.ts'
export type { Hooks, SandboxHandle } from './testing/use-sandbox.ts'
export type { WebhookEvent } from './sdk/index.ts'
