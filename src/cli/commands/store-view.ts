import type { Compared } from '../../keeper/copy.ts'
import type { Checked } from '../../keeper/check.ts'
import type { Compacted } from '../../keeper/keeper.ts'
import { card } from '../card.ts'
import { clean, field } from '../clean.ts'
import type { Surface } from '../io.ts'
import { tableOf } from '../output.ts'
import type { View } from '../output.ts'
import { grouped } from '../progress.ts'

interface Backup {
  readonly store: string
  readonly file: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

export const backupCard: View<Backup> = {
  quiet: ({ file }) => file,
  text: (done, surface) =>
    card(
      [
        ['File', done.file],
        ['Store', done.store],
        ['Rows', grouped(done.rows), String(done.rows)],
        ['Size', size(done.bytes), String(done.bytes)],
        ['SHA-256', done.sha256],
      ],
      surface,
    ),
}

interface Restored {
  readonly store: string
  readonly file: string
  readonly rows: number
}

export const restoreCard: View<Restored> = {
  quiet: ({ store }) => store,
  text: (done, surface) =>
    card(
      [
        ['Store', done.store],
        ['File', done.file],
        ['Rows', grouped(done.rows), String(done.rows)],
      ],
      surface,
    ),
}

export interface Copied {
  readonly from: string
  readonly to: string
  readonly same: boolean
  /** Of rows that an earlier run had copied. */
  readonly earlier_rows: number
  readonly tables: readonly Compared[]
}

export const copyReport: View<Copied> = {
  quiet: ({ tables }) =>
    tables
      .filter(({ same }) => !same)
      .map(({ table }) => table)
      .join('\n'),
  text: ({ tables }, surface) => {
    if (!surface.tty) return tables.map((one) => fields(one.table, one.from, one.to, verdict(one))).join('\n')
    const shown = tables.filter(({ from, to, same }) => from > 0 || to > 0 || !same)
    const columns = [
      { title: 'Table', cell: (one: Compared) => one.table },
      { title: 'From', cell: (one: Compared) => grouped(one.from), align: 'right' },
      { title: 'To', cell: (one: Compared) => grouped(one.to), align: 'right' },
      {
        title: 'Content',
        cell: verdict,
        brush: ({ same }: Compared, paint: Surface['paint']) => (same ? paint.good : paint.bad),
      },
    ] as const
    return tableOf(shown, { columns }, surface)
  },
}

function verdict({ same }: Compared): string {
  return same ? 'same' : 'differs'
}

export const checkReport: View<Checked & { readonly store: string }> = {
  quiet: ({ problems }) => problems.map(clean).join('\n'),
  text: async ({ tables, problems, problem_count: count }, surface) => {
    if (!surface.tty) {
      return [
        ...tables.map((one) => fields(one.table, one.rows)),
        ...problems.map((one) => fields('problem', one)),
      ].join('\n')
    }
    const { paint } = surface
    const columns = [
      { title: 'Table', cell: (one: Checked['tables'][number]) => one.table },
      { title: 'Rows', cell: (one: Checked['tables'][number]) => grouped(one.rows), align: 'right' },
    ] as const
    const shown = tables.filter(({ rows }) => rows > 0)
    const more =
      count > problems.length ? [paint.faint(`  and ${grouped(count - problems.length)} more`)] : []
    const told =
      count === 0
        ? [`  ${paint.good('✓')} Everything holds.`]
        : [...problems.map((one) => `  ${paint.bad('✗')} ${clean(one)}`), ...more]
    return [await tableOf(shown, { columns }, surface), '', ...told].join('\n')
  },
}

export const compactCard: View<Compacted & { readonly store: string }> = {
  quiet: ({ after }) => String(after),
  text: (done, surface) =>
    card(
      [
        ['Store', done.store],
        ['Done', done.what],
        ['Before', size(done.before), String(done.before)],
        ['After', size(done.after), String(done.after)],
      ],
      surface,
    ),
}

interface Salvaged {
  readonly store: string
  readonly rows: number | null
  readonly damaged: boolean
  readonly notices: readonly string[]
}

export const salvageCard: View<Salvaged> = {
  quiet: ({ notices }) => notices.map(clean).join('\n'),
  text: ({ store, rows, damaged, notices }, surface) => {
    const facts = card(
      [
        ['Store', store],
        ['Rows', rows === null ? null : grouped(rows), String(rows)],
        ['Found', damaged ? notices.map(clean).join(' ') : 'Nothing was damaged.'],
      ],
      surface,
    )
    return damaged && surface.tty
      ? `${facts}\n\n  What is missing now: skillpass store check --store ${store}`
      : facts
  },
}

/** "1.4 MB". */
function size(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1_000 ** step
  return `${step === 0 ? value : value.toFixed(1)} ${units[step] ?? ''}`
}

function fields(...values: readonly (string | number)[]): string {
  return values.map((value) => field(String(value))).join('\t')
}
