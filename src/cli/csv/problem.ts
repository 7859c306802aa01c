import { CliError, exit } from '../failure.ts'

/** Something wrong in a CSV file. */
export interface Problem {
  /** Line of the file, from 1; null for what concerns all of it. */
  readonly line: number | null
  readonly column: string | null
  readonly message: string
}

const mostTold = 20

/** Every problem at once: nothing was sent. */
export function refusal(name: string, problems: readonly Problem[]): CliError {
  const left = problems.length - mostTold
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
  const lines = problems.slice(0, mostTold).map(told)
  const more = left > 0 ? [`and ${left} more`] : []
  return new CliError(
    exit.usage,
    'CSV_INVALID',
    [`${name} has ${count}. Nothing was sent.`, ...lines, ...more].join('\n'),
    null,
    problems.slice(0, mostTold),
  )
}

function told({ line, column, message }: Problem): string {
  const place = [...(line === null ? [] : [`line ${line}`]), ...(column === null ? [] : [column])].join(', ')
  return place === '' ? message : `${place}: ${message}`
}
