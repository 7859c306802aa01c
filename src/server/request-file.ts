import { appendFile, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogEntry } from '../operations/request-log.ts'
import type { MemoryRequestLog } from './request-log.ts'

/**
 * Past this, bytes, the file is written anew with what the log still holds, and then not before it is twice as large: a
 * log that holds more would be written whole with every few entries.
 */
const rewriteAt = 64 * 1024 * 1024
/** Entries that are made text at once; others have their turn in between. */
const slice = 100

export interface RequestFile {
  readonly earlier: readonly LogEntry[]
  /** Writes down what was recorded since the last time. Not fsynced: a log may lose its last moment, not more. */
  write(log: MemoryRequestLog): Promise<void>
}

/** Keeps the request log over restarts, one entry a line, in a file of its own beside the store. */
export async function openRequestFile(folder: string, least = rewriteAt): Promise<RequestFile> {
  const path = join(folder, 'requests.jsonl')
  const earlier = await readEntries(path)
  /** An append that failed may have left half a line, and its entries are drained: only the whole log mends that. */
  let torn = false
  let rewritten = 0
  const rewrite = async (log: MemoryRequestLog): Promise<void> => {
    const { entries } = await log.page({ matches: () => true, limit: Infinity })
    rewritten = await replace(path, entries.toReversed())
  }
  return {
    earlier,
    async write(log) {
      const { entries, whole } = log.drain()
      if (entries.length === 0 && !whole && !torn) return
      const before = torn
      torn = true
      if (whole || before) await rewrite(log)
      else {
        await appendFile(path, lines(entries), { mode: 0o600 })
        if ((await stat(path)).size > Math.max(least, 2 * rewritten)) await rewrite(log)
      }
      torn = false
    },
  }
}

function lines(entries: readonly LogEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

/** @returns its size, bytes */
async function replace(path: string, entries: readonly LogEntry[]): Promise<number> {
  const temporary = `${path}.tmp`
  await writeFile(temporary, '', { mode: 0o600 })
  for (let at = 0; at < entries.length; at += slice)
    await appendFile(temporary, lines(entries.slice(at, at + slice)))
  await rename(temporary, path)
  return (await stat(path)).size
}

/** A last line that a crash cut short is left out. */
async function readEntries(path: string): Promise<LogEntry[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as LogEntry]
    } catch {
      // Half a line: the process died while writing it.
      return []
    }
  })
}
