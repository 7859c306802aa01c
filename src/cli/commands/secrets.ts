import { join, resolve } from 'node:path'
import { card } from '../card.ts'
import type { Context } from '../context.ts'
import { CliError, exit, UsageError } from '../failure.ts'
import { flag, text, whole } from '../flags.ts'
import { liveFolderName } from '../locator.ts'
import { show as showOne } from '../output.ts'
import type { View } from '../output.ts'
import { specOf, withKeeper } from '../store-place.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'

const where = {
  secretFile: flag(text('FILE'), "the server's own secrets, as `serve` was told"),
  store: flag(text('STORE'), 'json:DIR that holds them, where `serve` was told no file'),
}

interface Where {
  readonly secretFile: string | undefined
  readonly store: string | undefined
}

const show = verb({
  name: 'show',
  summary: 'which generations there are, not what they are',
  flags: where,
  examples: [
    ['skillpass secrets show', 'those of the data folder here'],
    ['skillpass secrets show --secret-file /etc/skillpass/secrets.json', 'those of a file'],
  ],
  run: async (input, context) => await tell(fileOf(input, context), context),
})

const rotate = verb({
  name: 'rotate',
  summary: 'put new secrets before the old ones',
  about:
    'Running servers find them within seconds: what is new is sealed with them, what the old ones made stays readable. ' +
    'With a secret file on several machines, copy it to all of them first.',
  flags: where,
  examples: [
    ['skillpass secrets rotate', 'nothing has to be restarted'],
    ['skillpass secrets rotate --secret-file /etc/skillpass/secrets.json', 'those of a file'],
  ],
  run: async (input, context) => {
    const path = fileOf(input, context)
    const { rotateSecretFile } = await import('../../runtime/secret-file.ts')
    await known(path)
    await orTold(() => rotateSecretFile(path))
    await tell(path, context)
  },
})

const prune = verb({
  name: 'prune',
  summary: 'forget the oldest secrets',
  about:
    "Candidates' links that an old secret made end with it, and so do cursors. Webhook secrets are sealed anew within a " +
    'minute of the rotation, by a running server. With --store (or SKILLPASS_STORE) nothing is forgotten that they need.',
  flags: { ...where, keep: flag(whole('N', 1, 100), 'generations to keep (default 1)') },
  examples: [
    ['skillpass secrets prune --keep 2', 'the newest and the one before stay'],
    ['skillpass secrets prune --store json:/var/lib/skillpass', 'only the newest stay'],
  ],
  approval: ({ keep = 1 }) => ({
    step: `Forget all secrets but the newest ${keep}; links that older ones made end`,
    weight: 'moderate',
    name: 'prune',
  }),
  run: async (input, context) => {
    const path = fileOf(input, context)
    const { pruneSecretFile } = await import('../../runtime/secret-file.ts')
    await known(path)
    await refuseNeeded(input, path, context)
    await orTold(() => pruneSecretFile(path, input.keep ?? 1))
    await tell(path, context)
  },
})

/** A running server is sealing anew, and is waited for; a store that nobody serves stays as it is. */
async function refuseNeeded(
  { keep = 1, ...input }: Where & { readonly keep: number | undefined },
  path: string,
  context: Context,
): Promise<void> {
  const { storeExists } = await import('../../runtime/store-at.ts')
  const named = storeOf(input, context)
  const spec = named === undefined ? null : await specOf(named, context)
  if (spec === null || !(await storeExists(spec))) return
  const [{ readGenerations }, { needsOlder }] = await Promise.all([
    import('../../runtime/secret-file.ts'),
    import('../../keeper/secret-use.ts'),
  ])
  const kept = (await readGenerations(path)).slice(0, keep)
  await withKeeper(spec, context, async ({ keeper, opened }) => {
    const isServed = opened?.dir === undefined || opened.dir === null
    const deadline = performance.now() + (isServed ? patienceMs : 0)
    while (await needsOlder(keeper, kept)) {
      if (performance.now() >= deadline) throw stillNeeded(keeper.label)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  })
}

const patienceMs = 10_000

function stillNeeded(label: string): CliError {
  return new CliError(
    exit.condition,
    'SECRETS_IN_USE',
    `${label} still needs older secrets: without them its webhook secrets could not be read. Nothing was forgotten.`,
    'Start the service, which seals them anew within a minute, and do this again.',
  )
}

export const secrets: Noun = {
  name: 'secrets',
  summary: "the server's own secrets: rotate, forget old ones",
  verbs: [show, rotate, prune],
}

function fileOf({ secretFile, store }: Where, context: Context): string {
  const { cwd, env } = context
  const file = secretFile ?? env.setting('secretFile')
  if (file !== undefined) return resolve(cwd, file)
  const spec = storeOf({ secretFile, store }, context)
  const dir = /^json:(.+)$/.exec(spec ?? '')?.[1]
  if (dir !== undefined) return resolve(cwd, join(dir, 'server-secrets.json'))
  throw new UsageError('A database holds no secrets of the server. Name their file: --secret-file FILE.')
}

/** undefined: a file was named, and no store with it. */
function storeOf({ secretFile, store }: Where, { env }: Context): string | undefined {
  const isFileNamed = (secretFile ?? env.setting('secretFile')) !== undefined
  return store ?? env.setting('store') ?? (isFileNamed ? undefined : `json:${liveFolderName}`)
}

/** A rotation of what is not there would make secrets that belong to no store. */
async function known(path: string): Promise<readonly string[]> {
  const { nameOf, readGenerations } = await import('../../runtime/secret-file.ts')
  const names = (await orTold(() => readGenerations(path))).map(nameOf)
  if (names.length > 0) return names
  throw new CliError(
    exit.notFound,
    'SECRETS_NOT_FOUND',
    `There is no file of secrets at ${path}.`,
    '`serve` makes it.',
  )
}

async function orTold<A>(work: () => Promise<A>): Promise<A> {
  const { SecretFileError } = await import('../../runtime/secret-file-error.ts')
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SecretFileError)) throw error
    throw new CliError(exit.usage, 'SECRETS_UNUSABLE', error.message)
  }
}

interface Generations {
  readonly path: string
  readonly newest: string
  readonly older: readonly string[]
}

const generations: View<Generations> = {
  quiet: ({ newest }) => newest,
  text: ({ path, newest, older }, surface) =>
    card(
      [
        ['File', path],
        ['Newest', newest],
        ['Older', older.length === 0 ? null : older.join(', ')],
      ],
      surface,
    ),
}

async function tell(path: string, context: Context): Promise<void> {
  const [newest = '', ...older] = await known(path)
  await showOne(context, { path, newest, older }, generations)
}
