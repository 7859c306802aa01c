import { relative } from 'node:path'
import { ConnectionError, familyOf, SkillpassError } from '../../sdk/errors.ts'
import { card } from '../card.ts'
import type { Context } from '../context.ts'
import type { Of, Outcome } from '../csv/outcome.ts'
import type { Row } from '../csv/rows.ts'
import type { Ending } from '../csv/sending.ts'
import type { Source } from '../csv/source.ts'
import { CliError, exit, Interrupted, PartlyDone } from '../failure.ts'
import { showItems, tableOf } from '../output.ts'
import type { ListColumn } from '../output.ts'
import { inviteList } from './invite-view.ts'

interface Done extends Ending {
  readonly source: Source
  readonly rows: readonly Row[]
  readonly outcomes: readonly Outcome[]
}

/** A row and what became of it. */
interface Settled<O extends Outcome> {
  readonly row: Row
  readonly outcome: O
}

/** Tells what became of a file, as data and as the end of the command. */
export async function conclude(done: Done, context: Context): Promise<void> {
  const sent = settled(done, isSent)
  const failed = settled(done, isFailed)
  const { globals, io } = context
  const isWhole = done.signal === null && done.reason === null && failed.length === 0
  if (isWhole || !globals.json) await report(done, sent, failed, context)
  if (done.signal !== null) {
    if (!globals.json) await io.err(`${stopped(done)}\n`)
    throw new Interrupted(done.signal)
  }
  if (done.reason !== null) throw await halted(done, sent, failed, context)
  if (failed.length > 0) throw partly(done, sent, failed, context)
}

type Sent = Of<'sent' | 'existing'>
type Failed = Of<'failed'>

function isSent(outcome: Outcome): outcome is Sent {
  return outcome.status === 'sent' || outcome.status === 'existing'
}

function isFailed(outcome: Outcome): outcome is Failed {
  return outcome.status === 'failed'
}

function settled<O extends Outcome>(
  { rows, outcomes }: Done,
  has: (outcome: Outcome) => outcome is O,
): readonly Settled<O>[] {
  return rows.flatMap((row, at) => {
    const outcome = outcomes[at]
    return outcome !== undefined && has(outcome) ? [{ row, outcome }] : []
  })
}

async function report(
  done: Done,
  sent: readonly Settled<Sent>[],
  failed: readonly Settled<Failed>[],
  context: Context,
): Promise<void> {
  const { io, globals } = context
  if (globals.quiet) return io.out(sent.map(({ outcome }) => `${outcome.inviteId}\n`).join(''))
  if (io.stdout.tty && !globals.json) return io.out(await screen(done, failed, context))
  const invites = sent.flatMap(({ outcome }) => (outcome.invite === null ? [] : [outcome.invite]))
  return showItems(context, invites, inviteList)
}

const mostShown = 20

/** For people: how many of each, and which failed; the rest is in the results. */
async function screen(done: Done, failed: readonly Settled<Failed>[], context: Context): Promise<string> {
  const { io } = context
  const table = failed.length === 0 ? [] : [await tableOf(failed.slice(0, mostShown), { columns }, io.stdout)]
  const more = failed.length > mostShown ? [`  and ${failed.length - mostShown} more`] : []
  return `\n${[card(facts(done, context), io.stdout), ...table, ...more].join('\n\n')}\n\n`
}

function facts({ outcomes, source }: Done, { cwd }: Context): [string, string | null][] {
  const count = (has: (outcome: Outcome) => boolean) => {
    const number = outcomes.filter(has).length
    return number === 0 ? null : String(number)
  }
  const isSkipped = (outcome: Outcome) => outcome.status === 'skipped'
  return [
    ['Sent', String(outcomes.filter(({ status }) => status === 'sent').length)],
    ['Already open', count(({ status }) => status === 'existing')],
    ['Sent before', count((o) => isSkipped(o) && 'sameAs' in o && o.sameAs === null)],
    ['Twice in the file', count((o) => isSkipped(o) && 'sameAs' in o && o.sameAs !== null)],
    ['Failed', count(isFailed)],
    ['Not sent yet', count(({ status }) => status === 'unsent')],
    ['Results', source.results === null ? null : near(source.results, cwd)],
    ['Checkpoint', source.checkpoint === null ? null : near(source.checkpoint, cwd)],
  ]
}

