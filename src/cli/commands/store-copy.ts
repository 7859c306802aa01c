import { approve } from '../approve.ts'
import type { Context } from '../context.ts'
import { ConditionNotMet, UsageError } from '../failure.ts'
import { arg, text, toggle } from '../flags.ts'
import { note, show } from '../output.ts'
import { rowProgress } from '../progress.ts'
import { specOf, withKeeper, withStore } from '../store-place.ts'
import { verb } from '../verb.ts'
import type { CopyParts } from '../../keeper/copy.ts'
import type { Keeper } from '../../keeper/keeper.ts'
import type { OpenedStore, StoreSpec } from '../../runtime/store-at.ts'
import { notEmpty } from './store-backup.ts'
import { copyReport } from './store-view.ts'
import type { Copied } from './store-view.ts'

export const copy = verb({
  name: 'copy',
  summary: 'copy a store into another, of either kind',
  about:
    'A run that breaks off is taken up by the next. At the end both are read again and compared, table by table: it ends ' +
    'with 8 when they differ, as they do when FROM was written to meanwhile. The secrets of the server itself are not ' +
    'in a store: the service on TO needs the same secret file.',
  args: {
    from: arg(text('FROM'), 'json:DIR or postgres://…'),
    to: arg(text('TO'), 'json:DIR or postgres://…, an empty one'),
  },
  flags: { replace: toggle('although TO holds something: that is gone then') },
  examples: [
    [
      'skillpass store copy json:.skillpass postgres://skillpass@db.internal/skillpass',
      'from one machine to many',
    ],
    ['skillpass store copy json:/var/lib/skillpass json:/mnt/skillpass --json | jq .same', 'for a script'],
  ],
  run: async ({ from, to, replace }, context) => {
    const [source, target] = [await specOf(from, context), await specOf(to, context)]
    if (addressOf(source) === addressOf(target)) throw sameStore()
    const copied = await withKeeper(source, context, ({ keeper, opened: held }) => {
      return withStore(target, context, async (opened) => {
        await makeRoom(opened, held, replace, context)
        return copyAll(keeper, opened, context)
      })
    })
    await show(context, copied, copyReport)
    if (copied.same) return
    await note(context, 'TO is not served as it is. Stop what writes to FROM, then copy anew with --replace.')
    throw new ConditionNotMet()
  },
})

/** An earlier copy that broke off is gone on with, unless everything is to be replaced. */
async function makeRoom(
  opened: OpenedStore,
  from: OpenedStore | null,
  replace: boolean,
  context: Context,
): Promise<void> {
  const [{ occupied }, { isSameStore }] = await Promise.all([
    import('../../keeper/restore.ts'),
    import('../../keeper/same-store.ts'),
  ])
  const state = await occupied(opened.store)
  if (state === 'empty' || (state === 'copying' && !replace)) return
  if (!replace) throw notEmpty(opened.label)
  // A source that another process holds is a folder, and TO is one that nobody held.
  if (from !== null && (await isSameStore(from.store, opened.store))) throw sameStore()
  if (state === 'filled') {
    const step = `Remove everything in ${opened.label} and put the copy in its place`
    await approve(context, { step, weight: 'final', name: 'replace' })
  }
  await opened.store.transact((tx) => tx.clear())
}

function addressOf(spec: StoreSpec): string {
  return spec.kind === 'json' ? spec.dir : spec.url
}

function sameStore(): UsageError {
  return new UsageError('FROM and TO are the same store.')
}

async function copyAll(keeper: Keeper, opened: OpenedStore, context: Context): Promise<Copied> {
  const { copy: run } = await import('../../keeper/copy.ts')
  const total = await keeper.rows()
  // Copied once, then read on both sides.
  const line = rowProgress(total === null ? null : total * 3, context)
  let earlier = 0
  const parts: CopyParts = {
    source: () => keeper.changes(),
    target: opened.store,
    targetChanges: () => opened.changes(),
    onCopied: (rows, isEarlier) => {
      if (isEarlier) earlier += rows
      line.add(rows)
    },
    onCompared: line.add,
  }
  const tables = await run(parts).finally(() => void line.end())
  const same = tables.every((one) => one.same)
  return { from: keeper.label, to: opened.label, same, earlier_rows: earlier, tables }
}
