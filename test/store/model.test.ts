import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, asyncProperty, array, integer, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../folder.ts'
import { crashCopy, loseTail, watchedDisk } from './disks.ts'
import { looked, opened } from './json-stores.ts'
import { applied, everything, outcome, run, transactions, type Model, type Transaction } from './model.ts'

const root = await temporaryFolder()

/** At which steps of the disk it crashes, and how much of what is not synced a power cut takes, in 1/10. */
const crashes = array(tuple(integer({ min: 3, max: 60 }), integer({ min: 0, max: 10 })), { maxLength: 3 })

test('random transactions, a crash anywhere, replay: the state is that of a prefix with all that was acknowledged', async () => {
  expect.hasAssertions()
  let runs = 0
  await assert(
    asyncProperty(transactions, crashes, async (sent, crashAt) => {
      runs += 1
      await check(join(root, `run ${runs}`), sent, new Map(crashAt))
    }),
    { numRuns: 60 },
  )
})

async function check(
  dir: string,
  sent: readonly Transaction[],
  crashAt: ReadonlyMap<number, number>,
): Promise<void> {
  await mkdir(dir)
  const copies: { path: string; acknowledged: number }[] = []
  const answered = { last: 0 }
  const disk = crashingDisk(dir, crashAt, async (path) => {
    copies.push({ path, acknowledged: answered.last })
  })
  const store = await opened(join(dir, 'data'), { disk, compactionFloor: 3_000 })
  const states: Model[] = [new Map()]
  const answers: Promise<string>[] = []
  for (const transaction of sent) {
    const after = applied(states.at(-1) ?? new Map(), transaction)
    if (after !== null) states.push(after)
    const place = states.length - 1
    const answer = outcome(store.transact(async (tx) => run(tx, transaction))).then((result) => {
      expect(result).toBe(after === null ? 'refused' : 'done')
      answered.last = Math.max(answered.last, place)
      return result
    })
    answers.push(answer)
    if (transaction.awaited) await answer
  }
  await Promise.all(answers)
  const end = states.at(-1) ?? new Map()
  expect(await everything(store)).toEqual(end)
  await store.close()
  expect((await looked(join(dir, 'data'), everything)).seen).toEqual(end)
  for (const { path, acknowledged } of copies) {
    const { seen } = await looked(path, everything)
    expect(states.slice(acknowledged)).toContainEqual(seen)
  }
  await rm(dir, { recursive: true })
}

/** Copies the folder at the given steps, then takes from the copy a part of what was not synced yet. */
function crashingDisk(
  dir: string,
  crashAt: ReadonlyMap<number, number>,
  onCrash: (path: string) => Promise<void>,
) {
  let steps = 0
  const lengths = { written: 0, synced: 0 }
  const watched = watchedDisk(async () => {
    steps += 1
    const loss = crashAt.get(steps)
    if (loss === undefined) return
    const path = join(dir, `crash ${steps}`)
    await onCrash(path)
    const { written, synced } = lengths
    await crashCopy(join(dir, 'data'), path)
    await loseTail(path, written - Math.floor(((written - synced) * loss) / 10))
  })
  return {
    ...watched,
    async open(path: string, flags: 'r+' | 'w') {
      const file = await watched.open(path, flags)
      if (!path.includes('journal-')) return file
      Object.assign(lengths, { written: 0, synced: 0 })
      return {
        ...file,
        async write(bytes: Uint8Array, position: number) {
          await file.write(bytes, position)
          lengths.written = position + bytes.length
        },
        async sync() {
          const { written } = lengths
          await file.sync()
          lengths.synced = written
        },
      }
    },
  }
}
