import { appendFile, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../folder.ts'
import { contents, inviteNumbers, looked, opened, putInvites, refusal } from './json-stores.ts'

const root = await temporaryFolder()
const whole = join(root, 'whole')
const journal = 'journal-0000000000000001'
await fill()
const bytes = await readFile(join(whole, journal))
const lastLine = bytes.lastIndexOf(10, bytes.length - 2) + 1

async function fill(): Promise<void> {
  const store = await opened(whole)
  for (const number of [1, 2]) await putInvites(store, [number])
  await store.transact(async (tx) => tx.insert('meta', { id: 'last', value: 'torn' }))
  await store.close()
}

async function withJournal(name: string, content: Uint8Array): Promise<string> {
  const dir = join(root, name)
  await mkdir(dir)
  await writeFile(join(dir, journal), content)
  return dir
}

test('cut at every byte of its last record, the journal loses that record and nothing else', async () => {
  for (let end = lastLine; end < bytes.length; end += 1) {
    const dir = await withJournal(`cut-${end}`, bytes.subarray(0, end))
    const { seen, notices } = await looked(dir, inviteNumbers)
    expect(seen).toEqual([1, 2])
    expect(notices.map(({ kind }) => kind)).toEqual(end === lastLine ? [] : ['torn_tail'])
    expect((await stat(join(dir, journal))).size).toBe(lastLine)
  }
})

test('what was cut is kept and named, and writing goes on behind it', async () => {
  const dir = await withJournal('kept', bytes.subarray(0, -5))
  const { notices } = await looked(dir, async (store) => putInvites(store, [4]))
  const [notice] = notices
  expect(notice?.message).toContain(`${bytes.length - 5 - lastLine} bytes after transaction 2`)
  expect(await readFile(notice?.path ?? '')).toEqual(bytes.subarray(lastLine, -5))
  const again = await looked(dir, inviteNumbers)
  expect(again).toEqual({ seen: [1, 2, 4], notices: [] })
})

test('a second torn tail at the same place does not overwrite the first', async () => {
  const dir = await withJournal('twice', bytes.subarray(0, -5))
  await looked(dir, inviteNumbers)
  await appendFile(join(dir, journal), bytes.subarray(lastLine, -9))
  await looked(dir, inviteNumbers)
  expect((await readdir(dir)).filter((name) => name.startsWith('torn-'))).toEqual(['torn-3', 'torn-3.2'])
})

test.each([
  ['zeros', Buffer.alloc(4_096)],
  ['a piece and zeros', Buffer.concat([bytes.subarray(lastLine, -40), Buffer.alloc(512)])],
  ['zeros and a newline', Buffer.concat([Buffer.alloc(64), Buffer.from('\n')])],
])('pages that were never written are a torn tail: %s', async (name, tail) => {
  const dir = await withJournal(`tail ${name}`, Buffer.concat([bytes.subarray(0, lastLine), tail]))
  const { seen, notices } = await looked(dir, inviteNumbers)
  expect(seen).toEqual([1, 2])
  expect(notices).toHaveLength(1)
})

test('zeros with a whole line behind them are damage', async () => {
  const middle = Buffer.concat([
    bytes.subarray(0, lastLine),
    Buffer.alloc(64),
    Buffer.from('\n'),
    bytes.subarray(lastLine),
  ])
  const dir = await withJournal('zeros inside', middle)
  const before = await contents(dir)
  const { reason, message } = await refusal(dir)
  expect([reason, message]).toEqual(['damaged', expect.stringContaining(`${journal}, line 3`)])
  expect(await contents(dir)).toEqual(before)
})
