import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { atTheEnd } from '../at-the-end.ts'

/** The real program, as a user starts it. */
const program = new URL('../../bin/skillpass.js', import.meta.url).pathname

const readyLine = z.object({
  event: z.literal('ready'),
  url: z.url(),
  api_key: z.string().nullable(),
  pid: z.int(),
})

export interface Running {
  readonly url: string
  readonly apiKey: string
  readonly pid: number
  readonly stderr: () => string
  /** From now on nobody reads its standard error. */
  stopReading(): void
  /** Ends it with this signal and waits until it is gone; answers its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** `skillpass dev` on a data folder, once it answers. */
export async function startDev(dataDir: string, ...flags: string[]): Promise<Running> {
  return await startOnDefaultPort(dataDir, '--port', '0', ...flags)
}

/** The same on the port that it takes by itself. */
export async function startOnDefaultPort(dataDir: string, ...flags: string[]): Promise<Running> {
  const started = await startProgram(['dev', '--data', dataDir, '--json', ...flags])
  return { ...started, apiKey: z.string().parse(started.apiKey) }
}

export interface Started extends Omit<Running, 'apiKey'> {
  /** null: it was made before. */
  readonly apiKey: string | null
}

/** `skillpass serve` on a store, once it answers. */
export async function startServe(store: string, ...flags: string[]): Promise<Started> {
  return await startProgram(['serve', '--store', store, '--port', '0', '--json', ...flags])
}

async function startProgram(words: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  // Nothing that a failed test started outlives it.
  atTheEnd(async () => void (await end(child, 'SIGKILL')))
  const stderr = collect(child)
  const ready = await firstLine(child, stderr)
  const { url, api_key, pid } = readyLine.parse(JSON.parse(ready))
  return {
    url,
    apiKey: api_key,
    pid,
    stderr,
    stopReading: () => void child.stderr?.pause(),
    end: (signal) => end(child, signal),
  }
}

export interface Refused {
  readonly code: number | null
  readonly stderr: string
}

/** `skillpass dev` that is expected to give up by itself. */
export async function refusedDev(dataDir: string, ...flags: string[]): Promise<Refused> {
  return await refused(['dev', '--data', dataDir, '--port', '0', '--json', ...flags])
}

/** The program, expected to give up by itself. */
export async function refused(
  words: readonly string[],
  withinMs = 30_000,
  stdout = '/dev/null',
): Promise<Refused> {
  const args = [program, ...words]
  const out = openSync(stdout, 'w')
  const child = spawn(process.execPath, args, { stdio: ['ignore', out, 'pipe'] })
  closeSync(out)
  const stderr = collect(child)
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs)
  await once(child, 'close')
  clearTimeout(timer)
  return { code: child.exitCode, stderr: stderr() }
}

function collect(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (text += part))
  return () => text
}

async function firstLine(child: ChildProcess, stderr: () => string): Promise<string> {
  if (child.stdout === null) throw new Error('The program has no stdout')
  for await (const line of createInterface({ input: child.stdout })) return line
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  throw new Error(`The program ended with ${child.exitCode} before it was ready: ${stderr()}`)
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'close')
    child.kill(signal)
    await gone
  }
  return child.exitCode
}
