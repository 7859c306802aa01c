import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import type { Context } from '../context.ts'
import { ConditionNotMet } from '../failure.ts'
import { arg, text } from '../flags.ts'
import { show } from '../output.ts'
import { rowProgress } from '../progress.ts'
import { refuseMissing, specOf, storeFlag, withKeeper, withStore } from '../store-place.ts'
import { backup, restore } from './store-backup.ts'
import { copy } from './store-copy.ts'
import { checkReport, compactCard, salvageCard } from './store-view.ts'

const check = verb({
  name: 'check',
  summary: 'read all of a store and say what does not hold',
  about:
    'Every row can be read and stands in its place, what it names is there, the chains of evidence and of the audit log ' +
    'are whole. Works while the service runs. Ends with 8 when something does not hold.',
  flags: { store: storeFlag },
  examples: [
    ['skillpass store check', 'the data folder here'],
    ['skillpass store check --store json:/var/lib/skillpass --json | jq .problems', 'for a report'],
  ],
  run: async ({ store }, context) => {
    const checked = await withKeeper(await specOf(store, context), context, async ({ keeper }) => {
      const { check: examine } = await import('../../keeper/check.ts')
      const line = rowProgress(await keeper.rows(), context)
      const found = await examine(keeper.changes(), line.add).finally(() => void line.end())
      return { store: keeper.label, ...found }
    })
    await show(context, checked, checkReport)
    if (checked.problem_count > 0) throw new ConditionNotMet()
  },
})

const compact = verb({
  name: 'compact',
  summary: 'give back the room of what is gone',
  about:
    'Folds the journal of a data folder into its snapshot, or vacuums the tables of a database. A service does this by ' +
    'itself, and goes on meanwhile.',
  flags: { store: storeFlag },
  examples: [
    ['skillpass store compact', 'the data folder here'],
    ['skillpass store compact --store json:/var/lib/skillpass --json', 'bytes before and after'],
  ],
  run: async ({ store }, context) => {
    const spec = await specOf(store, context)
    const { spin } = await import('../spinner.ts')
    const done = await withKeeper(spec, context, async ({ keeper }) => ({
      store: keeper.label,
      ...(await spin(context, 'Compacting', () => keeper.compact())),
    }))
    await show(context, done, compactCard)
  },
})

const salvage = verb({
  name: 'salvage',
  summary: 'open a damaged data folder with what can be read',
  about:
    'Keeps every record that is whole and what the journal holds before its first damage. Damaged files go aside.',
  args: { dir: arg(text('DIR'), 'the damaged data folder') },
  examples: [
    ['skillpass store salvage /var/lib/skillpass', 'when it no longer opens'],
    ['skillpass store salvage .skillpass && skillpass store check', 'and what is missing then'],
  ],
  run: async ({ dir }, context) => show(context, await salvaged(dir, context), salvageCard),
})

async function salvaged(dir: string, context: Context) {
  const { parseStoreSpec } = await import('../../runtime/store-at.ts')
  const spec = parseStoreSpec(`json:${dir}`, context.cwd)
  await refuseMissing(spec)
  const notices: string[] = []
  const io = { ...context.io, err: async (notice: string) => void notices.push(notice.trimEnd()) }
  const work = async ({ label, rows }: { label: string; rows(): Promise<number | null> }) => ({
    store: label,
    rows: await rows(),
    damaged: notices.length > 0,
    notices,
  })
  return withStore(spec, { ...context, io }, work, { salvage: true })
}

export const store: Noun = {
  name: 'store',
  summary: 'back up, copy and check what a service keeps',
  verbs: [backup, restore, copy, check, compact, salvage],
}
