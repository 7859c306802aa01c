import { iso } from '../core/instant.ts'
import { redactText } from '../core/redact.ts'
import { ipOf, type Exchange } from '../server/exchange.ts'
import { jsonLine } from './log-json.ts'
import { prettyLine, type LogPaint } from './log-pretty.ts'

export type LogLevel = 'error' | 'warn' | 'info'
export type LogFormat = 'json' | 'pretty'

/** What a line says beside its message; undefined is left out. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

export interface LogLine {
  readonly time: string
  readonly level: LogLevel
  readonly msg: string
  readonly fields: LogFields
}

export interface LogParts {
  readonly format: LogFormat
  /** Lines of less weight are not written. */
  readonly level: LogLevel
  readonly paint: LogPaint
  /** Real time, milliseconds since the epoch. */
  now(): number
  /** Takes one line with its line feed. `urgent`: what may be the last that the process says. */
  write(line: string, urgent: boolean): void
}

/** What a deployed server tells its operator. No line holds a secret, whatever it is told. */
export interface Log {
  /** A request was answered. */
  request(exchange: Exchange): void
  /** An error that is our fault, with the request or the part of the service in which it came up. */
  fault(error: unknown, during: string): void
  warn(msg: string, fields?: LogFields): void
  /** A step in the life of the process. */
  info(msg: string, fields?: LogFields): void
}

const weights = { error: 2, warn: 1, info: 0 } as const

export function createLog(parts: LogParts): Log {
  const say = (level: LogLevel, msg: string, fields: LogFields, urgent = true): void => {
    const line = { time: iso(parts.now()), level, msg, fields }
    parts.write(parts.format === 'json' ? jsonLine(line) : prettyLine(line, parts.paint), urgent)
  }
  const isWanted = (level: LogLevel): boolean => weights[level] >= weights[parts.level]
  return {
    request(exchange) {
      const level = levelOf(exchange)
      if (level !== null && isWanted(level)) say(level, 'request', requestFields(exchange), false)
    },
    fault(error, during) {
      const name = during.startsWith('req_') ? 'request_id' : 'during'
      const { message, ...fields } = faultFields(error)
      say('error', message, { [name]: during, ...fields })
    },
    warn(msg, fields = {}) {
      if (isWanted('warn')) say('warn', redactText(msg), redacted(fields))
    },
    info(msg, fields = {}) {
      if (isWanted('info')) say('info', redactText(msg), redacted(fields))
    },
  }
}

/** They come every few seconds and say nothing, until they fail. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

function levelOf({ path, answer }: Exchange): LogLevel | null {
  if (probes.has(path)) return answer.status < 400 ? null : 'warn'
  return answer.status >= 500 ? 'error' : 'info'
}

function requestFields(exchange: Exchange): LogFields {
  return {
    request_id: exchange.id,
    method: exchange.method,
    route: exchange.route ?? undefined,
    path: shownPath(exchange),
    status: exchange.answer.status,
    duration_ms: Math.round((performance.now() - exchange.started) * 1000) / 1000,
    key_id: exchange.key?.id,
    ip: ipOf(exchange),
    trace_id: exchange.trace?.id,
    error_code: exchange.errorCode ?? undefined,
  }
}

const longestPath = 1_000

/** Redacted before it is cut: half a secret would not be recognised. Addresses of people are not for a log either. */
function shownPath({ path, search }: Exchange): string {
  const whole = redactText(search === '' ? path : `${path}?${search}`)
  const shown = whole.replaceAll(/[^/?&=]+(?:@|%40)[^/?&=]*/gi, '[email]')
  return shown.length <= longestPath ? shown : `${shown.slice(0, longestPath)}…`
}

function faultFields(error: unknown) {
  if (!(error instanceof Error)) return { message: redactText(String(error)) }
  const stack = error.stack === undefined ? undefined : redactText(error.stack)
  return { message: redactText(error.message), error: error.name, stack }
}

function redacted(fields: LogFields): LogFields {
  const entries = Object.entries(fields)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? redactText(value) : value]),
  )
}
