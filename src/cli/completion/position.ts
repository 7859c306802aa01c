import type { ArgShape, CommandShape, FlagShape, Shape } from './shape.ts'

/** Where a command line stands after the words that are complete. */
export class Position {
  /** The names that may come now; none once the command is known. */
  names: readonly CommandShape[]
  flags: readonly FlagShape[]
  /** A flag that waits for its value. */
  waiting: FlagShape | null = null
  /** After `--`: everything is an argument. */
  ended = false
  readonly operands: string[] = []
  readonly #everywhere: readonly FlagShape[]
  readonly #given = new Map<FlagShape, string>()
  #args: readonly ArgShape[] = []
  #asksHelp = false
  #lost = false

  constructor(shape: Shape, words: readonly string[]) {
    this.names = shape.commands
    this.flags = shape.flags
    this.#everywhere = shape.flags
    for (const word of words) this.#take(word)
  }

  /** The line started with what is no command. */
  get lost(): boolean {
    return this.#lost
  }

  /** The argument that the next word is. */
  get arg(): ArgShape | null {
    const last = this.#args.at(-1)
    return this.#args[this.operands.length] ?? (last?.many === true ? last : null)
  }

  /** The flags that may come still. */
  get open(): readonly FlagShape[] {
    return this.ended || this.#asksHelp
      ? []
      : this.flags.filter((flag) => flag.many || !this.#given.has(flag))
  }

  /** What was given for a flag of every command, last; one of the command's own in its place does not count. */
  globalValue(name: string): string | undefined {
    const flag = this.#everywhere.find(({ names }) => names.includes(name))
    return flag === undefined ? undefined : this.#given.get(flag)
  }

  /** The flag that a word such as `--status`, `--status=pending` or `-fskill=react` names. */
  flagOf(word: string): FlagShape | undefined {
    const [name = ''] = word.startsWith('--') ? word.split('=') : [word.slice(0, 2)]
    return this.flags.find(({ names }) => names.includes(name))
  }

  #take(word: string): void {
    if (this.waiting !== null) this.#give(this.waiting, word)
    else if (this.ended) this.operands.push(word)
    else if (word === '--') this.#end()
    else if (word.startsWith('-') && word !== '-') this.#takeFlag(word)
    else if (this.names.length > 0) this.#descend(word)
    else this.operands.push(word)
  }

  #give(flag: FlagShape, value: string): void {
    this.#given.set(flag, value)
    this.waiting = null
  }

  #end(): void {
    this.ended = true
    this.#lost ||= this.names.length > 0
  }

  #takeFlag(word: string): void {
    const flag = this.flagOf(word)
    if (flag === undefined) return
    const [name = ''] = flag.names
    const value = word.startsWith('--') ? word.slice(name.length + 1) : word.slice(2)
    const isWhole = flag.names.includes(word)
    this.#give(flag, value)
    if (flag.value !== null && isWhole) this.waiting = flag
  }

  #descend(word: string): void {
    const isTop = this.names.some(({ name }) => name === 'help')
    const command = this.names.find(({ name }) => name === word)
    if (command === undefined) this.#lost = true
    else if (isTop && word === 'help') this.#askHelp(command)
    else this.#enter(command)
  }

  /** Its own verbs are the topics; it also takes the name of every command. */
  #askHelp({ verbs = [] }: CommandShape): void {
    this.#asksHelp = true
    this.names = [...verbs, ...this.names.filter(({ name }) => name !== 'help')]
  }

  #enter({ verbs = [], args = [], flags = [] }: CommandShape): void {
    this.names = verbs
    if (this.#asksHelp) return
    const own = new Set(flags.flatMap(({ names }) => names))
    this.flags = [...flags, ...this.flags.filter(({ names: [name = ''] }) => !own.has(name))]
    this.#args = args
  }
}
