import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  assert,
  asyncProperty,
  array,
  boolean,
  constantFrom,
  integer,
  oneof,
  record,
  tuple,
} from 'fast-check'
import { expect, test } from 'vitest'
import type { InviteRow } from '../../src/store/rows.ts'
import type { Store, Tx } from '../../src/store/types.ts'
import { temporaryFolder } from '../folder.ts'
import { crashCopy, loseTail, watchedDisk } from './disks.ts'
import { looked, opened } from './json-stores.ts'
import { instant, invite, inviteId } from './rows.ts'

const root = await temporaryFolder()

type Model = ReadonlyMap<string, InviteRow>

interface Operation {
  readonly kind: 'insert' | 'update' | 'remove' | 'clear'
  readonly row: InviteRow
}

interface Transaction {
  readonly operations: readonly Operation[]
  /** Ends in an error of its own. */
  readonly fails: boolean
  /** Waits for the answer before the next one is sent. */
  readonly awaited: boolean
}

const rows = record({
  number: integer({ min: 1, max: 40 }),
  skill: constantFrom('react', 'go', 'python'),
  status: constantFrom('pending' as const, 'accepted' as const, 'completed' as const),
  user_id: constantFrom(null, 'ann', 'بوب'),
  expires: integer({ min: 0, max: 5 }),
  filler: integer({ min: 0, max: 300 }),
}).map(({ number, skill, status, user_id, expires, filler }) =>
  invite(number, { skill, status, user_id, expires_at: instant(expires), closed_reason: 'é'.repeat(filler) }),
)
const kinds = oneof(
  { weight: 10, arbitrary: constantFrom('insert' as const, 'update' as const) },
  { weight: 3, arbitrary: constantFrom('remove' as const) },
  { weight: 1, arbitrary: constantFrom('clear' as const) },
)
const transactions = array(
  record({
    operations: array(record({ kind: kinds, row: rows }), { minLength: 1, maxLength: 5 }),
    fails: boolean(),
    awaited: boolean(),
  }).map((each) => ({ ...each, fails: each.fails && each.operations.length === 3 })),
  { minLength: 10, maxLength: 40 },
)
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

async function outcome(work: Promise<void>): Promise<'done' | 'refused'> {
  return work.then(
    () => 'done',
    () => 'refused',
  )
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

/** null: the transaction has to fail. */
function applied(before: Model, { operations, fails }: Transaction): Model | null {
  const after = new Map(before)
  for (const { kind, row } of operations) {
    if (kind === 'clear') after.clear()
    else if (kind === 'remove') after.delete(row.id)
    else if (after.has(row.id) === (kind === 'insert')) return null
    else after.set(row.id, row)
  }
  return fails ? null : after
}

async function run(tx: Tx, { operations, fails }: Transaction): Promise<void> {
  for (const { kind, row } of operations) {
    if (kind === 'clear') await tx.clear()
    else if (kind === 'remove') await tx.remove('invites', row.id)
    else await tx[kind]('invites', row)
  }
  if (fails) throw new Error('on purpose')
}

/** All rows, and on the way that every look-up agrees with them. */
async function everything(store: Store): Promise<Model> {
  return store.transact(async (tx) => {
    const { rows: all } = await tx.page('invites', { limit: 1_000, direction: 'oldest' })
    const pick = (fits: (row: InviteRow) => boolean) => all.filter(fits)
    for (const skill of ['react', 'go', 'python']) {
      expect(await tx.find('invites', 'skill', skill)).toEqual(pick((row) => row.skill === skill))
      const where = { skill, user_id: 'ann' }
      const both = await tx.page('invites', { where, limit: 1_000, direction: 'oldest' })
      expect(both.rows).toEqual(pick((row) => row.skill === skill && row.user_id === 'ann'))
    }
    const due = pick(({ status }) => status !== 'completed').toSorted(
      (a, b) => a.expires_at.localeCompare(b.expires_at) || a.id.localeCompare(b.id),
    )
    expect(await tx.claimDue('invites', instant(9), 1_000)).toEqual(due)
    expect(await tx.nextDue('invites')).toBe(due[0]?.expires_at ?? null)
    for (const number of [1, 17, 40]) {
      expect(await tx.get('invites', inviteId(number))).toEqual(all.find(({ id }) => id === inviteId(number)))
    }
    return new Map(all.map((row) => [row.id, row]))
  })
}
