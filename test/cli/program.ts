import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

/** The real program in real processes: what only they can show. Needs a build. */
export const program = new URL('../../bin/skillpass.js', import.meta.url).pathname

const readyLine = z.strictObject({
  event: z.literal('ready'),
  url: z.url(),
  api_key: z.string().startsWith('sk_test_'),
  dashboard_url: z.url(),
  mode: z.literal('sandbox'),
  pid: z.int(),
  data_dir: z.string().nullable(),
  version: z.string(),
})

export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skillpass-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export interface Child {
  readonly stdout: () => string
  readonly stderr: () => string
  readonly pid: number | undefined
  kill(signal: NodeJS.Signals): void
  /** Its exit code, once it is gone. */
  ended(): Promise<number | null>
  readonly exitCode: number | null
  readonly signalCode: NodeJS.Signals | null
  /** Once stdout holds this many lines. */
  lines(count: number): Promise<string[]>
}

/** The program with these words, running until the test ends at the latest. */
export function begin(cwd: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}): Child {
  const child = spawn(process.execPath, [program, ...argv], {
    cwd,
    env: { ...plainEnv(), ...env },
    stdio: 'pipe',
  })
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await closed
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (stdout += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part))
  const early = async (): Promise<never> => {
    await closed
    throw new Error(`It ended: ${stdout}${stderr}`)
  }
  const whole = () => stdout.split('\n').slice(0, -1)
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    pid: child.pid,
    kill: (signal) => void child.kill(signal),
    ended: async () => {
      await closed
      return child.exitCode
    },
    get exitCode() {
      return child.exitCode
    },
    get signalCode() {
      return child.signalCode
    },
    lines: async (count) => {
      while (whole().length < count) {
        if (child.exitCode !== null) await early()
        await Promise.race([once(child.stdout, 'data'), early()])
      }
      return whole()
    },
  }
}

/** `skillpass dev` until the test ends, once it is ready. */
export async function dev(cwd: string, ...flags: string[]) {
  const child = begin(cwd, ['dev', '--json', ...flags])
  const [ready = ''] = await child.lines(1)
  return { child, closed: child.ended(), ready: readyLine.parse(JSON.parse(ready)), stdout: child.stdout }
}

export function plainEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: '/nonexistent' }
}

export async function skillpass(cwd: string, ...argv: string[]) {
  return await execa(process.execPath, [program, ...argv], {
    cwd,
    env: plainEnv(),
    extendEnv: false,
    reject: false,
    timeout: 55_000,
  })
}
