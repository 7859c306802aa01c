import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { isatty } from 'node:tty'
import { CliError, exit } from './failure.ts'
import { descendantsOf, stillRunning } from './process-tree.ts'
import type { Descendant } from './process-tree.ts'
import type { SignalRelay } from './signal-relay.ts'
import { hasCode } from './system-error.ts'

const graceMs = 2_000
const pollMs = 20

/**
 * Runs a program to its end on our own stdin, stdout and stderr. Its exit code; 128 + n when signal n ended it.
 * @throws CliError with exit 125 when it cannot start
 */
export async function runChild(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  relay: SignalRelay,
): Promise<number> {
  const asked = new Map<number, Descendant>()
  const pass = (signal: NodeJS.Signals, pid: number) => {
    if (isTyped(signal)) return
    for (const descendant of descendantsOf(pid)) asked.set(descendant.pid, descendant)
    send(signal, pid)
  }
  try {
    return await ended(command, env, (pid) => relay.passTo((signal) => pass(signal, pid)))
  } finally {
    relay.passTo(null)
    await endAll([...asked.values()])
  }
}

async function ended(
  [file = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  began: (pid: number) => void,
): Promise<number> {
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(file, args, { stdio: 'inherit', env })
      if (child.pid !== undefined) began(child.pid)
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(statusOf(code, signal)))
    })
  } catch (error) {
    throw notStarted(file, error)
  }
}

/** Ctrl-C and Ctrl-\ go to the whole foreground group of a terminal: the program has it already. */
function isTyped(signal: NodeJS.Signals): boolean {
  return (signal === 'SIGINT' || signal === 'SIGQUIT') && [0, 1, 2].some((fd) => isatty(fd))
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It is just ending, or runs as another user, as under sudo: all there is to do is wait for its end.
    if (!hasCode(error, 'ESRCH') && !hasCode(error, 'EPERM')) throw error
  }
}

/** `npm test` dies of a signal and leaves what it runs behind: that is asked too, and then no longer asked. */
async function endAll(some: readonly Descendant[]): Promise<void> {
  if (some.length === 0) return
  let left = stillRunning(some)
  for (const { pid } of left) send('SIGTERM', pid)
  for (let waited = 0; left.length > 0 && waited < graceMs; waited += pollMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    left = stillRunning(left)
  }
  for (const { pid } of left) send('SIGKILL', pid)
}

function statusOf(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal])
}

function notStarted(file: string, error: unknown): CliError {
  const failure = (reason: string, hint: string | null = null) =>
    new CliError(exit.notStarted, 'COMMAND_NOT_STARTED', `Cannot run "${file}": ${reason}`, hint)
  if (hasCode(error, 'ENOENT')) {
    const isLine = /\s/.test(file)
    return failure(
      isLine ? 'no command has that name, blanks and all.' : 'there is no such command.',
      isLine
        ? "Every word by itself: skillpass exec -- npm test\nShell syntax: skillpass exec -- sh -c '…'"
        : null,
    )
  }
  if (hasCode(error, 'EACCES'))
    return failure('it may not be executed.', 'A script needs chmod +x, or its interpreter before it.')
  return failure(error instanceof Error ? error.message : String(error))
}
