import { printable } from '../printable.ts'
import type { LogFields, LogLine } from './log.ts'

type Brush = (text: string) => string

/** The colours of a terminal; each leaves the text as it is where there are none. */
export interface LogPaint {
  readonly strong: Brush
  readonly faint: Brush
  readonly good: Brush
  readonly warn: Brush
  readonly bad: Brush
}

/** For a person who watches: the time of day, what happened in columns, the rest behind it. */
export function prettyLine(line: LogLine, paint: LogPaint): string {
  const time = paint.faint(line.time.slice(11, 23))
  const text = line.msg === 'request' ? requestText(line.fields, paint) : eventText(line, paint)
  return `${time}  ${text}\n`
}

function requestText(fields: LogFields, paint: LogPaint): string {
  const status = Number(fields['status'])
  const took = `${Number(fields['duration_ms']).toFixed(1)} ms`
  const parts = [
    statusBrush(status, paint)(String(status)),
    paint.strong(shown(fields['method']).padEnd(6)),
    paint.faint(took.padStart(9)),
    shown(fields['path']),
    paint.warn(shown(fields['error_code'])),
    paint.faint(shown(fields['request_id'])),
  ]
  return parts.filter((part) => part !== '').join('  ')
}

function statusBrush(status: number, paint: LogPaint): Brush {
  if (status >= 500) return paint.bad
  return status >= 400 ? paint.warn : paint.good
}

const marks = { error: '✗  ', warn: '!  ', info: '●  ' } as const

function eventText({ level, msg, fields }: LogLine, paint: LogPaint): string {
  const brush = { error: paint.bad, warn: paint.warn, info: paint.good }[level]
  const { stack, error: _name, ...rest } = fields
  const facts = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => paint.faint(`${name}=${shown(value)}`))
  const head = [brush(marks[level]) + printable(msg).replaceAll('\n', ' '), ...facts].join('  ')
  return typeof stack === 'string' ? `${head}\n${paint.faint(traceOf(stack))}` : head
}

/** The head of a stack repeats the message. */
function traceOf(stack: string): string {
  const lines = printable(stack).split('\n')
  return lines
    .filter((line) => /^\s+at /.test(line))
    .map((line) => `              ${line.trim()}`)
    .join('\n')
}

function shown(value: LogFields[string]): string {
  return printable(String(value ?? '')).replaceAll(/[\n\t]/g, ' ')
}
