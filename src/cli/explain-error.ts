import { CliError, exit, PartlyDone, UsageError } from './failure.ts'
import type { Exit } from './failure.ts'
import type { Scanned } from './globals.ts'
import type { Surface } from './io.ts'
import { ConnectionError, RateLimitError, SkillpassError } from '../sdk/errors.ts'
import { maskSecrets } from '../sdk/mask.ts'
import { clean } from './clean.ts'
import { codeOf } from './system-error.ts'
import { inCommands } from './in-commands.ts'
import { withGuess } from './nearest.ts'
import { wrap } from './wrap.ts'

export interface Explained {
  readonly status: Exit
  /** For stderr. */
  readonly text: string
}

/** What went wrong, for a person or as the API's own error object in one line. */
export function explain(thrown: unknown, scanned: Scanned, surface: Surface): Explained {
  const error = causeOf(thrown)
  const status = exitOf(error)
  const text = scanned.globals.json
    ? `${JSON.stringify({ error: fieldsOf(error) })}\n`
    : forPeople(error, scanned, surface)
  return { status, text: maskSecrets(text) }
}

/** A failure of our own that had to travel through the client. */
function causeOf(error: unknown): unknown {
  return error instanceof ConnectionError && error.cause instanceof CliError ? error.cause : error
}

function exitOf(error: unknown): Exit {
  if (error instanceof CliError) return error.exit
  if (error instanceof PartlyDone) return exitOf(causeOf(error.cause))
  if (!(error instanceof SkillpassError)) return exit.unexpected
  if (error instanceof ConnectionError || error instanceof RateLimitError) return exit.network
  if (error.code === 'PARAMETER_INVALID') return exit.usage
  return error.status === null ? exit.unexpected : exitOfStatus(error.status)
}

function exitOfStatus(status: number): Exit {
  if (status === 404 || status === 410) return exit.notFound
  if (status === 401 || status === 403) return exit.permission
  if (status === 408) return exit.network
  return status >= 400 && status < 500 ? exit.refused : exit.unexpected
}

function fieldsOf(error: unknown): object {
  if (error instanceof SkillpassError) return error.toJSON()
  if (error instanceof PartlyDone) return { ...error.cause.toJSON(), details: error.details }
  const unexpected = { code: 'UNEXPECTED', hint: null, details: null }
  const { code, hint, details } = error instanceof CliError ? error : unexpected
  return {
    code,
    message: [messageOf(error), hint]
      .filter((part) => part !== null)
      .join(' ')
      .replaceAll('\n', ' '),
    status: null,
    doc_url: null,
    request_id: null,
    param: null,
    details,
    retryable: false,
    retry_after_seconds: null,
  }
}

const indent = ' '.repeat(7)

function forPeople(error: unknown, scanned: Scanned, { paint, width }: Surface): string {
  // Who sends requests by hand reads of requests.
  const spoken = scanned.rest[0] === 'api' ? (text: string) => text : inCommands
  const lines = (text: string) => wrap(spoken(text).split('\n').map(clean).join('\n'), width, indent)
  const head = `${paint.bad('error')}  ${lines(messageOf(error)).trimStart()}`
  const notes = [...detailsOf(error), ...hintsOf(error, scanned)].map((note) => paint.faint(lines(note)))
  return [head, ...notes, ...traceOf(error), ''].join('\n')
}

function messageOf(error: unknown): string {
  if (error instanceof UsageError) return withGuess(error.message, error.near)
  return error instanceof Error ? error.message : String(error)
}

/** What a machine refuses: no space, no right, a broken disk. */
const ofMachine = new Set<unknown>([
  'EACCES',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOSPC',
  'EPERM',
  'EROFS',
])

/** Only for what should never happen: it goes into the report about it. */
function traceOf(error: unknown): string[] {
  const isKnown = error instanceof CliError || error instanceof SkillpassError || ofMachine.has(codeOf(error))
  return isKnown || !(error instanceof Error) ? [] : [error.stack ?? '']
}

/** Every problem the service named, but a single one that its message tells already. */
function detailsOf(error: unknown): string[] {
  if (!(error instanceof SkillpassError) || !Array.isArray(error.details)) return []
  const problems = error.details.filter(isProblem)
  if (problems.length === 1 && problems.every(({ message }) => error.message.includes(message))) return []
  return problems.map(({ pointer, message }) => `${pointer.replace(/^\//, '')} ${message}`)
}

function isProblem(value: unknown): value is { readonly pointer: string; readonly message: string } {
  if (typeof value !== 'object' || value === null) return false
  return (
    'pointer' in value &&
    typeof value.pointer === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  )
}

function hintsOf(error: unknown, { rest }: Scanned): string[] {
  if (error instanceof UsageError && error.hint === null) return [`Help: skillpass ${commandOf(rest)}--help`]
  if (error instanceof CliError) return error.hint === null ? [] : [error.hint]
  if (!(error instanceof SkillpassError)) return []
  if (error.status === null) return againHint(error)
  const missingKey =
    error.code === 'AUTH_MISSING' ? ['Set SKILLPASS_API_KEY, or run this in the folder of your sandbox.'] : []
  const facts = [error.code, String(error.status), error.requestId].filter((fact) => fact !== null)
  return [
    ...missingKey,
    ...againHint(error),
    facts.join('  '),
    ...(error.docUrl === null ? [] : [error.docUrl]),
  ]
}

/** A write that may or may not have arrived: sent again with its own key it happens once. */
function againHint({ code, status, idempotencyKey }: SkillpassError): string[] {
  const isUncertain = status === null ? code === 'TIMEOUT' || code === 'CONNECTION_FAILED' : status >= 500
  return isUncertain && idempotencyKey !== null
    ? [`It may have arrived. To send it again safely, add\n--idempotency-key ${idempotencyKey}`]
    : []
}

/** The words before the first flag or argument, as far as they can name a command. */
function commandOf(rest: readonly string[]): string {
  const names = rest.slice(0, 2).filter((word) => /^[a-z][a-z-]*$/.test(word))
  return names.length === 0 ? '' : `${names.join(' ')} `
}
