const cell = { width: 8.4, height: 19 }
const edge = { side: 18, top: 44, bottom: 16 }
const ink = '#d7dde8'
const colours = {
  31: '#ff8b8b',
  32: '#7fdb9a',
  33: '#f2cc74',
  34: '#8ab4ff',
  35: '#d8a7ff',
  36: '#6fd3e0',
  37: '#f4f6fa',
  90: '#8a94a6',
}
const blocks = { '█': 8, '▉': 7, '▊': 6, '▋': 5, '▌': 4, '▍': 3, '▎': 2, '▏': 1 }

/** The rows as an SVG: a window with a terminal in it. Every run has its place and width, so that no font moves it. */
export function drawScreen(rows, columns) {
  const shown = trimmed(rows)
  const width = Math.ceil(columns * cell.width + 2 * edge.side)
  const height = edge.top + shown.length * cell.height + edge.bottom
  const dots = ['#ff6159', '#ffbd2e', '#28c941'].map(
    (fill, index) => `<circle cx="${20 + 18 * index}" cy="20" r="5.5" fill="${fill}"/>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="skillpass in a terminal" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" fill="${ink}">`,
    `<rect width="${width}" height="${height}" rx="10" fill="#151a23"/>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="9.5" fill="none" stroke="#39414f"/>`,
    ...dots,
    ...shown.flatMap((row, index) => runs(row).map((run) => drawRun(run, edge.top + index * cell.height))),
    '</svg>',
    '',
  ].join('\n')
}

function trimmed(rows) {
  const isEmpty = (row) => row.every((one) => one.text === ' ')
  const first = rows.findIndex((row) => !isEmpty(row))
  const last = rows.findLastIndex((row) => !isEmpty(row))
  return rows.slice(first, last + 1)
}

/** Neighbours that look the same; blanks and bars are no text. */
function runs(row) {
  const found = []
  for (const [column, one] of row.entries()) {
    const before = found.at(-1)
    const kind = one.text in blocks ? 'bar' : one.text === ' ' ? 'blank' : 'text'
    const look = `${kind} ${one.colour} ${one.bold} ${one.dim}`
    if (before?.look === look) before.text += one.text
    else found.push({ ...one, column, kind, look })
  }
  return found.filter(({ kind }) => kind !== 'blank')
}

function drawRun({ text, column, kind, colour, bold, dim }, top) {
  const x = (edge.side + column * cell.width).toFixed(1)
  const fill = colour === null ? '' : ` fill="${colours[colour] ?? ink}"`
  const faint = dim ? ' opacity=".6"' : ''
  if (kind === 'bar') {
    const eighths = Array.from(text, (one) => blocks[one]).reduce((sum, one) => sum + one, 0)
    return `<rect x="${x}" y="${top + 3}" width="${((eighths / 8) * cell.width).toFixed(1)}" height="13" rx="2"${fill}${faint}/>`
  }
  const length = (Array.from(text).length * cell.width).toFixed(1)
  const weight = bold ? ' font-weight="700"' : ''
  return `<text x="${x}" y="${top + 14}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${fill}${faint}${weight}>${escaped(text)}</text>`
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
