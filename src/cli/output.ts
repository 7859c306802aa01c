import { field } from './clean.ts'
import type { Context } from './context.ts'
import type { Surface } from './io.ts'
import type { Column } from './table.ts'

export interface View<T> {
  /** What `--quiet` prints: the id. */
  quiet(value: T): string
  /** What a person reads; without a terminal, what a program reads, line by line. */
  text(value: T, surface: Surface): string | Promise<string>
}

/** Prints one object the way the flags ask. */
export async function show<T>(context: Context, value: T, view: View<T>): Promise<void> {
  const { io, globals } = context
  if (globals.json) return io.out(json(value, io.stdout))
  if (globals.quiet) return io.out(`${view.quiet(value)}\n`)
  const text = await view.text(value, io.stdout)
  return io.out(io.stdout.tty ? `\n${text}\n\n` : `${text}\n`)
}

export interface ListView<T> {
  quiet(item: T): string
  readonly columns: readonly ListColumn<T>[]
  /** What there is none of: "invites". */
  readonly things: string
  /** Lines under a row, for people: what must not be cut, such as a link. */
  below?(item: T, surface: Surface): readonly string[]
}

export interface ListColumn<T> extends Column<T> {
  /** What a program reads, where it is not what a person reads. */
  raw?(item: T): string
  /** Without a terminal only. */
  readonly forPrograms?: true
}

/** Prints the items of a list, pages and all, up to a limit. */
export async function showList<T>(
  context: Context,
  listing: AsyncIterable<T>,
  limit: number,
  view: ListView<T>,
): Promise<void> {
  const { items, more } = await take(listing, limit)
  await showItems(context, items, view)
  if (more) await note(context, `The newest ${limit} ${view.things}; there are more: --limit ${limit * 4}`)
}

export async function showItems<T>(context: Context, items: readonly T[], view: ListView<T>): Promise<void> {
  const { io, globals } = context
  if (globals.json) return io.out(json(items, io.stdout))
  if (globals.quiet) return io.out(lines(items.map(view.quiet)))
  if (!io.stdout.tty) return io.out(lines(items.map((item) => row(item, view.columns, io.stdout))))
  if (items.length === 0) return note(context, `No ${view.things}.`)
  return io.out(`\n${await tableOf(items, view, io.stdout)}\n\n`)
}

/** A table for people, with what stands under its rows. */
export async function tableOf<T>(
  items: readonly T[],
  { columns, below }: Pick<ListView<T>, 'columns' | 'below'>,
  surface: Surface,
): Promise<string> {
  const { table } = await import('./table.ts')
  const shown = columns.filter(({ forPrograms }) => forPrograms !== true)
  const [heads = '', ...rows] = table(items, shown, surface).split('\n')
  const whole = items.flatMap((item, at) => [rows[at] ?? '', ...(below?.(item, surface) ?? [])])
  return [heads, ...whole].join('\n')
}

/** A remark beside the data, for people only. */
export async function note({ io, globals }: Context, text: string): Promise<void> {
  if (globals.quiet || globals.json || !io.stderr.tty) return
  await io.err(`${io.stderr.paint.faint(text)}\n`)
}

/** Indented for people, one line for programs. */
export function json(value: unknown, { tty }: Surface): string {
  return `${JSON.stringify(value, null, tty ? 2 : 0)}\n`
}

/** The items of a list up to a limit, and whether there are more. */
export async function take<T>(
  listing: AsyncIterable<T>,
  limit: number,
): Promise<{ items: T[]; more: boolean }> {
  const items: T[] = []
  for await (const item of listing) {
    if (items.length === limit) return { items, more: true }
    items.push(item)
  }
  return { items, more: false }
}

function row<T>(item: T, columns: readonly ListColumn<T>[], surface: Surface): string {
  return columns.map((column) => field(column.raw?.(item) ?? column.cell(item, surface))).join('\t')
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('')
}
