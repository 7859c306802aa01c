/** What a check found: the first of it in words, all of it as a number. */
export class Problems {
  readonly #found: string[] = []
  #count = 0

  add(text: string): void {
    this.#count += 1
    if (this.#found.length < kept) this.#found.push(text)
  }

  get count(): number {
    return this.#count
  }

  get first(): readonly string[] {
    return this.#found
  }
}

/** With more, the same thing is wrong everywhere. */
const kept = 100
