import { CsvError, parse } from 'csv-parse/sync'
import type { Problem } from './problem.ts'

/** The text of a file as spreadsheets save it: UTF-8 with its mark or without, or UTF-16. Null when it is neither. */
export function textOf(bytes: Uint8Array): string | null {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
    // The parser counts a CRLF inside quotes as two lines.
    return text.replaceAll(/\r\n?/g, '\n')
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Hands over each record that is not blank, with the line it begins on. Gives the fault that ended it early. */
export function eachRecord(
  text: string,
  take: (cells: readonly string[], line: number) => void,
): Problem | null {
  let end = 0
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record: readonly string[], { lines }) => {
        end = lines
        const cells = record.map((cell) => cell.trim())
        if (cells.some((cell) => cell !== '')) take(cells, lines - breaksIn(record))
        return null
      },
    })
    return null
  } catch (error) {
    if (error instanceof CsvError)
      return { line: firstLineAfter(end, text), column: null, message: fault(error) }
    throw error
  }
}

/** Spreadsheets in much of Europe save semicolons. */
function delimiterOf(text: string): string {
  const heading = text.slice(0, text.indexOf('\n', text.search(/\S/)))
  const count = (mark: string) => heading.split(mark).length
  const [most = ','] = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))
  return most
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
}

function firstLineAfter(end: number, text: string): number {
  const lines = text.split('\n')
  return lines.findIndex((line, at) => at >= end && line !== '') + 1
}

function fault({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote opens here and is never closed.'
  return 'a quote stands inside a value: quote the whole value and write "" for the one inside.'
}
