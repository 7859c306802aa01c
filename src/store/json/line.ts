import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/** One line of a file: `number checksum content`. */
export interface Line {
  readonly number: number
  readonly content: Buffer
}

/** A line as it stands in a file, whole or not. */
export interface RawLine {
  /** The first line is 1. */
  readonly at: number
  readonly offset: number
  /** Without the newline. */
  readonly bytes: Buffer
  /** Whether a newline ends it. */
  readonly ended: boolean
}

const CHUNK = 1 << 20
const NEWLINE = 10
const SPACE = 32
const CRC_DIGITS = 8

export function encodeLine(number: number, content: string): string {
  const sum = checksum(number, content).toString(16).padStart(CRC_DIGITS, '0')
  return `${number} ${sum} ${content}\n`
}

/** null: these bytes were not written by `encodeLine`, or not in this way. */
export function decodeLine(bytes: Buffer): Line | null {
  const first = bytes.indexOf(SPACE)
  const second = first + 1 + CRC_DIGITS
  if (first < 1 || bytes[second] !== SPACE) return null
  const number = digits(bytes, 0, first, 10)
  const content = bytes.subarray(second + 1)
  if (number === null || digits(bytes, first + 1, second, 16) !== checksum(number, content)) return null
  return { number, content }
}

/** The number is the CRC's start value, so the sum stands for both. */
function checksum(number: number, content: string | Buffer): number {
  return crc32(content, number >>> 0)
}

/** The number that stands there, only in the digits that `encodeLine` writes; null when something else does. */
function digits(bytes: Buffer, start: number, end: number, base: 10 | 16): number | null {
  let number = 0
  for (let at = start; at < end; at += 1) {
    const code = bytes[at] ?? 0
    const digit = code >= 97 ? code - 87 : code >= 48 && code <= 57 ? code - 48 : base
    if (digit >= base) return null
    number = number * base + digit
  }
  return Number.isSafeInteger(number) ? number : null
}

/** Reads a file line by line, a chunk at a time. The bytes are good until the visitor returns. */
export async function eachLine(path: string, visit: (line: RawLine) => void): Promise<void> {
  const handle = await open(path)
  try {
    const lines = new LineSplitter(visit)
    const chunk = Buffer.allocUnsafeSlow(CHUNK)
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK, null)
      if (bytesRead === 0) break
      lines.push(chunk.subarray(0, bytesRead))
    }
    lines.end()
  } finally {
    await handle.close()
  }
}

class LineSplitter {
  readonly #visit: (line: RawLine) => void
  #carried: Buffer[] = []
  #at = 1
  #offset = 0

  constructor(visit: (line: RawLine) => void) {
    this.#visit = visit
  }

  push(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#emit(chunk.subarray(start, end), true)
      start = end + 1
    }
    // A copy: the chunk is filled again.
    if (start < chunk.length) this.#carried.push(Buffer.from(chunk.subarray(start)))
  }

  end(): void {
    if (this.#carried.length > 0) this.#emit(Buffer.alloc(0), false)
  }

  #emit(rest: Buffer, ended: boolean): void {
    const bytes = this.#carried.length === 0 ? rest : Buffer.concat([...this.#carried, rest])
    this.#carried = []
    this.#visit({ at: this.#at, offset: this.#offset, bytes, ended })
    this.#at += 1
    this.#offset += bytes.length + (ended ? 1 : 0)
  }
}
