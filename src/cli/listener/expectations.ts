import { choices } from '../../sdk/choices.gen.ts'
import { BadValue, oneOf } from '../flags.ts'
import type { Kind } from '../flags.ts'

export interface Expectation {
  readonly type: string
  readonly count: number
}

const type = oneOf('TYPE', choices['events.list'].type)

/** `assessment.completed`, or `assessment.completed:2`. */
export const expectation: Kind<Expectation> = {
  placeholder: 'TYPE[:N]',
  parse: (given) => {
    const [name = '', count = '1', more] = given.split(':')
    if (more !== undefined || !/^[1-9]\d{0,5}$/.test(count))
      throw new BadValue(`takes a type and how many, such as assessment.completed:2, not "${given}"`)
    return { type: type.parse(name), count: Number(count) }
  },
}

/** Counts events, each once however often it is delivered. */
export class Expectations {
  readonly #wanted = new Map<string, number>()
  readonly #seen = new Map<string, Set<string>>()

  constructor(wanted: readonly Expectation[]) {
    for (const { type: name, count } of wanted) this.#wanted.set(name, (this.#wanted.get(name) ?? 0) + count)
  }

  get none(): boolean {
    return this.#wanted.size === 0
  }

  /** Whether all are met, and there were any. */
  get met(): boolean {
    return !this.none && this.missing.length === 0
  }

  /** "assessment.completed 1 of 2", for every one that is not met. */
  get missing(): string[] {
    return [...this.#wanted]
      .filter(([name, count]) => this.#count(name) < count)
      .map(([name, count]) => `${name} ${this.#count(name)} of ${count}`)
  }

  add(name: string, eventId: string): void {
    this.#seen.set(name, (this.#seen.get(name) ?? new Set()).add(eventId))
  }

  #count(name: string): number {
    return this.#seen.get(name)?.size ?? 0
  }
}
