import type { Output } from '../../contract/index.ts'
import { card, told } from '../card.ts'
import type { Surface } from '../io.ts'
import { tableOf } from '../output.ts'
import type { ListColumn, ListView, View } from '../output.ts'
import type { Paint } from '../paint.ts'
import { barSize, sparkline, sumsOf } from '../sparkline.ts'
import { date } from '../when.ts'

export type Usage = Output<'usage', 'get'>
type Day = Usage['by_day'][number]
type KeyCounts = Usage['by_key'][number]
export type Counts = Omit<Day, 'day'>
export type KeyUsage = Output<'keys', 'usage'>

const all = ['invites_sent', 'verifications_made', 'requests', 'errors', 'deliveries'] as const
type Counter = (typeof all)[number]

/** How each count is called. */
const titles: Readonly<Record<Counter, string>> = {
  invites_sent: 'Invites sent',
  verifications_made: 'Verifications',
  requests: 'Requests',
  errors: 'Errors',
  deliveries: 'Deliveries',
}

const ofKey = ['invites_sent', 'verifications_made', 'requests', 'errors'] as const

/** How a month went at a glance, and below it who asked. */
export const usageScreen: View<Usage> = {
  quiet: (usage) => String(usage.requests),
  text: async (usage, surface) => {
    if (!surface.tty) return totals(usage, all, usage, surface)
    const charts = chart({ title: 'Usage', range: usage, days: usage.by_day, counters: all }, surface)
    if (usage.by_key.length === 0) return charts
    return `${charts}\n\n${await tableOf(usage.by_key, keyUsageList, surface)}`
  },
}

/** The same of one key, which the service tells without its days of rest. */
export const keyUsageScreen: View<KeyUsage> = {
  quiet: (usage) => String(usage.requests),
  text: (usage, surface) => {
    if (!surface.tty) return `key\t${usage.key_id}\n${totals(usage, ofKey, usage, surface)}`
    return chart({ title: usage.key_id, range: usage, days: everyDay(usage), counters: ofKey }, surface)
  },
}

function totals(
  { from, to }: Range,
  counters: readonly Counter[],
  counts: Partial<Counts>,
  surface: Surface,
): string {
  const facts = counters.map((name) => [name, String(counts[name] ?? 0)] as const)
  return card([['From', from], ['To', to], ...facts], surface)
}

interface Range {
  readonly from: string
  readonly to: string
}

interface Chart {
  readonly title: string
  readonly range: Range
  readonly days: readonly Partial<Counts>[]
  readonly counters: readonly Counter[]
}

const widest = 61
const labelWidth = 13
/** For "most 1,234 on 28 Nov 2026". */
const peakWidth = 28

interface Line {
  readonly name: Counter
  readonly values: readonly number[]
  readonly total: string
}

function chart({ title, range, days, counters }: Chart, surface: Surface): string {
  const { paint, width } = surface
  const lines = counters.map((name) => lineOf(name, days))
  const room = Math.max(...lines.map(({ total }) => total.length))
  const free = width - labelWidth - room - 7
  const size = barSize(days.length, Math.min(widest, free))
  const peaks = size === 1 && free - days.length > peakWidth
  const rows = lines.map(({ name, values, total }) => {
    const label = paint.faint(titles[name].padEnd(labelWidth))
    const bars = brushed(sparkline(sumsOf(values, size)), name, paint)
    const peak = peaks ? paint.faint(peakOf(values, range)) : ''
    return `  ${label}  ${total.padStart(room)}  ${bars}${peak}`
  })
  return `  ${paint.strong(title)}  ${paint.faint(spanOf(range, days.length, size))}\n\n${rows.join('\n')}`
}

function lineOf(name: Counter, days: Chart['days']): Line {
  const values = days.map((day) => day[name] ?? 0)
  return { name, values, total: number(values.reduce((sum, value) => sum + value, 0)) }
}

function number(value: number): string {
  return value.toLocaleString('en-GB')
}

function peakOf(values: readonly number[], { from }: Range): string {
  const most = values.reduce((a, b) => Math.max(a, b), 0)
  if (most === 0 || values.length === 1) return ''
  const at = Date.parse(from) + values.lastIndexOf(most) * 86_400_000
  return `  most ${number(most)} on ${date(new Date(at).toISOString())}`
}

/** Days without anything stay in the background. */
function brushed(line: string, name: Counter, paint: Paint): string {
  const brush = name === 'errors' ? paint.warn : paint.accent
  return line.replaceAll(/▁+|[^▁]+/g, (part) => (part.startsWith('▁') ? paint.faint(part) : brush(part)))
}

function spanOf({ from, to }: Range, days: number, size: number): string {
  const range = days === 1 ? date(from) : `${date(from)} to ${date(to)}`
  return size === 1 ? range : `${range}, ${size} days a bar`
}

/** A column of numbers; the noughts stay in the background. */
function count(name: Counter, title: string, drop?: number): ListColumn<Partial<Counts>> {
  return {
    title,
    cell: (counts) => number(counts[name] ?? 0),
    raw: (counts) => String(counts[name] ?? 0),
    align: 'right',
    brush: (counts, paint) => {
      if (counts[name] === 0) return paint.faint
      return name === 'errors' ? paint.warn : (text) => text
    },
    ...(drop !== undefined && { drop }),
  }
}

export const dayList: ListView<Day> = {
  things: 'days',
  quiet: (day) => day.day,
  columns: [
    { title: 'Day', cell: (day) => date(day.day), raw: (day) => day.day },
    count('invites_sent', 'Invites'),
    count('verifications_made', 'Verified'),
    count('requests', 'Requests'),
    count('errors', 'Errors'),
    count('deliveries', 'Deliveries', 1),
  ],
}

export const keyUsageList: ListView<KeyCounts> = {
  things: 'keys with requests in these days',
  quiet: (key) => key.key_id,
  columns: [
    { title: 'Key', cell: (key) => key.key_id, drop: 2 },
    { title: 'Name', cell: (key) => told(key.name) ?? '', raw: (key) => key.name ?? '', least: 8 },
    { title: 'Last 4', cell: (key) => key.last4 ?? '', drop: 1 },
    count('invites_sent', 'Invites'),
    count('verifications_made', 'Verified'),
    count('requests', 'Requests'),
    count('errors', 'Errors'),
  ],
}

/** The days of the range in order, those without requests too. */
function everyDay({ from, to, by_day: days }: KeyUsage): Partial<Counts>[] {
  const known = new Map(days.map((one) => [one.day, one]))
  const dense: Partial<Counts>[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    dense.push(known.get(new Date(at).toISOString().slice(0, 10)) ?? {})
  }
  return dense
}
