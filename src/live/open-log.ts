import type { Writable } from 'node:stream'
import { createLog, type Log, type LogParts } from './log.ts'
import { createLogSink, type LogSink } from './log-sink.ts'

export interface LogWishes extends Omit<LogParts, 'write'> {
  readonly stream: Writable
  /** Characters that may wait for a slow reader. */
  readonly limit?: number
}

export interface OpenLog extends Log, Pick<LogSink, 'onLost' | 'close'> {}

/** The log of a server, written to a stream. */
export function openLog({ stream, limit, ...wishes }: LogWishes): OpenLog {
  const lossLine = (lines: number): string => {
    let text = ''
    const log = createLog({ ...wishes, write: (line) => (text = line) })
    log.warn('log lines were dropped: their reader is too slow', { lines })
    return text
  }
  const sink = createLogSink({ stream, lossLine, ...(limit !== undefined && { limit }) })
  const log = createLog({ ...wishes, write: (line, urgent) => sink.write(line, urgent) })
  return { ...log, onLost: sink.onLost, close: sink.close }
}
