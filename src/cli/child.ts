import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { isatty } from 'node:tty'
import { CliError, exit } from './failure.ts'
import type { SignalRelay } from './signal-relay.ts'
import { hasCode } from './system-error.ts'

/**
 * Runs a program to its end on our own stdin, stdout and stderr. Its exit code; 128 + n when signal n ended it.
 * @throws CliError with exit 125 when it cannot start
 */
export async function runChild(
  [file = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  relay: SignalRelay,
): Promise<number> {
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(file, args, { stdio: 'inherit', env })
      const { pid } = child
      if (pid !== undefined) relay.passTo((signal) => pass(signal, pid))
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(statusOf(code, signal)))
    })
  } catch (error) {
    throw notStarted(file, error)
  } finally {
    relay.passTo(null)
  }
}

function pass(signal: NodeJS.Signals, pid: number): void {
  // Ctrl-C and Ctrl-\ go to the whole foreground group of a terminal: the program has it already.
  const isTyped = signal === 'SIGINT' || signal === 'SIGQUIT'
  if (isTyped && [0, 1, 2].some((fd) => isatty(fd))) return
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It is just ending, or runs as another user, as under sudo: all there is to do is wait for its end.
    if (!hasCode(error, 'ESRCH') && !hasCode(error, 'EPERM')) throw error
  }
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
