import { NotFoundError } from '../../sdk/errors.ts'
import type { Skillpass } from '../../sdk/index.ts'
import type { Context } from '../context.ts'
import { skillsOf } from '../csv/catalogue.ts'
import { openCheckpoint } from '../csv/checkpoint.ts'
import type { Checkpoint } from '../csv/checkpoint.ts'
import type { Defaults } from '../csv/draft.ts'
import { keyOf, planOf } from '../csv/plan.ts'
import type { Plan } from '../csv/plan.ts'
import { refusal } from '../csv/problem.ts'
import { textOf } from '../csv/records.ts'
import { resultsText } from '../csv/results.ts'
import { rowsOf } from '../csv/rows.ts'
import type { Row } from '../csv/rows.ts'
import { sendAll } from '../csv/sending.ts'
import type { Ending } from '../csv/sending.ts'
import { readSource } from '../csv/source.ts'
import type { Source, SourceWish } from '../csv/source.ts'
import { UsageError } from '../failure.ts'
import { note } from '../output.ts'
import { progress } from '../progress.ts'
import { stopSignal } from '../stop-signal.ts'
import { writeWhole } from '../whole-file.ts'
import { conclude } from './invite-csv-view.ts'

interface Wish extends SourceWish {
  readonly defaults: Defaults
}

/**
 * What happens with a file of invites:
 * 1. all of it is read and checked, skills against the service: anything wrong, and nothing is sent;
 * 2. what the checkpoint knows as sent is left out;
 * 3. the rest goes out, several at a time; each answer is in the checkpoint before the next row begins;
 * 4. the results are written, whatever ended it.
 */
export async function sendFile({ defaults, ...wish }: Wish, context: Context): Promise<void> {
  const source = await readSource(wish, context)
  const rows = readRows(source, defaults)
  const client = await context.client()
  const skills = await skillsOf(rows, client)
  if (skills.problems.length > 0) throw refusal(source.name, skills.problems)
  const checkpoint = await openCheckpoint(source.checkpoint, client.baseUrl)
  try {
    await forgetLost(checkpoint, client, context)
    const plan = planOf(rows, skills.keys, checkpoint.sent)
    const ending = await send(plan, checkpoint, client, context)
    if (source.results !== null)
      await writeWhole(source.results, resultsText(rows, plan.outcomes), source.results)
    await conclude({ source, rows, outcomes: plan.outcomes, ...ending }, context)
  } finally {
    await checkpoint.close()
  }
}

function readRows({ name, bytes }: Source, defaults: Defaults): readonly Row[] {
  const text = textOf(bytes)
  if (text === null) throw new UsageError(`${name} is not UTF-8 text.`, 'Save it again as "CSV UTF-8".')
  const { rows, problems } = rowsOf(text, defaults)
  if (problems.length > 0) throw refusal(name, problems)
  return rows
}

/** A sandbox that was reset has the address it had, and none of the invites. */
async function forgetLost(checkpoint: Checkpoint, client: Skillpass, context: Context): Promise<void> {
  const last = [...checkpoint.sent.values()].at(-1)
  if (last === undefined) return
  try {
    await client.invites.get({ id: last })
  } catch (error) {
    if (!(error instanceof NotFoundError) || error.code !== 'INVITE_NOT_FOUND') throw error
    await checkpoint.forget()
    await note(context, `${client.baseUrl} was reset since the last run: all rows are sent again.`)
  }
}

/** What is in flight when a signal comes may end; a wait for the service may not. */
const graceMs = 5_000

async function send(
  { tasks, outcomes }: Plan,
  checkpoint: Checkpoint,
  client: Skillpass,
  context: Context,
): Promise<Ending> {
  const shown = progress(tasks.length, context)
  const stop = stopping(context)
  const keepsInvites = context.globals.json || !context.io.stdout.tty
  let done = 0
  try {
    const reason = await sendAll({
      rows: tasks,
      stop: stop.soft,
      post: async ({ row }) => {
        const options = { idempotencyKey: keyOf(row.draft), signal: stop.hard }
        const { data, response } = await client.invites.create(row.draft, options).withResponse()
        const status = response.status === 200 ? 'existing' : 'sent'
        return { status, inviteId: data.id, invite: keepsInvites ? data : null }
      },
      settled: async ({ at, id }, outcome) => {
        if (outcome.status !== 'failed') await checkpoint.add(id, outcome.inviteId)
        outcomes[at] = outcome
        done += 1
        shown.show(done)
      },
    })
    return { signal: stop.signal(), reason }
  } finally {
    stop.release()
    await shown.end()
  }
}

function stopping(context: Context) {
  const { asked, release } = stopSignal(context)
  const [soft, hard] = [new AbortController(), new AbortController()]
  let signal: NodeJS.Signals | null = null
  let timer: NodeJS.Timeout | undefined
  void asked.then((first) => {
    signal = first
    soft.abort()
    timer = setTimeout(() => hard.abort(), graceMs)
    return first
  })
  return {
    soft: soft.signal,
    hard: hard.signal,
    signal: (): NodeJS.Signals | null => signal,
    release: () => {
      release()
      clearTimeout(timer)
    },
  }
}
