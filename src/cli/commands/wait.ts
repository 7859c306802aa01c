import { SkillpassError } from '../../sdk/errors.ts'
import type { Connection } from '../connection.ts'
import { contextOf } from '../context.ts'
import type { Context } from '../context.ts'
import { CliError, exit } from '../failure.ts'
import { json, note } from '../output.ts'
import { verb } from '../verb.ts'

const usualSeconds = 30
const pollMs = 50
/** One that takes connections and never answers is asked again after this; nobody gets less than the other. */
const patienceMs = 2_000
const leastMs = 250
/** What answers at the default address may belong to another folder: the own sandbox gets so long to appear first. */
const courtesyMs = 1_000

export const wait = verb({
  name: 'wait',
  summary: 'wait until the sandbox answers',
  about:
    `Ends with 0 as soon as it takes requests, with 8 when that takes longer than --timeout (default ${usualSeconds}s). ` +
    'It may start later; it is found as by every command: by this folder, --data, --base-url or SKILLPASS_BASE_URL. ' +
    'Prints nothing; with --json, its address.',
  examples: [
    ['skillpass dev > dev.log & skillpass wait && npm test', 'in a script'],
    ['skillpass wait --base-url http://skillpass:4747 --timeout 2m', 'for one in another container'],
  ],
  run: async (_, context) => {
    const begun = context.now()
    const url = await ready(context, begun)
    const waited = { url, status: 'ready', waited_ms: context.now() - begun }
    if (context.globals.json) await context.io.out(json(waited, context.io.stdout))
    await note(context, `Ready at ${url}`)
  },
})

/** Where it answers, once it does. */
async function ready(context: Context, begun: number): Promise<string> {
  const seconds = context.globals.timeout ?? usualSeconds
  const end = begun + seconds * 1_000
  for (;;) {
    const connection = await context.connection()
    const left = Math.min(patienceMs, end - context.now())
    const reason = await refusal(connection, context, Math.max(leastMs, left), begun)
    if (reason === null) return connection.baseUrl
    if (context.now() + pollMs >= end) throw timedOut(connection, reason, seconds)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Why it is not ready; null when it is. */
async function refusal(
  connection: Connection,
  context: Context,
  ms: number,
  begun: number,
): Promise<string | null> {
  const { globals, env, now } = context
  const isNamed = (globals.data ?? env.dataDir) !== undefined
  if (connection.from === 'default' && (isNamed || now() - begun < courtesyMs)) return 'No sandbox runs here.'
  try {
    // Here --timeout is that of the whole wait.
    const client = await contextOf({ ...context, globals: { ...globals, timeout: undefined } }).client()
    await client.documents.ready({ timeout: ms, maxRetries: 0 })
    return null
  } catch (error) {
    if (!(error instanceof SkillpassError) || error.code === 'PARAMETER_INVALID') throw error
    return error.message
  }
}

function timedOut({ from, baseUrl }: Connection, reason: string, seconds: number): CliError {
  const isLocal = from === 'default' || from === 'sandbox'
  return new CliError(
    exit.condition,
    'WAIT_TIMED_OUT',
    isLocal ? `No sandbox was ready here within ${seconds} s.` : `Not ready within ${seconds} s: ${baseUrl}`,
    isLocal ? 'Start one: skillpass dev' : reason,
  )
}
