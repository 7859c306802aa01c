import { Readable, Writable } from 'node:stream'
import { readEnvironment } from '../../src/cli/config.ts'
import { run } from '../../src/cli/run.ts'

/** The command line inside this process: its own streams, environment and folder, everything else real. */

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Setting {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly stdin?: string
  /** What a person types, one answer after the other as they are asked for: stdin is a terminal then. */
  readonly typed?: readonly string[]
  /** A terminal this many columns wide; without it, pipes. */
  readonly columns?: number
  /** The instant of relative times; default: now. */
  readonly now?: string
}

export async function cli(argv: readonly string[], setting: Setting = {}): Promise<Ran> {
  const { env = {}, cwd = '/', stdin = '', typed, columns, now } = setting
  const stdout = new Sink(columns)
  const person = typed === undefined ? undefined : new Person(typed)
  const stderr = new Sink(columns, () => person?.look())
  const code = await run({
    argv,
    streams: { stdin: person ?? Readable.from([stdin]), stdout, stderr },
    env: readEnvironment({ ...env }),
    cwd,
    program: 'skillpass',
    now: () => (now === undefined ? Date.now() : Date.parse(now)),
  })
  return { code, stdout: stdout.text, stderr: stderr.text }
}

/** Long enough for a question to stand on the screen and to listen. */
const thinkingMs = 40

/** Somebody at a keyboard, who answers when the screen has come to rest. */
class Person extends Readable {
  readonly isTTY = true
  readonly #answers: string[]
  #timer: NodeJS.Timeout | undefined
  constructor(answers: readonly string[]) {
    super()
    this.#answers = [...answers]
  }

  override _read(): void {}

  look(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const answer = this.#answers.shift()
      if (answer !== undefined) this.push(answer)
    }, thinkingMs)
  }
}

class Sink extends Writable {
  text = ''
  readonly isTTY: boolean
  readonly columns: number
  readonly #written: () => void
  constructor(columns: number | undefined, written = () => {}) {
    super()
    this.#written = written
    this.isTTY = columns !== undefined
    this.columns = columns ?? 0
  }

  /** Like the streams of a process, it cannot be closed by whoever is piped into it. */
  override end(): this {
    return this
  }

  override _write(part: Buffer, _encoding: string, done: () => void): void {
    this.text += part.toString()
    this.#written()
    done()
  }
}

/** A command line bound to a sandbox by its environment. */
export function cliFor(sandbox: { readonly url: string; readonly apiKey: string }) {
  const bound = { SKILLPASS_BASE_URL: sandbox.url, SKILLPASS_API_KEY: sandbox.apiKey }
  return async (line: string | readonly string[], setting: Setting = {}): Promise<Ran> => {
    const argv = typeof line === 'string' ? line.split(' ') : line
    return await cli(argv, { ...setting, env: { ...bound, ...setting.env } })
  }
}

/** The value of a JSON answer at a path such as `0.id`. */
export function at({ stdout }: Ran, path: string): unknown {
  const whole: unknown = JSON.parse(stdout)
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  }, whole)
}

/** The error object of a failed `--json` command: one line on stderr, nothing on stdout. */
export function errorOf({ stdout, stderr }: Ran): {
  readonly code: unknown
  readonly [field: string]: unknown
} {
  if (stdout !== '' || !/^[^\n]+\n$/.test(stderr)) throw new Error(`Not one line alone: ${stdout}${stderr}`)
  const { error } = JSON.parse(stderr)
  return error
}
