import type { Origin } from './origin.ts'

export interface SeedProblem extends Origin {
  /** Reads on after the pointer: `must be a number from 0 to 5`. */
  readonly message: string
}

/** A seed that cannot be used. The message names every problem with its file and place; `hint` is the way out. */
export class SeedError extends Error {
  override readonly name = 'SeedError'
  readonly problems: readonly SeedProblem[]
  readonly hint: string
  constructor(
    problems: readonly SeedProblem[],
    hint = 'Mend it and start again. The files in the fixtures folder of the skillpass package are working examples.',
    options?: ErrorOptions,
  ) {
    super(listed(problems), options)
    this.problems = problems
    this.hint = hint
  }
}

/** More than this nobody reads at once. */
const shown = 20

function listed(problems: readonly SeedProblem[]): string {
  const lines = problems.slice(0, shown).map(line)
  return [...lines, ...(problems.length > shown ? [`and ${problems.length - shown} more`] : [])].join('\n')
}

function line({ file, pointer, message }: SeedProblem): string {
  return pointer === '' ? `${file} ${message}` : `${file}: ${pointer} ${message}`
}
