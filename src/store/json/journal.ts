import { join } from 'node:path'
import type { Disk, DiskFile } from './disk.ts'
import { Turns } from '../turns.ts'

/** Where the journal of a folder ends: its last segment, and the number of the last line. */
export interface JournalEnd {
  readonly segment: string
  readonly length: number
  readonly last: number
}

/**
 * Appends lines to the last segment. What `append` resolved for is on disk; after a failed append nothing
 * is written before the segment is cut back to the last line that is.
 */
export class Journal {
  readonly #disk: Disk
  readonly #dir: string
  readonly #turns = new Turns()
  #file: DiskFile
  #length: number
  #last: number
  #untidy = false
  #written = 0

  private constructor(disk: Disk, dir: string, file: DiskFile, end: JournalEnd) {
    this.#disk = disk
    this.#dir = dir
    this.#file = file
    this.#length = end.length
    this.#last = end.last
  }

  static async open(disk: Disk, dir: string, end: JournalEnd): Promise<Journal> {
    return new Journal(disk, dir, await disk.open(join(dir, end.segment), 'r+'), end)
  }

  /** The number of the last durable line. */
  get last(): number {
    return this.#last
  }

  /** Bytes appended since it was opened. */
  get written(): number {
    return this.#written
  }

  async append(lines: string, last: number): Promise<void> {
    await this.#turns.take(() => this.#append(Buffer.from(lines), last))
  }

  /** Later lines go to a new segment; answers with the number of the last line before it. */
  async rotate(): Promise<number> {
    return this.#turns.take(() => this.#rotate())
  }

  async close(): Promise<void> {
    await this.#turns.take(() => this.#file.close())
  }

  async #append(bytes: Buffer, last: number): Promise<void> {
    await this.#tidy()
    this.#untidy = true
    try {
      await this.#file.write(bytes, this.#length)
      await this.#file.sync()
    } catch (error) {
      // When even this fails it is tried again before the next write; the reason to tell is the first one.
      await this.#tidy().catch(() => undefined)
      throw error
    }
    this.#untidy = false
    this.#length += bytes.length
    this.#written += bytes.length
    this.#last = last
  }

  /** Takes back what a failed append left, durably: the caller was told that it was not written. */
  async #tidy(): Promise<void> {
    if (!this.#untidy) return
    await this.#file.truncate(this.#length)
    await this.#file.sync()
    this.#untidy = false
  }

  async #rotate(): Promise<number> {
    await this.#tidy()
    const finished = this.#file
    this.#file = await createSegment(this.#disk, this.#dir, this.#last + 1)
    this.#length = 0
    await finished.close()
    return this.#last
  }
}

export function segmentName(first: number): string {
  return `journal-${String(first).padStart(16, '0')}`
}

/** The number of the first line that a segment may hold; null: the file is no segment. */
export function firstOf(name: string): number | null {
  const digits = /^journal-(\d{16})$/.exec(name)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** An empty segment whose name survives a crash. */
export async function createSegment(disk: Disk, dir: string, first: number): Promise<DiskFile> {
  const path = join(dir, segmentName(first))
  const file = await disk.open(path, 'w')
  try {
    await disk.syncFolder(dir)
    return file
  } catch (error) {
    await file.close()
    await disk.remove(path)
    throw error
  }
}
