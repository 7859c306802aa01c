import { columnsOf } from './columns.ts'
import type { Columns } from './columns.ts'
import { draftOf } from './draft.ts'
import type { Defaults, Draft } from './draft.ts'
import type { Problem } from './problem.ts'
import { eachRecord } from './records.ts'

/** One invite that the file asks for. */
export interface Row {
  /** Line of the file it begins on, from 1. */
  readonly line: number
  readonly draft: Draft
}

/** Every row of a CSV text, and everything that is wrong in it. */
export function rowsOf(
  text: string,
  defaults: Defaults,
): { readonly rows: readonly Row[]; readonly problems: readonly Problem[] } {
  const rows: Row[] = []
  const problems: Problem[] = []
  let heading: { readonly columns: Columns; readonly isSound: boolean } | null = null
  const fault = eachRecord(text, (cells, line) => {
    if (heading === null) {
      const read = columnsOf(cells, line)
      problems.push(...read.problems)
      heading = { columns: read.columns, isSound: read.problems.length === 0 }
    } else if (heading.isSound) {
      const read = rowOf(cells, line, heading.columns, defaults)
      problems.push(...read.problems)
      rows.push(read.row)
    }
  })
  if (fault !== null) problems.push(fault)
  else if (heading === null)
    problems.push({ line: null, column: null, message: 'It is empty: its first line names the columns.' })
  return { rows, problems }
}

function rowOf(cells: readonly string[], line: number, columns: Columns, defaults: Defaults) {
  const { draft, problems } = draftOf(cells, columns, defaults)
  const shape = shapeProblem(cells, columns)
  const found = shape === null ? problems : [{ column: null, message: shape }]
  return { row: { line, draft }, problems: found.map((problem) => ({ line, ...problem })) }
}

/** A value too many or too few moves all that follow it into the wrong column. */
function shapeProblem(cells: readonly string[], { count, nameless }: Columns): string | null {
  const values = cells.length === 1 ? '1 value' : `${cells.length} values`
  if (cells.length !== count) return `has ${values}, and the first line names ${count} columns.`
  const stray = nameless.find((at) => cells[at] !== '')
  return stray === undefined ? null : `has a value in column ${stray + 1}, which has no name.`
}
