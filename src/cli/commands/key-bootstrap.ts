import type { FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'
import { UsageError } from '../failure.ts'
import { flag, text } from '../flags.ts'
import { card } from '../card.ts'
import { show } from '../output.ts'
import type { View } from '../output.ts'
import { specOf, storeFlag, withKeeper } from '../store-place.ts'
import { codeOf } from '../system-error.ts'
import { verb } from '../verb.ts'
import type { MadeKey } from '../../keeper/bootstrap.ts'

export const keyBootstrap = verb({
  name: 'bootstrap',
  summary: 'make an admin key on the machine of the service',
  about:
    'For when no admin key is at hand. Needs no key: who may write to the store may do this. Its secret is printed once; ' +
    'with --quiet alone. Works while the service runs.',
  flags: {
    store: storeFlag,
    name: flag(text('NAME'), 'what the key is for (default Recovered admin key)'),
    out: flag(text('FILE'), 'write the secret into this new file, for its owner only, and print no secret'),
  },
  examples: [
    ['skillpass keys bootstrap --store json:/var/lib/skillpass', 'the secret, once'],
    ['skillpass keys bootstrap --out admin.key --quiet', 'never on a screen'],
  ],
  run: async ({ store, name = 'Recovered admin key', out }, context) => {
    const spec = await specOf(store, context)
    await withKeeper(spec, context, async ({ keeper }) => {
      if (out === undefined) return show(context, await keeper.bootstrap(name), madeCard)
      const path = resolve(context.cwd, out)
      const { id, name: given, mode } = await keptIn(path, () => keeper.bootstrap(name))
      return show(context, { id, name: given, mode, file: path }, fileCard)
    })
  },
})

const madeCard: View<MadeKey> = {
  quiet: ({ secret }) => secret,
  text: ({ id, name, mode, secret }, surface) => {
    const { tty, paint } = surface
    const facts = card(
      [
        ['Key', id],
        ['Name', name],
        ['Mode', mode],
        ['Secret', tty ? paint.accent(secret) : secret],
      ],
      surface,
    )
    return tty ? `${facts}\n\n  ${paint.faint('The secret is not shown again.')}` : facts
  },
}

const fileCard: View<Omit<MadeKey, 'secret'> & { readonly file: string }> = {
  quiet: ({ file }) => file,
  text: ({ file }) => file,
}

/** More than a secret takes. */
const room = 128

/**
 * The file is there, and room in it taken, before the key is: a secret that could not be written down would be lost.
 */
async function keptIn(path: string, make: () => Promise<MadeKey>): Promise<MadeKey> {
  const { open, rm } = await import('node:fs/promises')
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => unwritable(path, error))
  try {
    await takeRoom(file).catch((error: unknown) => unwritable(path, error))
    const made = await make()
    const { bytesWritten } = await file.write(`${made.secret}\n`, 0)
    await file.truncate(bytesWritten)
    await file.sync()
    return made
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

async function takeRoom(file: FileHandle): Promise<void> {
  await file.write('-'.repeat(room), 0)
  await file.sync()
}

function unwritable(path: string, error: unknown): never {
  const code = codeOf(error)
  if (code === 'EEXIST') throw new UsageError(`${path} exists already.`, 'Choose another file: --out FILE')
  throw new UsageError(`Cannot write ${path} (${String(code)}).`, 'Choose another file: --out FILE')
}
