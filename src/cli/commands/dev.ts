import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { UsageError } from '../failure.ts'
import { flag, text, toggle, whole } from '../flags.ts'
import { dataFolderName } from '../locator.ts'
import { stopSignal } from '../stop-signal.ts'
import { verb } from '../verb.ts'
import type { Sandbox, SandboxOptions } from '../../sandbox.ts'
import { start } from './dev-start.ts'
import { clockFlags, rateLimit, serverGroup, webhookFlags } from './dev-flags.ts'
import { checkForwarding, prepareForwarding } from './dev-forward.ts'
import type { ForwardWish } from './dev-forward.ts'
import { firstScreen } from './dev-screen.ts'
import { readyLine } from './ready-line.ts'

export const dev = verb({
  name: 'dev',
  summary: 'start the sandbox on this machine',
  about: `The whole service, with people, skills and invites in it. Data stays in ./${dataFolderName} between runs.`,
  flags: {
    ephemeral: toggle('keep nothing on disk'),
    seed: flag(text('SEED'), 'what a new sandbox holds: default, empty or a seed file'),
    port: flag(
      whole('N', 0, 65_535),
      'this port or none (default 4747 or a free one; 0: any free one)',
      serverGroup,
    ),
    host: flag(text('HOST'), 'address to listen on (default 127.0.0.1)', serverGroup),
    rateLimit,
    open: toggle('open the dashboard in the browser', serverGroup),
    ...webhookFlags,
    ...clockFlags,
  },
  examples: [
    ['skillpass dev', 'start, or go on where the last run ended'],
    ['skillpass dev --forward-to localhost:3000/webhook', 'with webhooks to your own server'],
    ['skillpass dev --ephemeral --port 0 --json', 'for a script: one line says where and with which key'],
  ],
  run: async (input, context) => {
    checkForwarding(input)
    const dataDir = dataFolder(input.ephemeral, context)
    const options: SandboxOptions = {
      dataDir,
      seed: input.seed,
      port: input.port,
      portFallback: input.port === undefined,
      host: input.host,
      clock: input.clock,
      freeze: input.freeze,
      rateLimit: input.rateLimit,
      onNotice: (notice) => void context.io.err(`${notice}\n`).catch(() => {}),
    }
    const stop = stopSignal(context)
    try {
      const sandbox = await start(options)
      await serve(sandbox, input, context, stop.asked)
    } finally {
      stop.release()
    }
  },
})

function dataFolder(ephemeral: boolean, { globals, env, cwd }: Context): string | undefined {
  if (!ephemeral) return resolve(cwd, globals.data ?? env.dataDir ?? dataFolderName)
  if (globals.data !== undefined) throw new UsageError('--data and --ephemeral exclude each other.')
  return undefined
}

interface Wishes extends ForwardWish {
  readonly open: boolean
  readonly seed: string | undefined
  readonly host: string | undefined
}

/** Until a signal asks for the end, or nobody reads the first screen any more. */
async function serve(
  sandbox: Sandbox,
  wishes: Wishes,
  context: Context,
  asked: Promise<unknown>,
): Promise<void> {
  const { io, globals } = context
  const end = new AbortController()
  let forwarding: Promise<void> | null = null
  try {
    const prepared = await prepareForwarding(sandbox, wishes, context)
    await io.out(
      globals.json ? readyLine(sandbox) : firstScreen(sandbox, { ...wishes, forwarding: prepared }, context),
    )
    if (wishes.open && io.stdout.tty) await openDashboard(sandbox, context)
    forwarding = prepared?.run(end.signal) ?? null
    await Promise.race(forwarding === null ? [asked] : [asked, forwarding])
    if (io.stderr.tty && !globals.quiet) await io.err('\nStopping…\n')
  } finally {
    end.abort()
    try {
      await forwarding
    } finally {
      await sandbox.close()
    }
  }
}

/** A machine without a browser is no reason to fail. */
async function openDashboard({ dashboardUrl }: Sandbox, { env }: Context): Promise<void> {
  const { openBrowser } = await import('../browser.ts')
  await openBrowser(new URL(dashboardUrl), env)
}
