import { clean } from '../clean.ts'
import type { Context } from '../context.ts'
import { curlOf, sendsKey } from '../../curl.ts'
import { UsageError } from '../failure.ts'
import { toggle } from '../flags.ts'
import { note, take } from '../output.ts'
import { relative } from '../when.ts'
import type { Log } from './logs-view.ts'

export const curlFlag = toggle('as a curl command that sends it again')

/** The command that sends a request again; where it is not as it was is told beside it. */
export async function showCurl(context: Context, log: Log, baseUrl: string): Promise<void> {
  const { parts, notes } = curlOf(log, baseUrl)
  await context.io.out(`${command(parts, context)}\n`)
  await warn(notes, context)
  await tellKey([log], context)
}

/** One for each of a list, under a comment to sh, so that the whole can be pasted. */
export async function showCurls(
  context: Context,
  listing: AsyncIterable<Log>,
  most: number,
  baseUrl: string,
): Promise<void> {
  const { items, more } = await take(listing, most)
  for (const log of items) {
    const { parts, notes } = curlOf(log, baseUrl)
    await context.io.out(`${title(log, context)}${command(parts, context)}\n`)
    const about = notes.map((text) => `${log.request_id}: ${text}`)
    await warn(about, context)
  }
  if (more) await note(context, `The newest ${most} requests; there are more: --limit ${most * 4}`)
  await tellKey(items, context)
}

/** Before anything is asked. */
export function refuseCurlAsJson({ globals }: Context): void {
  if (globals.json) throw new UsageError('--curl and --json exclude each other.')
}

/** One line for programs, one a part for people. */
function command(parts: readonly string[], { io }: Context): string {
  return parts.join(io.stdout.tty ? ' \\\n  ' : ' ')
}

function title(log: Log, { io }: Context): string {
  const { tty, paint, now } = io.stdout
  if (!tty) return ''
  const facts = [String(log.status), ...(log.error_code === null ? [] : [log.error_code])]
  return `\n${paint.faint(clean(`# ${facts.join(' ')}, ${relative(log.at, now)}, ${log.request_id}`))}\n`
}

/** Told in a pipe as well: whoever runs the command must know. */
async function warn(notes: readonly string[], { io, globals }: Context): Promise<void> {
  if (globals.quiet) return
  for (const text of notes) await io.err(`${io.stderr.paint.warn(text)}\n`)
}

async function tellKey(logs: readonly Log[], context: Context): Promise<void> {
  if (context.env.apiKey !== undefined) return
  if (logs.some(sendsKey))
    await note(context, 'The key is read from $SKILLPASS_API_KEY, which is not set here.')
}
