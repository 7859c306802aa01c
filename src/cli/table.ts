import { clean, fenced } from './clean.ts'
import type { Surface } from './io.ts'
import type { Paint } from './paint.ts'
import { shorten, width } from './width.ts'

export interface Column<T> {
  readonly title: string
  /** What a person reads. */
  cell(item: T, surface: Surface): string
  brush?(item: T, paint: Paint): (text: string) => string
  readonly align?: 'right'
  /** May be cut to this many columns where there is too little room. */
  readonly least?: number
  /** May be left out where there is too little room; the highest goes first. */
  readonly drop?: number
}

interface Laid<T> {
  readonly column: Column<T>
  readonly cells: readonly string[]
  readonly width: number
}

const gap = 2

/** Rows in aligned columns no wider than the terminal. */
export function table<T>(items: readonly T[], columns: readonly Column<T>[], surface: Surface): string {
  const laid = fit(
    columns.map((column) => lay(column, items, surface)),
    surface.width - gap,
  )
  const heads = laid.map(({ column, width: room }) => pad(column.title.toUpperCase(), room, column.align))
  const lines = items.map((item, row) => laid.map((one) => cell(one, row, item, surface.paint)))
  return [surface.paint.faint(line(heads)), ...lines.map(line)].join('\n')
}

function line(cells: readonly string[]): string {
  return `${' '.repeat(gap)}${cells.join(' '.repeat(gap))}`.trimEnd()
}

function lay<T>(column: Column<T>, items: readonly T[], surface: Surface): Laid<T> {
  const cells = items.map((item) => clean(column.cell(item, surface)))
  return { column, cells, width: Math.max(width(column.title), ...cells.map(width)) }
}

/** Cuts what may be cut, then leaves out what may be left out, until the rest fits. */
function fit<T>(laid: readonly Laid<T>[], room: number): readonly Laid<T>[] {
  const excess = total(laid) - room
  if (excess <= 0) return laid
  const cut = shrink(laid, excess)
  if (total(cut) <= room) return cut
  const dropped = laid.toSorted((a, b) => (b.column.drop ?? 0) - (a.column.drop ?? 0))[0]
  if (dropped?.column.drop === undefined) return cut
  return fit(
    laid.filter((one) => one !== dropped),
    room,
  )
}

function total(laid: readonly Laid<unknown>[]): number {
  return laid.reduce((sum, one) => sum + one.width, 0) + gap * (laid.length - 1)
}

/** Takes columns from the widest first, so that no single one pays for all. */
function shrink<T>(laid: readonly Laid<T>[], excess: number): readonly Laid<T>[] {
  const widths = laid.map((one) => one.width)
  for (let left = excess; left > 0; left--) {
    const slack = laid.map(({ column }, at) =>
      column.least === undefined ? 0 : (widths[at] ?? 0) - column.least,
    )
    const most = Math.max(...slack)
    if (most <= 0) break
    const at = slack.indexOf(most)
    widths[at] = (widths[at] ?? 0) - 1
  }
  return laid.map((one, at) => ({ ...one, width: widths[at] ?? one.width }))
}

function cell<T>({ column, cells, width: room }: Laid<T>, row: number, item: T, paint: Paint): string {
  const text = shorten(cells[row] ?? '', room)
  const brush = column.brush?.(item, paint) ?? ((plain: string) => plain)
  const padding = ' '.repeat(Math.max(0, room - width(text)))
  const shown = brush(fenced(text))
  return column.align === 'right' ? `${padding}${shown}` : `${shown}${padding}`
}

function pad(text: string, room: number, align: 'right' | undefined): string {
  return align === 'right' ? text.padStart(room) : text.padEnd(room)
}
