import { resolve } from 'node:path'
import type { Sandbox } from '../../sandbox.ts'
import type { Context } from '../context.ts'
import { ChildFailed, Interrupted } from '../failure.ts'
import { commandLine, flag, text, whole } from '../flags.ts'
import { maskLine } from '../github-actions.ts'
import { relaySignals } from '../signal-relay.ts'
import type { SignalRelay } from '../signal-relay.ts'
import { verb } from '../verb.ts'
import { clockFlags, rateLimit, serverGroup, webhookFlags } from './dev-flags.ts'
import { checkForwarding, prepareForwarding } from './dev-forward.ts'
import type { ForwardWish } from './dev-forward.ts'
import { start } from './dev-start.ts'

export const exec = verb({
  name: 'exec',
  summary: 'run a command with a sandbox of its own',
  about:
    'The command finds SKILLPASS_BASE_URL and SKILLPASS_API_KEY in its environment, and SKILLPASS_WEBHOOK_SECRET ' +
    'with --forward-to. The sandbox is on a free port and in memory, and gone when the command ends: as many at ' +
    'once as you like. Nothing is printed, signals go to the command, and its exit code is passed on; 125 when it ' +
    'could not start. In GitHub Actions the key is masked in the log.',
  args: { command: commandLine('the command and its arguments, as they are') },
  flags: {
    seed: flag(text('SEED'), 'what the sandbox holds: default, empty or a seed file'),
    data: flag(text('DIR'), 'keep the data in this folder'),
    port: flag(whole('N', 0, 65_535), 'this port or none (default: any free one)', serverGroup),
    rateLimit,
    ...webhookFlags,
    ...clockFlags,
  },
  examples: [
    ['skillpass exec -- npm test', 'the tests of a project, against a fresh sandbox'],
    ['skillpass exec --seed empty --clock 2027-01-01 --freeze -- npm test', 'always the same'],
    [`skillpass exec -- sh -c 'curl "$SKILLPASS_BASE_URL/readyz"'`, 'with variables in the command line'],
  ],
  run: async (input, context) => {
    checkForwarding(input)
    const relay = relaySignals(context.now)
    try {
      const sandbox = await start({
        dataDir: input.data && resolve(context.cwd, input.data),
        seed: input.seed,
        port: input.port ?? 0,
        clock: input.clock,
        freeze: input.freeze,
        rateLimit: input.rateLimit,
        onNotice: (notice) => void context.io.err(`${notice}\n`).catch(() => {}),
      })
      const status = await runIn(sandbox, input, context, relay)
      if (status !== 0) throw new ChildFailed(status)
    } finally {
      relay.release()
    }
  },
})

interface Wishes extends ForwardWish {
  readonly command: readonly string[]
}

/** The exit code of the command; whatever happens, the sandbox is gone after it. */
async function runIn(
  sandbox: Sandbox,
  wishes: Wishes,
  context: Context,
  relay: SignalRelay,
): Promise<number> {
  const end = new AbortController()
  let forwarding: Promise<void> | null = null
  try {
    const silent = { ...context, globals: { ...context.globals, quiet: true, json: false } }
    const prepared = await prepareForwarding(sandbox, wishes, silent)
    forwarding = prepared?.run(end.signal) ?? null
    // Told below, once the command has ended: until then it must not count as unhandled.
    forwarding?.catch(() => {})
    const secret = prepared?.secret ?? null
    await mask([sandbox.apiKey, secret], context)
    const { runChild } = await import('../child.ts')
    if (relay.kept !== null) throw new Interrupted(relay.kept)
    return await runChild(wishes.command, variables(sandbox, secret, context), relay)
  } finally {
    end.abort()
    try {
      await forwarding
    } finally {
      await sandbox.close()
    }
  }
}

async function mask(secrets: readonly (string | null)[], { env, io }: Context): Promise<void> {
  if (!env.githubActions) return
  for (const secret of secrets) if (secret !== null) await io.err(maskLine(secret))
}

/** Those of this process and ours; without its profile, which names another service. */
function variables({ url, apiKey }: Sandbox, secret: string | null, { env }: Context): NodeJS.ProcessEnv {
  return {
    ...env.variables,
    SKILLPASS_PROFILE: undefined,
    SKILLPASS_BASE_URL: url,
    SKILLPASS_API_KEY: apiKey,
    ...(secret !== null && { SKILLPASS_WEBHOOK_SECRET: secret }),
  }
}
