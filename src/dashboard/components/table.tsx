import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ComponentChildren
  readonly align?: 'end'
}

interface TableParts<Row> {
  /** What the rows are: `API keys`. */
  readonly label: string
  /** The first one names the row; a link in it is followed by a click anywhere on the row. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** A table; where the screen is narrow its rows stand one below the other. The roles outlive that layout. */
export function Table<Row>({ label, columns, rows, keyOf }: TableParts<Row>) {
  return (
    <div class="table-scroll" role="group" aria-label={label} tabIndex={0}>
      <table role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, align }) => (
              <th key={head} role="columnheader" scope="col" class={align}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map(({ head, cell, align }, index) => (
                <td key={head} role="cell" data-head={head} class={index === 0 ? 'row-name' : align}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
