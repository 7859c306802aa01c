import stringWidth from 'string-width'

const sequence = /\u001b\[([?\d;]*)([A-Za-z])|\u001b\][^\u0007]*\u0007|\r|\n|[^\u001b\r\n]/gu
const plain = { colour: null, bold: false, dim: false }

/** What a terminal of this width shows after all of this: rows of cells `{ text, colour, bold, dim }`. */
export function readScreen(text, columns) {
  const rows = [[]]
  const cursor = { row: 0, column: 0 }
  let style = plain
  for (const [found, numbers = '', command] of text.matchAll(sequence)) {
    if (command === 'm') style = styled(style, numbers)
    else if (command !== undefined) move(rows, cursor, command, Number(numbers.replace('?', '') || 0))
    else if (found === '\r') cursor.column = 0
    else if (found === '\n') down(rows, cursor)
    else if (!found.startsWith('\u001b')) put(rows, cursor, { ...style, text: found }, columns)
  }
  return rows.map((row) => Array.from(row, (cell) => cell ?? { ...plain, text: ' ' }))
}

function put(rows, cursor, cell, columns) {
  if (cursor.column >= columns) {
    cursor.column = 0
    down(rows, cursor)
  }
  rows[cursor.row][cursor.column] = cell
  cursor.column += Math.max(1, stringWidth(cell.text))
}

function down(rows, cursor) {
  cursor.row++
  rows[cursor.row] ??= []
}

/** Only what the program's spinner sends; anything else would be a picture of something else. */
function move(rows, cursor, command, count) {
  if (command === 'A') cursor.row = Math.max(0, cursor.row - (count || 1))
  else if (command === 'G') cursor.column = Math.max(0, (count || 1) - 1)
  else if (command === 'K')
    rows[cursor.row].length = count === 2 ? 0 : Math.min(rows[cursor.row].length, cursor.column)
  else if (command === 'J') rows.length = cursor.row + 1
  else if (command !== 'h' && command !== 'l') throw new Error(`The terminal was sent ${count}${command}.`)
}

function styled(style, numbers) {
  return (numbers || '0').split(';').map(Number).reduce(step, style)
}

function step(style, number) {
  if (number === 0) return plain
  if (number === 1) return { ...style, bold: true }
  if (number === 2) return { ...style, dim: true }
  if (number === 22) return { ...style, bold: false, dim: false }
  if (number === 39) return { ...style, colour: null }
  return (number >= 30 && number <= 37) || (number >= 90 && number <= 97)
    ? { ...style, colour: number }
    : style
}