function near(path: string, cwd: string): string {
  const short = relative(cwd, path)
  return short.startsWith('..') ? path : short
}

const columns: readonly ListColumn<Settled<Failed>>[] = [
  { title: 'Line', cell: ({ row }) => String(row.line), align: 'right' },
  { title: 'Candidate', cell: ({ row }) => row.draft.candidate_email, least: 12 },
  { title: 'Problem', cell: ({ outcome }) => outcome.message, brush: (_, paint) => paint.bad, least: 20 },
]

function unsent({ outcomes }: Done): number {
  return outcomes.filter(({ status }) => status === 'unsent').length
}

function stopped(done: Done): string {
  const left = unsent(done)
  return left === 0 ? 'Stopped, after the last row.' : `Stopped: ${left} not sent yet. ${goOn}`
}

const goOn = 'Run the same command again: only the rest is sent.'

/** What ended it, with what went out before. */
async function halted(
  done: Done,
  sent: readonly Settled<Sent>[],
  failed: readonly Settled<Failed>[],
  { globals, io }: Context,
): Promise<unknown> {
  const reason = done.reason instanceof SkillpassError ? withoutKey(done.reason) : done.reason
  if (sent.length + failed.length === 0) return reason
  if (globals.json && reason instanceof SkillpassError)
    return new PartlyDone(reason, { ...details(done, sent, failed), problem: reason.details })
  if (!globals.json && !globals.quiet) await io.err(`${stopped(done)}\n`)
  return reason
}

/** The key of a single row is no use to anybody: the next run sends it by itself. */
function withoutKey(error: SkillpassError): SkillpassError {
  const { code, message, status, docUrl, requestId, param, details, retryable, retryAfter, cause } = error
  const Family =
    error instanceof ConnectionError ? ConnectionError : status === null ? SkillpassError : familyOf(status)
  return new Family({
    code,
    message,
    status,
    docUrl,
    requestId,
    param,
    details,
    retryable,
    retryAfter,
    cause,
  })
}

function partly(
  done: Done,
  sent: readonly Settled<Sent>[],
  failed: readonly Settled<Failed>[],
  context: Context,
): CliError {
  const all = done.rows.length
  const what = `${failed.length} of ${all} ${all === 1 ? 'row' : 'rows'} failed.`
  const hint = `Mend ${failed.length === 1 ? 'it' : 'them'} and run the same command again: what was sent is not sent twice.`
  const message = [what, ...reasons(failed, context)].join('\n')
  return new CliError(exit.condition, 'ROWS_FAILED', message, hint, details(done, sent, failed))
}

/** Which rows and why, where neither a table nor the details of the error tell it. */
function reasons(failed: readonly Settled<Failed>[], { io, globals }: Context): readonly string[] {
  if (globals.json || (io.stdout.tty && !globals.quiet)) return []
  const left = failed.length - mostShown
  const lines = failed
    .slice(0, mostShown)
    .map(({ row, outcome }) => `line ${row.line}, ${row.draft.candidate_email}: ${outcome.message}`)
  return left > 0 ? [...lines, `and ${left} more`] : lines
}

function details(done: Done, sent: readonly Settled<Sent>[], failed: readonly Settled<Failed>[]): object {
  return {
    sent: sent.map(({ row, outcome }) => ({
      line: row.line,
      email: row.draft.candidate_email,
      id: outcome.inviteId,
    })),
    failed: failed.map(({ row, outcome: { code, message } }) => ({
      line: row.line,
      email: row.draft.candidate_email,
      code,
      message,
    })),
    unsent: unsent(done),
    results: done.source.results,
  }
}
