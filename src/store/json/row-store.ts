import { TextColumn } from './text-column.ts'

export interface Identified {
  readonly id: string
}

/**
 * So many rows stay parsed: the few that every request reads, and those of the last requests. With more of
 * them, rows would grow old before they die, which is what a garbage collector is slow with.
 */
const RECENT = 512

/** The contents of one table's rows by number: JSON text at rest, objects while a transaction is at them. */
export class RowStore<R extends Identified> {
  readonly #texts = new TextColumn()
  /** Written by the transaction under way. */
  readonly #fresh = new Map<number, R>()
  readonly #recent = new Map<number, R>()
  readonly #free: number[] = []
  #count = 0

  newNumber(): number {
    return this.#free.pop() ?? this.#count++
  }

  read(row: number): R {
    const known = this.#fresh.get(row) ?? this.#recent.get(row)
    if (known !== undefined) return known
    const content = parseRow<R>(this.#texts.get(row))
    this.#remember(row, content)
    return content
  }

  write(row: number, content: R): void {
    this.#forget(row)
    this.#fresh.set(row, content)
  }

  /** The row as text, wherever it is; it stays there. */
  textOf(row: number): string {
    const content = this.#fresh.get(row)
    return content === undefined ? this.#texts.get(row) : JSON.stringify(content)
  }

  /** The content as the text it was found in. */
  load(row: number, text: Buffer): void {
    this.#forget(row)
    this.#texts.set(row, text)
  }

  remove(row: number): void {
    this.#forget(row)
    this.#texts.delete(row)
    this.#free.push(row)
  }

  /** Puts the row to rest; answers with its text. */
  settle(row: number): string {
    const content = this.#fresh.get(row)
    if (content === undefined) return this.#texts.get(row)
    const text = JSON.stringify(content)
    this.#texts.set(row, text)
    this.#fresh.delete(row)
    return text
  }

  #remember(row: number, content: R): void {
    this.#recent.set(row, content)
    if (this.#recent.size <= RECENT) return
    for (const oldest of this.#recent.keys()) {
      this.#recent.delete(oldest)
      return
    }
  }

  #forget(row: number): void {
    this.#fresh.delete(row)
    this.#recent.delete(row)
  }
}

/** @throws SyntaxError when the text is no row. Beyond its id a row is taken as it is: it is what was put in. */
export function parseRow<R extends Identified>(text: string): R {
  const row: unknown = JSON.parse(text)
  if (isRow<R>(row)) return row
  throw new SyntaxError('A row is an object with an id.')
}

function isRow<R extends Identified>(value: unknown): value is R {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}
