import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { approve } from '../approve.ts'
import { CliError, exit, UsageError } from '../failure.ts'
import { arg, text, toggle } from '../flags.ts'
import { show } from '../output.ts'
import { rowProgress } from '../progress.ts'
import { stopSignal } from '../stop-signal.ts'
import { specOf, storeFlag, withKeeper, withStore } from '../store-place.ts'
import { codeOf } from '../system-error.ts'
import { verb } from '../verb.ts'
import type { DumpTrailer } from '../../keeper/dump-text.ts'
import type { Keeper } from '../../keeper/keeper.ts'
import type { OpenedStore } from '../../runtime/store-at.ts'
import { backupCard, restoreCard } from './store-view.ts'

export const backup = verb({
  name: 'backup',
  summary: 'write all of a store into one file, at one state',
  about:
    'Works while the service runs. The file is whole or not there at all, and compressed where its name ends in .gz. ' +
    'The secrets of the server itself are not in it: keep its secret file too, or webhook secrets cannot be read.',
  args: { file: arg(text('FILE|-'), 'the file to write, or - for stdout') },
  flags: { store: storeFlag },
  examples: [
    ['skillpass store backup skillpass.dump.gz', 'the data folder here'],
    [
      'skillpass store backup - --store json:/var/lib/skillpass | age -r KEY > skillpass.age',
      'never in the clear',
    ],
  ],
  run: async ({ file, store }, context) => {
    await withKeeper(await specOf(store, context), context, async ({ keeper }) => {
      if (file === '-') await backupToStdout(keeper, context)
      else await show(context, await backupToFile(keeper, file, context), backupCard)
    })
  },
})

async function backupToStdout(keeper: Keeper, context: Context): Promise<void> {
  for await (const part of await textOf(keeper, () => undefined)) await context.io.out(part)
}

async function backupToFile(keeper: Keeper, file: string, context: Context) {
  const [{ writeDumpFile }, { stat }] = await Promise.all([
    import('../../keeper/dump-file.ts'),
    import('node:fs/promises'),
  ])
  const path = resolve(context.cwd, file)
  const line = rowProgress(await keeper.rows(), context)
  const dump = await textOf(keeper, line.add)
  const ended: DumpTrailer[] = []
  const parts = async function* () {
    ended.push(yield* dump)
  }
  try {
    await writeDumpFile(path, parts())
  } catch (error) {
    throw fileFailure(error, 'write', path)
  } finally {
    await line.end()
  }
  const [{ counts, sha256 } = { counts: {}, sha256: '' }] = ended
  return { store: keeper.label, file: path, rows: rowsIn(counts), bytes: (await stat(path)).size, sha256 }
}

