import type { Writable } from 'node:stream'

export interface LogSink {
  write(line: string, urgent: boolean): void
  /** Tells of lines that were dropped, as it happens. */
  onLost(told: (lines: number) => void): void
  /** Waits until all is written, at most this long. False: the reader did not take it. */
  close(graceMs: number): Promise<boolean>
}

export interface LogSinkParts {
  readonly stream: Writable
  /** A line that tells how many are missing before it. */
  lossLine(lines: number): string
  /** Characters that may wait for a slow reader. */
  readonly limit?: number
}

const usualLimit = 4 * 1024 * 1024

/**
 * Hands lines to a stream without ever waiting for who reads it. What a slow reader is too far behind with is
 * dropped and counted; when the reader is gone everything is. Lines of one turn of the event loop go together.
 */
export function createLogSink({ stream, lossLine, limit = usualLimit }: LogSinkParts): LogSink {
  let waiting = ''
  let count = 0
  let scheduled = false
  let failed = false
  let missing = 0
  let tell: (lines: number) => void = () => undefined
  stream.on('error', () => (failed = true))
  const isGone = (): boolean => failed || !stream.writable

  const flush = (): void => {
    scheduled = false
    if (count === 0) return
    const [text, lines] = [waiting, count]
    waiting = ''
    count = 0
    if (isGone()) return tell(lines)
    stream.write(text, (error) => {
      if (error !== null && error !== undefined) tell(lines)
    })
  }
  const lose = (): void => {
    missing += 1
    tell(1)
  }
  return {
    write(line, urgent) {
      if (isGone() || stream.writableLength + waiting.length > limit) return lose()
      waiting += missing === 0 ? line : lossLine(missing) + line
      missing = 0
      count += 1
      if (urgent) return flush()
      if (!scheduled) setImmediate(flush)
      scheduled = true
    },
    onLost(told) {
      tell = told
    },
    async close(graceMs) {
      flush()
      return isGone() || (await drained(stream, graceMs))
    },
  }
}

async function drained(stream: Writable, graceMs: number): Promise<boolean> {
  const deadline = performance.now() + graceMs
  while (stream.writableLength > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return stream.writableLength === 0
}
