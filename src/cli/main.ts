import { readEnvironment } from './config.ts'
import type { Environment } from './config.ts'
import { write } from './io.ts'
import { versionFlags, versionLine } from './version.ts'

/** Entry point of `bin/skillpass.js`. The version is asked for often, and answered before anything else loads. */
export async function main(): Promise<void> {
  const { argv, stdin, stdout, stderr } = process
  if (argv.length === 3 && versionFlags.has(argv[2])) return write(stdout, versionLine)
  const env = readEnvironment()
  if (argv[2] === '__complete') return await complete(argv.slice(3), env)
  const program = programName(argv[1] ?? '', env)
  const { run } = await import('./run.ts')
  process.exitCode = await run({
    argv: argv.slice(2),
    streams: { stdin, stdout, stderr },
    env,
    cwd: process.cwd(),
    program,
    now: Date.now,
  })
}

/** Answers a Tab. Whatever goes wrong, the person is in the middle of typing a line: no message, no failure. */
async function complete(words: readonly string[], env: Environment): Promise<void> {
  try {
    const { answer } = await import('./completion/answer.ts')
    await write(process.stdout, await answer(words, env, process.cwd()))
  } catch {
    // Nothing is offered.
  }
  // A name that the system still looks up holds a process for as long as it takes, even one that has ended.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20).unref()
}

/** What to type to get this program again: under npx and npm scripts it is not on the user's own path. */
function programName(script: string, env: Environment): string {
  if (env.npmCommand !== undefined) return 'npx skillpass'
  return /[\\/]skillpass$/.test(script) ? 'skillpass' : `node ${relative(script)}`
}

function relative(script: string): string {
  const base = `${process.cwd()}/`
  return script.startsWith(base) ? script.slice(base.length) : script
}
