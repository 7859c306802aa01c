/** ✓ as asked, ✗ otherwise, – where it cannot be written down or the toolchain is missing. */
export type Mark = '✓' | '✗' | '–'

const codes = /^error_[A-Z]/

/** Cases down, clients across. Codes of the catalogue that all clients treat alike stand in one row. */
export function drawTable(
  titles: readonly string[],
  names: readonly string[],
  markOf: (title: string, name: string) => Mark,
): string {
  const marksOf = (name: string) => titles.map((title) => markOf(title, name))
  const ordinary = names.filter((name) => codes.test(name) && marksOf(name).every((mark) => mark === '✓'))
  const rows = names.filter((name) => !ordinary.includes(name)).map((name) => [name, ...marksOf(name)])
  if (ordinary.length > 0)
    rows.push([`each of ${ordinary.length} error codes of the catalogue`, ...titles.map(() => '✓')])
  const totals = titles.map((title) => {
    const marks = names.map((name) => markOf(title, name))
    return `${marks.filter((mark) => mark === '✓').length}/${marks.filter((mark) => mark !== '–').length}`
  })
  return aligned([['case', ...titles], ...rows, ['in all', ...totals]])
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}
