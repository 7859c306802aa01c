import type { SkillpassError } from '../sdk/errors.ts'
import type { Near } from './nearest.ts'

/** Exit codes, the table of the contract. */
export const exit = {
  success: 0,
  unexpected: 1,
  usage: 2,
  notFound: 3,
  permission: 4,
  refused: 5,
  network: 6,
  sandbox: 7,
  condition: 8,
  notStarted: 125,
  interrupted: 130,
  terminated: 143,
} as const

export type Exit = (typeof exit)[keyof typeof exit]

/** A failure of the command itself, not of the service. `hint` says what to do next. */
export class CliError extends Error {
  override readonly name: string = 'CliError'
  readonly exit: Exit
  readonly code: string
  readonly hint: string | null
  /** For programs: what the message tells in words. */
  readonly details: object | null
  constructor(
    status: Exit,
    code: string,
    message: string,
    hint: string | null = null,
    details: object | null = null,
  ) {
    super(message)
    this.exit = status
    this.code = code
    this.hint = hint
    this.details = details
  }
}

/** The command line cannot be carried out as written. */
export class UsageError extends CliError {
  override readonly name: string = 'UsageError'
  readonly near: Near | null
  constructor(message: string, hint: string | null = null, near: Near | null = null) {
    super(exit.usage, 'USAGE', message, hint)
    this.near = near
  }
}

/** The local sandbox is not there, or may not be started here. */
export class SandboxError extends CliError {
  override readonly name: string = 'SandboxError'
  constructor(
    code: 'SANDBOX_NOT_RUNNING' | 'PORT_TAKEN' | 'DATA_LOCKED' | 'DATA_UNUSABLE',
    message: string,
    hint: string,
  ) {
    super(exit.sandbox, code, message, hint)
  }
}

/** Ends a command whose answer is "no": the answer itself was already printed. */
export class ConditionNotMet extends Error {
  override readonly name = 'ConditionNotMet'
}

/** A signal ended the command, after it put everything in order. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly exit: Exit
  constructor(signal: NodeJS.Signals) {
    super(signal)
    this.exit = signal === 'SIGINT' ? exit.interrupted : exit.terminated
  }
}

/** The program that was run for the user failed: its exit code is the answer, and it said itself why. */
export class ChildFailed extends Error {
  override readonly name = 'ChildFailed'
  readonly exit: number
  constructor(status: number) {
    super(`Exit code ${status}`)
    this.exit = status
  }
}

/** A failure after some of the work was done: `details` says what, so that it is not done again. */
export class PartlyDone extends Error {
  override readonly name = 'PartlyDone'
  override readonly cause: SkillpassError
  readonly details: object
  constructor(cause: SkillpassError, details: object) {
    super(cause.message)
    this.cause = cause
    this.details = details
  }
}

/** A name outside a known set, answered with the nearest that is in it. */
export function unknownName(what: string, given: string, known: readonly string[], hint: string): UsageError {
  return new UsageError(`Unknown ${what} "${given}".`, hint, { given, known })
}