function rowsIn(counts: DumpTrailer['counts']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

async function textOf(keeper: Keeper, onRows: (count: number) => void) {
  const [{ dumpHeader, dumpText }, { version }] = await Promise.all([
    import('../../keeper/dump-text.ts'),
    import('../../sdk/version.gen.ts'),
  ])
  return dumpText(dumpHeader(version, Date.now()), keeper.changes(), onRows)
}

export const restore = verb({
  name: 'restore',
  summary: 'fill a store from a file that "backup" wrote',
  about:
    'Reads the whole file first and changes nothing when it is not whole. Nobody else may have the store open. When it ' +
    'breaks off half-way, the store is not served until it was restored again.',
  args: { file: arg(text('FILE|-'), 'the file to read, or - for stdin') },
  flags: { store: storeFlag, replace: toggle('although the store holds something: that is gone then') },
  examples: [
    ['skillpass store restore skillpass.dump.gz --store json:/var/lib/skillpass', 'into a new folder'],
    ['skillpass store restore skillpass.dump.gz --replace --yes', 'in the place of what is there'],
  ],
  run: async ({ file, store, replace }, context) => {
    const spec = await specOf(store, context)
    await withFile(file, context, async (path) => {
      const total = await verified(path, context)
      const rows = await withStore(spec, context, async (opened) => {
        await mayFill(opened, replace, context)
        await filled(opened, path, total, context)
        return { store: opened.label, file: file === '-' ? file : path, rows: total }
      })
      await show(context, rows, restoreCard)
    })
  },
})

/** stdin cannot be read twice: it goes into a file first, which only its owner can read, and not longer than needed. */
async function withFile(
  file: string,
  context: Context,
  work: (path: string) => Promise<void>,
): Promise<void> {
  if (file !== '-') return work(resolve(context.cwd, file))
  const [{ mkdtemp, rm, writeFile }, { tmpdir }] = await Promise.all([
    import('node:fs/promises'),
    import('node:os'),
  ])
  const folder = await mkdtemp(resolve(tmpdir(), 'skillpass-'))
  const removed = () => rm(folder, { recursive: true, force: true })
  const stop = stopSignal(context)
  // All of a store in the clear: a Ctrl-C must not leave it there.
  const stopped = async (signal: NodeJS.Signals): Promise<void> => {
    await removed().catch(() => undefined)
    stop.release()
    process.kill(process.pid, signal)
  }
  void stop.asked.then(stopped)
  try {
    const path = resolve(folder, 'stdin')
    await writeFile(path, context.io.inputParts(), { mode: 0o600 })
    await work(path)
  } finally {
    stop.release()
    await removed()
  }
}

/** Rows of a file that is whole. */
async function verified(path: string, context: Context): Promise<number> {
  const [{ linesOfFile }, { DumpError, verifyDump }, { UnknownChange }, { spin }] = await Promise.all([
    import('../../keeper/dump-file.ts'),
    import('../../keeper/dump-text.ts'),
    import('../../keeper/change-line.ts'),
    import('../spinner.ts'),
  ])
  try {
    const { counts } = await spin(context, 'Reading the file', () => verifyDump(linesOfFile(path)))
    return rowsIn(counts)
  } catch (error) {
    if (!(error instanceof DumpError || error instanceof UnknownChange || error instanceof SyntaxError)) {
      throw fileFailure(error, 'read', path)
    }
    const why = error instanceof SyntaxError ? 'a line in it is damaged or was cut off' : error.message
    const message = `${path} cannot be restored: ${why.replace(/\.$/, '')}.`
    throw new CliError(exit.condition, 'BACKUP_UNUSABLE', message, 'Nothing was changed. Use another file.')
  }
}

async function mayFill(opened: OpenedStore, replace: boolean, context: Context): Promise<void> {
  const { occupied } = await import('../../keeper/restore.ts')
  const state = await occupied(opened.store)
  // What an earlier run left half-done is of no use to anybody.
  if (state === 'empty' || state === 'restoring') return
  if (!replace) throw notEmpty(opened.label)
  const step = `Remove everything in ${opened.label} and put the backup in its place`
  await approve(context, { step, weight: 'final', name: 'replace' })
}

export function notEmpty(label: string): CliError {
  return new CliError(
    exit.condition,
    'STORE_NOT_EMPTY',
    `${label} holds something already. Nothing was changed.`,
    'Name an empty store, or add --replace: what is there is gone then.',
  )
}

async function filled(opened: OpenedStore, path: string, total: number, context: Context): Promise<void> {
  const [{ restore: fill }, { linesOfFile }, { changesOf }] = await Promise.all([
    import('../../keeper/restore.ts'),
    import('../../keeper/dump-file.ts'),
    import('../../keeper/dump-text.ts'),
  ])
  const line = rowProgress(total, context)
  try {
    await fill(opened.store, changesOf(linesOfFile(path)), line.add)
  } finally {
    await line.end()
  }
}

function fileFailure(error: unknown, what: 'read' | 'write', path: string): unknown {
  const isSystem = error instanceof Error && 'syscall' in error
  return isSystem
    ? new UsageError(`Cannot ${what} ${path} (${String(codeOf(error))}).`, 'Choose another file.')
    : error
}
