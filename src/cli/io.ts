import type { Readable, Writable } from 'node:stream'
import { plain } from './paint.ts'
import type { Paint } from './paint.ts'

/** What a stream can show. */
export interface Surface {
  /** A terminal with a person in front of it. */
  readonly tty: boolean
  readonly width: number
  readonly paint: Paint
  /** The instant that relative times are told from: a prompt or a stream may last, so it goes on. */
  readonly now: number
}

export interface Io {
  readonly stdout: Surface
  readonly stderr: Surface
  /** Data, to stdout. Resolves when it is written. @throws PipeClosed when nobody reads any more. */
  out(text: string): Promise<void>
  /** Anything else, to stderr. */
  err(text: string): Promise<void>
  /** All of stdin, as text. */
  input(): Promise<string>
  /** All of stdin, byte for byte. */
  inputBytes(): Promise<Buffer>
  /** stdin part by part, for what may be larger than memory. */
  inputParts(): AsyncIterable<Buffer>
  /** Somebody sees what goes to stderr and can type. */
  readonly terminal: boolean
  /** stderr as something to draw on; null where what is written stays written. */
  readonly canvas: Writable | null
  /** stderr for the log of a server, which waits for nobody. */
  readonly logStream: Writable
}

/** The reader of stdout went away, as `head` does: not a failure. */
export class PipeClosed extends Error {
  override readonly name = 'PipeClosed'
}

export type ColourWish = 'auto' | 'always' | 'never'

export interface ColourFacts {
  readonly wish: ColourWish
  readonly noColor: boolean
  /** FORCE_COLOR as a level, null when unset. */
  readonly forceColor: number | null
  readonly ci: boolean
  readonly dumb: boolean
}

export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number }
}

/** The only door to the terminal: nothing else writes to stdout or stderr. */
export async function openIo(streams: Streams, facts: ColourFacts, now: () => number): Promise<Io> {
  for (const stream of [streams.stdout, streams.stderr]) stream.on('error', () => {})
  return {
    stdout: await surface(streams.stdout, facts, now),
    stderr: await surface(streams.stderr, facts, now),
    out: (text) => write(streams.stdout, text),
    err: (text) => write(streams.stderr, text),
    input: async () => (await readAll(streams.stdin)).toString('utf8'),
    inputBytes: () => readAll(streams.stdin),
    inputParts: () => parts(streams.stdin),
    terminal: streams.stdin.isTTY === true && streams.stderr.isTTY === true,
    canvas: canvasOf(streams.stderr, facts),
    logStream: streams.stderr,
  }
}

function canvasOf(stderr: Streams['stderr'], { ci, dumb }: ColourFacts): Writable | null {
  return stderr.isTTY === true && 'cursorTo' in stderr && !ci && !dumb ? stderr : null
}

async function surface(stream: Streams['stdout'], facts: ColourFacts, now: () => number): Promise<Surface> {
  const tty = stream.isTTY === true
  const level = colourLevel(facts, tty)
  const paint = level === 0 ? plain : (await import('./colours.ts')).colours(level)
  // Some terminals, such as that of `script`, have no width of their own and say 0.
  const columns = stream.columns === undefined || stream.columns === 0 ? 80 : stream.columns
  const width = tty ? columns : Number.POSITIVE_INFINITY
  return {
    tty,
    width,
    paint,
    get now() {
      return now()
    },
  }
}

/** The one colour gate: flag, then NO_COLOR, FORCE_COLOR, CI and TERM, then whether it is a terminal. */
export function colourLevel(facts: ColourFacts, tty: boolean): 0 | 1 | 2 | 3 {
  if (facts.wish !== 'auto') return facts.wish === 'always' ? 2 : 0
  if (facts.noColor) return 0
  if (facts.forceColor !== null) return clamped(facts.forceColor)
  return tty && !facts.ci && !facts.dumb ? 2 : 0
}

function clamped(level: number): 0 | 1 | 2 | 3 {
  if (level <= 0) return 0
  return level >= 3 ? 3 : level >= 2 ? 2 : 1
}

export function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === null || error === undefined) resolve()
      else reject(isClosedPipe(error) ? new PipeClosed() : error)
    })
  })
}

function isClosedPipe(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED')
}

async function readAll(stdin: Streams['stdin']): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const part of parts(stdin)) all.push(part)
  return Buffer.concat(all)
}

async function* parts(stdin: Streams['stdin']): AsyncGenerator<Buffer> {
  for await (const part of stdin) yield typeof part === 'string' ? Buffer.from(part) : part
}
