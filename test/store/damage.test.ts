import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { encodeLine } from '../../src/store/json/line.ts'
import { temporaryFolder } from '../folder.ts'
import { crashCopy } from './disks.ts'
import { contents, folded, inviteNumbers, looked, opened, putInvites, refusal, upTo } from './json-stores.ts'

const root = await temporaryFolder()
const whole = join(root, 'whole')
const first = 'journal-0000000000000001'

beforeAll(async () => {
  const store = await opened(whole)
  for (const number of upTo(20)) await putInvites(store, [number])
  await store.close()
})

async function copy(name: string, of = whole): Promise<string> {
  return crashCopy(of, join(root, name))
}

async function flip(path: string, at: number): Promise<void> {
  const bytes = await readFile(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(path, bytes)
}

async function refusedUnchanged(dir: string) {
  const before = await contents(dir)
  const { reason, message, hint } = await refusal(dir)
  expect(await contents(dir)).toEqual(before)
  return { reason, message, hint }
}

describe('the journal', () => {
  test('a flipped byte anywhere in the middle: file, line, the way out, and nothing changes on disk', async () => {
    const dir = await copy('flipped')
    const good = await readFile(join(dir, first))
    const ends = Array.from(good.entries()).flatMap(([at, byte]) => (byte === 10 ? [at] : []))
    const third = [(ends[1] ?? 0) + 1, ends[2] ?? 0] as const
    for (const at of [third[0], third[0] + 3, third[0] + 12, third[0] + 40, third[1] - 1]) {
      await flip(join(dir, first), at)
      const { reason, message, hint } = await refusedUnchanged(dir)
      expect(reason).toBe('damaged')
      expect(message).toContain(`${join(dir, first)}, line 3`)
      expect(hint).toContain('skillpass dev --data')
      await writeFile(join(dir, first), good)
    }
  })

  test('a full last line with a wrong checksum is damage, not a torn tail', async () => {
    const dir = await copy('last')
    const bytes = await readFile(join(dir, first))
    await flip(join(dir, first), bytes.length - 10)
    expect((await refusedUnchanged(dir)).message).toContain('line 20: its checksum')
  })

  test('a line that is missing is a gap', async () => {
    const dir = await copy('gap')
    const lines = (await readFile(join(dir, first), 'utf8')).split('\n')
    await writeFile(join(dir, first), lines.toSpliced(4, 1).join('\n'))
    expect((await refusedUnchanged(dir)).message).toContain(
      'line 5: transaction 5 should follow, but it is number 6',
    )
  })

  test('a change that only a newer version knows is not damage', async () => {
    const dir = await copy('newer')
    await appendFile(join(dir, first), encodeLine(21, 'put badges {"id":"x"}'))
    expect(await refusedUnchanged(dir)).toMatchObject({
      reason: 'unsupported',
      hint: expect.stringContaining('Update'),
    })
  })

  test('salvage keeps what stands before the damage and lays the damaged file aside', async () => {
    const dir = await copy('salvaged')
    const bytes = await readFile(join(dir, first))
    await flip(join(dir, first), bytes.length - 10)
    const damaged = await readFile(join(dir, first))
    const { seen, notices } = await looked(dir, inviteNumbers, { salvage: true })
    expect(seen).toEqual(upTo(19))
    expect(notices).toMatchObject([{ kind: 'salvaged', path: join(dir, 'damaged-1') }])
    expect(await readFile(join(dir, 'damaged-1', first))).toEqual(damaged)
    const after = await looked(dir, async (store) => {
      await putInvites(store, [99])
      return inviteNumbers(store)
    })
    expect(after).toEqual({ seen: [...upTo(19), 99], notices: [] })
  })

  test('salvage leaves a sound folder alone', async () => {
    const dir = await copy('sound')
    const before = await contents(dir)
    expect(await looked(dir, inviteNumbers, { salvage: true })).toEqual({ seen: upTo(20), notices: [] })
    expect(await contents(dir)).toEqual(before)
  })
})

describe('the snapshot', () => {
  /** A snapshot of 1 to 21 and a journal of 22. */
  const source = join(root, 'folded')
  beforeAll(async () => {
    await copy('folded')
    const store = await opened(source, { compactionFloor: 1 })
    await putInvites(store, [21])
    await folded(source)
    await store.close()
    await looked(source, async (again) => putInvites(again, [22]))
  })

  const foldedCopy = async (name: string) => {
    const dir = await copy(name, source)
    const names = Object.keys(await contents(dir))
    return { dir, segment: names.find((each) => each.startsWith('journal-')) ?? '' }
  }

  test('it holds what the removed segments held', async () => {
    const { dir, segment } = await foldedCopy('plain')
    expect(segment).toBe('journal-0000000000000022')
    expect((await looked(dir, inviteNumbers)).seen).toEqual(upTo(22))
  })

  test.each([0, 0.3, 0.6, 0.99])('a flipped byte at %d of it is found, with its line', async (part) => {
    const { dir } = await foldedCopy(`flip ${part}`)
    const bytes = await readFile(join(dir, 'snapshot'))
    const at = Math.floor(bytes.length * part)
    const line = bytes.subarray(0, at).filter((byte) => byte === 10).length + 1
    await flip(join(dir, 'snapshot'), at)
    expect((await refusedUnchanged(dir)).message).toContain(`${join(dir, 'snapshot')}, line ${line}`)
  })

  test('a snapshot without its end is damaged', async () => {
    const { dir } = await foldedCopy('endless')
    const lines = (await readFile(join(dir, 'snapshot'), 'utf8')).split('\n')
    await writeFile(join(dir, 'snapshot'), `${lines.slice(0, -2).join('\n')}\n`)
    expect((await refusedUnchanged(dir)).message).toContain('the end is missing')
  })

  test('salvage gives up the damaged record alone', async () => {
    const { dir } = await foldedCopy('one lost')
    const bytes = await readFile(join(dir, 'snapshot'))
    await flip(join(dir, 'snapshot'), bytes.indexOf(Buffer.from('candidate.7@')))
    const { seen, notices } = await looked(dir, inviteNumbers, { salvage: true })
    expect(seen).toEqual(upTo(22).filter((number) => number !== 7))
    expect(notices).toHaveLength(1)
    expect(await looked(dir, inviteNumbers)).toEqual({ seen, notices: [] })
  })

  test('salvage does without a damaged header', async () => {
    const { dir } = await foldedCopy('headless')
    await flip(join(dir, 'snapshot'), 3)
    expect((await looked(dir, inviteNumbers, { salvage: true })).seen).toEqual(upTo(22))
    expect(await looked(dir, inviteNumbers)).toEqual({ seen: upTo(22), notices: [] })
  })

  test('a missing journal is damage; salvage starts a new one', async () => {
    const { dir, segment } = await foldedCopy('no journal')
    await rm(join(dir, segment))
    expect((await refusedUnchanged(dir)).message).toContain('its journal is gone')
    expect((await looked(dir, inviteNumbers, { salvage: true })).seen).toEqual(upTo(21))
    expect((await looked(dir, inviteNumbers)).seen).toEqual(upTo(21))
  })

  test('a missing snapshot is damage: the journal does not begin at the beginning', async () => {
    const { dir } = await foldedCopy('no snapshot')
    await rename(join(dir, 'snapshot'), join(root, 'elsewhere'))
    expect((await refusedUnchanged(dir)).message).toContain('transaction 1 should follow')
  })

  test('a snapshot of a newer version is not touched', async () => {
    const { dir } = await foldedCopy('version')
    await writeFile(join(dir, 'snapshot'), encodeLine(1, 'snapshot 2 0'))
    expect(await refusedUnchanged(dir)).toMatchObject({ reason: 'unsupported' })
  })
})

test('a folder that is a file cannot be used', async () => {
  await writeFile(join(root, 'file'), '')
  expect((await refusal(join(root, 'file'))).reason).toBe('unreadable')
})
