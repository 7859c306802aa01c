import type { Output } from '../../contract/index.ts'
import { card, headline, told } from '../card.ts'
import { clean, fenced, field } from '../clean.ts'
import type { Surface } from '../io.ts'
import type { ListView, View } from '../output.ts'
import type { Paint } from '../paint.ts'
import { moment, relative } from '../when.ts'

export type Log = Output<'logs', 'get'>

function statusBrush({ status }: Log, paint: Paint): (text: string) => string {
  if (status >= 500) return paint.bad
  return status >= 400 ? paint.warn : paint.good
}

export const logList: ListView<Log> = {
  things: 'requests',
  quiet: (log) => log.request_id,
  columns: [
    { title: 'Request', cell: (log) => log.request_id, drop: 1 },
    { title: 'When', cell: (log, { now }) => relative(log.at, now), raw: (log) => log.at, drop: 3 },
    { title: 'Status', cell: (log) => String(log.status), brush: statusBrush },
    {
      title: 'ms',
      cell: (log) => log.duration_ms.toFixed(0),
      raw: (log) => String(log.duration_ms),
      align: 'right',
      drop: 4,
    },
    { title: 'Method', cell: (log) => log.method },
    { title: 'Path', cell: (log) => log.path, least: 16 },
    { title: 'Error', cell: (log) => log.error_code ?? '', brush: (_, paint) => paint.warn, drop: 2 },
  ],
}

export const logCard: View<Log> = {
  quiet: (log) => log.request_id,
  text: (log, surface) => {
    const { tty, paint } = surface
    const facts = card(
      [
        ['Request', tty ? null : log.request_id],
        ['Status', tty ? null : String(log.status)],
        ['Method', tty ? null : log.method],
        ['Path', tty ? null : log.path],
        ['When', moment(log.at, surface)],
        ['Took', `${log.duration_ms} ms`, String(log.duration_ms)],
        ['Operation', log.route],
        ['Error', log.error_code],
        ['Key', log.key_id],
        ['From', log.ip],
        ['Client', told(log.user_agent)],
      ],
      surface,
    )
    if (!tty) return facts
    const line = `${log.method} ${clean(log.path)}`
    const status = String(log.status)
    const head = `${paint.strong(line)}  ${statusBrush(log, paint)(status)}`
    const parts = [headline(head, line.length + 2 + status.length, log.request_id, surface), facts]
    return [
      ...parts,
      message('Request', log.request, surface),
      message('Response', log.response, surface),
    ].join('\n\n')
  },
}

function message(title: string, { headers, body }: Log['request'], { paint }: Surface): string {
  const names = Object.entries(headers).map(
    ([name, value]) => `    ${paint.faint(`${name}:`)} ${clean(value)}`,
  )
  const lines =
    body === null || body === ''
      ? []
      : [
          '',
          ...pretty(body)
            .split('\n')
            .map((line) => `    ${cleanIndented(line)}`),
        ]
  return [`  ${paint.strong(title)}`, ...names, ...lines].join('\n')
}

/** Keeps the indentation that JSON gave the line. */
function cleanIndented(line: string): string {
  const indent = /^ */.exec(line)?.[0] ?? ''
  return indent + clean(line.slice(indent.length))
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Beside its path an error is told only where there is room for both. */
const roomy = 84
const left = 34
const pathColumn = 36

/** One request of a live stream. */
export async function logLine(log: Log, surface: Surface): Promise<string> {
  const { at, status, duration_ms: took, method, path, error_code: error, request_id: id } = log
  const { tty, paint, width } = surface
  if (!tty) return [at, status, Math.round(took), method, field(path), error ?? '', id].join('\t')
  const { shorten, width: columnsOf } = await import('../width.ts')
  const brush = statusBrush(log, paint)
  const head = `  ${paint.faint(at.slice(11, 19))}  ${brush(String(status))}  ${paint.faint(tookText(took))}  ${method.padEnd(6)}  `
  const beside = error !== null && width >= roomy
  const room = Math.max(8, width - left - 1 - (beside ? error.length + 2 : 0))
  const shown = shorten(clean(path), room)
  const line = `${head}${fenced(shown)}`
  if (error === null) return line
  if (!beside) return `${line}\n${' '.repeat(left)}${brush(error)}`
  return `${line}${' '.repeat(Math.max(0, Math.min(pathColumn, room) - columnsOf(shown)))}  ${brush(error)}`
}

/** In seven columns, from 1 ms to hours. */
function tookText(ms: number): string {
  const text = ms < 9_999.5 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1_000)} s`
  return text.padStart(7)
}
