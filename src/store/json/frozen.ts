/** What a table needs to tell of itself to be read at one moment while it changes. */
export interface Readable {
  /** Rows at rest in their order, after a place. */
  textsAfter(after: string | undefined): Iterable<{ readonly order: string; readonly text: string }>
}

/**
 * One table as it stood at one moment, read in its order while rows change: whoever changes a row that was not read
 * yet leaves its text of then here first. Rows that come later stand after `last` and cost nothing.
 */
export class FrozenTable {
  readonly #rows: Readable
  readonly #last: string | undefined
  /** By order, of rows not yet read that changed since: the text of then; null: there was none. */
  readonly #then = new Map<string, string | null>()
  readonly #gone = new Set<string>()
  #after: string | undefined

  /** `last`: the order of its last row; undefined: it has none. */
  constructor(rows: Readable, last: string | undefined) {
    this.#rows = rows
    this.#last = last
  }

  /** Called before a row comes or changes. `text` answers with what it is until then; null: it is not there. */
  keep(order: string, text: (() => string) | null): void {
    if (this.#isAhead(order) && !this.#then.has(order)) this.#then.set(order, text === null ? null : text())
  }

  /** Called before a row goes. */
  keepGoing(order: string, text: () => string): void {
    this.keep(order, text)
    if (typeof this.#then.get(order) === 'string') this.#gone.add(order)
  }

  /** The next rows as text, until `full`; `more`: there may be others behind them. */
  take(full: (text: string) => boolean): { readonly texts: readonly string[]; readonly more: boolean } {
    const found: { order: string; text: string }[] = []
    let end = this.#last
    let more = false
    for (const { order, text } of this.#rows.textsAfter(this.#after)) {
      if (this.#last === undefined || order > this.#last) break
      const then = this.#then.get(order)
      const whole = then === undefined ? text : then
      this.#then.delete(order)
      this.#gone.delete(order)
      if (whole === null) continue
      found.push({ order, text: whole })
      if (!full(whole)) continue
      end = order
      more = true
      break
    }
    this.#addGone(found, end)
    this.#after = end
    return { texts: found.map(({ text }) => text), more }
  }

  #isAhead(order: string): boolean {
    if (this.#last === undefined || order > this.#last) return false
    return this.#after === undefined || order > this.#after
  }

  /** Rows that stood there then and were not met, for they are gone: put back in their places. */
  #addGone(found: { order: string; text: string }[], end: string | undefined): void {
    const met = found.length
    for (const order of this.#gone) {
      const text = this.#then.get(order)
      if (end === undefined || order > end || text === undefined || text === null) continue
      found.push({ order, text })
      this.#then.delete(order)
      this.#gone.delete(order)
    }
    if (found.length > met) found.sort((a, b) => (a.order < b.order ? -1 : 1))
  }
}
