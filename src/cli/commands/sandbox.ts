import { choices } from '../../sdk/choices.gen.ts'
import { maskKey } from '../../sdk/mask.ts'
import { card } from '../card.ts'
import type { Context } from '../context.ts'
import { notRunning } from '../fetch.ts'
import { flag, oneOf } from '../flags.ts'
import { isAlive } from '../locator.ts'
import { note, show } from '../output.ts'
import type { View } from '../output.ts'
import { spin } from '../spinner.ts'
import { verb } from '../verb.ts'
import { moment } from '../when.ts'
import { once, idempotencyKey } from './common.ts'

interface Status {
  readonly url: string
  readonly status: 'ready'
  readonly mode: string | null
  readonly version: string | null
  readonly key: string | null
  readonly pid: number | null
  readonly data_dir: string | null
  readonly started_at: string | null
}

const statusCard: View<Status> = {
  quiet: (status) => status.url,
  text: (status, surface) => {
    const { paint, tty } = surface
    const facts = card(
      [
        ['URL', status.url],
        ['Mode', status.mode],
        ['Key', status.key],
        ['Data folder', status.data_dir],
        ['Process', status.pid === null ? null : String(status.pid)],
        ['Started', moment(status.started_at, surface)],
        ['Version', status.version],
      ],
      surface,
    )
    return tty ? `  ${paint.good('●')} ${paint.strong('running')}\n\n${facts}` : facts
  },
}

export const status = verb({
  name: 'status',
  summary: 'is a sandbox running, and where',
  examples: [
    ['skillpass status', 'address, key, data folder'],
    ['skillpass status --quiet || skillpass dev', 'start one unless it runs'],
  ],
  run: async (_, context) => {
    const connection = await context.connection()
    const client = await context.client()
    await client.documents.ready()
    const me = connection.apiKey === undefined ? null : await client.me.get()
    const own = connection.sandbox?.answersAt(connection.baseUrl) === true ? connection.sandbox : null
    await show(
      context,
      {
        url: connection.baseUrl,
        status: 'ready',
        mode: me?.mode ?? null,
        version: me?.version ?? null,
        key: connection.apiKey === undefined ? null : maskKey(connection.apiKey),
        pid: own?.pid ?? null,
        data_dir: own?.dataDir ?? null,
        started_at: own?.startedAt ?? null,
      },
      statusCard,
    )
  },
})

export const reset = verb({
  name: 'reset',
  summary: 'put the sandbox back to its seed',
  about: 'Removes everything, clock included. The printed key keeps working.',
  flags: {
    seed: flag(
      oneOf('SEED', choices['sandbox.reset'].seed),
      'another seed (default: the one it started with)',
    ),
    idempotencyKey,
  },
  examples: [
    ['skillpass reset', 'between two tests'],
    ['skillpass reset --seed empty', 'nothing but the key'],
  ],
  approval: () => ({ step: 'Remove everything this sandbox holds', weight: 'severe', name: 'reset' }),
  run: async (input, context) => {
    const client = await context.client()
    const work = () => client.sandbox.reset({ seed: input.seed }, once(input))
    const done = await spin(context, 'Putting everything back', work)
    await show(context, done, {
      quiet: ({ seed }) => seed,
      text: ({ seed }, { tty, paint }) => (tty ? `  ${paint.good('✓')} Back to the seed "${seed}".` : seed),
    })
  },
})

const pollMs = 50
const patienceMs = 15_000

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
    if (sandbox === null) throw notRunning()
    process.kill(sandbox.pid, 'SIGTERM')
    await spin(context, 'Stopping the sandbox', () => gone(sandbox.pid, context))
    await note(context, `Stopped. Its data stays in ${sandbox.dataDir}`)
  },
})

async function gone(pid: number, context: Context): Promise<void> {
  const deadline = context.now() + patienceMs
  while (isAlive(pid)) {
    if (context.now() > deadline) throw new Error(`Process ${pid} was asked to stop and still runs.`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
