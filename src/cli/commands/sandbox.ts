import type { Output } from '../../contract/index.ts'
import { choices } from '../../sdk/choices.gen.ts'
import { AuthenticationError } from '../../sdk/errors.ts'
import type { Skillpass } from '../../sdk/index.ts'
import { maskKey } from '../../sdk/mask.ts'
import { card } from '../card.ts'
import { flag, oneOf } from '../flags.ts'
import { show } from '../output.ts'
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
  /** Whether the service takes that key; null without one. */
  readonly key_accepted: boolean | null
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
        [
          'Key',
          status.key_accepted === false ? `${status.key ?? ''}  ${paint.bad('not accepted')}` : status.key,
        ],
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
    const hasKey = connection.apiKey !== undefined
    const me = hasKey ? await known(client) : null
    const own = connection.sandbox?.answersAt(connection.baseUrl) === true ? connection.sandbox : null
    await show(
      context,
      {
        url: connection.baseUrl,
        status: 'ready',
        mode: me?.mode ?? null,
        version: me?.version ?? null,
        key: connection.apiKey === undefined ? null : maskKey(connection.apiKey),
        key_accepted: hasKey ? me !== null : null,
        pid: own?.pid ?? null,
        data_dir: own?.dataDir ?? null,
        started_at: own?.startedAt ?? null,
      },
      statusCard,
    )
  },
})

/** Who the key is; null when it is refused, for it runs all the same. */
async function known(client: Skillpass): Promise<Output<'me', 'get'> | null> {
  try {
    return await client.me.get()
  } catch (error) {
    if (error instanceof AuthenticationError) return null
    throw error
  }
}

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
