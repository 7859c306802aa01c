import type { Context } from '../context.ts'
import { CliError, exit } from '../failure.ts'
import { nodeFetch, notRunning } from '../fetch.ts'
import { isAlive } from '../locator.ts'
import type { LocalSandbox } from '../locator.ts'
import { hasCode } from '../system-error.ts'
import { json, note } from '../output.ts'
import { spin } from '../spinner.ts'
import { verb } from '../verb.ts'

const pollMs = 50
const usualSeconds = 15
const answerMs = 2_000

export const stop = verb({
  name: 'stop',
  summary: 'stop the running sandbox',
  about: 'It answers what it has begun and writes everything down before it ends.',
  examples: [
    ['skillpass stop', 'the one of this folder'],
    ['skillpass stop --data ../other/.skillpass', 'that of another folder'],
  ],
  run: async (_, context) => {
    const { sandbox } = await context.connection()
    if (sandbox === null || !(await listens(sandbox.url))) throw notRunning()
    askToStop(sandbox)
    await spin(context, 'Stopping the sandbox', () => gone(sandbox.pid, context))
    const { url, pid, dataDir } = sandbox
    const { io, globals } = context
    if (globals.json) await io.out(json({ url, status: 'stopped', pid, data_dir: dataDir }, io.stdout))
    await note(context, `Stopped. Its data stays in ${dataDir}`)
  },
})

/** After a crash its pid may have gone to a stranger, who must not get the signal: the address tells. */
async function listens(url: string): Promise<boolean> {
  const init = {
    method: 'GET',
    headers: {},
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
  } as const
  try {
    await (await nodeFetch(`${url}/healthz`, init)).text()
    return true
  } catch (error) {
    return !hasCode(error, 'ECONNREFUSED')
  }
}

function askToStop({ pid, dataDir }: LocalSandbox): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch (error) {
    // Somebody else has just stopped it.
    if (hasCode(error, 'ESRCH')) return
    if (!hasCode(error, 'EPERM')) throw error
    const message = `The sandbox in ${dataDir} was started by another user: process ${pid}.`
    throw new CliError(exit.permission, 'SANDBOX_NOT_YOURS', message, 'Stop it as that user.')
  }
}

async function gone(pid: number, { now, globals }: Context): Promise<void> {
  const seconds = globals.timeout ?? usualSeconds
  const deadline = now() + seconds * 1_000
  while (isAlive(pid)) {
    if (now() > deadline) {
      const message = `Process ${pid} was asked to stop and still runs after ${seconds} s.`
      const hint = `Nothing it has acknowledged is lost by: kill -9 ${pid}`
      throw new CliError(exit.condition, 'STOP_TIMED_OUT', message, hint)
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
