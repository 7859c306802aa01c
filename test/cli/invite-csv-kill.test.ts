import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { begin, dev, emptyFolder, skillpass } from './program.ts'

/** A list of people whose sending is ended in the middle, in real processes. */

const people = 500
const line = ['invite', 'send', '--from-csv', 'people.csv']
const list = z.array(z.object({ id: z.string(), candidate_email: z.string() }))

async function folderWithPeople() {
  const cwd = await emptyFolder()
  const rows = Array.from({ length: people }, (_, n) => `p${n}@example.com,"Kim, ${n}",react,${n % 7}`)
  await writeFile(join(cwd, 'people.csv'), `email,name,skill,metadata.team\n${rows.join('\n')}\n`)
  const { child, closed } = await dev(cwd, '--port', '0', '--seed', 'empty')
  const crash = async () => {
    child.kill('SIGKILL')
    await closed
  }
  return { cwd, crash }
}

/** The command, once so many rows are in its checkpoint. */
async function begunWith(cwd: string, rows: number) {
  const child = begin(cwd, line)
  while ((await remembered(cwd)) < rows) {
    if (child.exitCode !== null) throw new Error(`It ended: ${child.stderr()}`)
    await sleep(2)
  }
  return child
}

async function remembered(cwd: string): Promise<number> {
  const text = await readFile(join(cwd, 'people.skillpass.jsonl'), 'utf8').catch(() => '')
  return text.split('\n').length - 2
}

async function expectAllOnce(cwd: string): Promise<void> {
  const all = await skillpass(cwd, 'invite', 'list', '--limit', '2000', '--json')
  const invites = list.parse(JSON.parse(all.stdout))
  expect(invites).toHaveLength(people)
  expect(new Set(invites.map(({ candidate_email: email }) => email)).size).toBe(people)
}

test('kill -9 again and again: every candidate has one invite, and every invite is in the results', async () => {
  const { cwd } = await folderWithPeople()
  for (const rows of [20, 150, 330]) {
    const child = await begunWith(cwd, rows)
    child.kill('SIGKILL')
    await child.ended()
    expect(child.signalCode).toBe('SIGKILL')
  }
  const before = await remembered(cwd)
  expect(before).toBeLessThan(people)
  const last = await skillpass(cwd, ...line, '--quiet')
  expect(last).toMatchObject({ exitCode: 0, stderr: '' })
  expect(Math.abs(last.stdout.split('\n').length - (people - before))).toBeLessThanOrEqual(3)
  await expectAllOnce(cwd)
  const results = await readFile(join(cwd, 'people.results.csv'), 'utf8')
  expect(results.match(/,(?:sent|skipped),inv_\w+,,\r\n/g)).toHaveLength(people)
}, 180_000)

test('a lost checkpoint makes nothing twice', async () => {
  const { cwd } = await folderWithPeople()
  // The second invite of a candidate is allowed here: what protects is the key of each row alone.
  const asked = [...line, '--if-exists', 'create']
  expect((await skillpass(cwd, ...asked)).exitCode).toBe(0)
  await rm(join(cwd, 'people.skillpass.jsonl'))
  expect((await skillpass(cwd, ...asked)).exitCode).toBe(0)
  await expectAllOnce(cwd)
}, 180_000)

test('Ctrl-C: what is in flight is answered and remembered, exit 130, and the next run goes on', async () => {
  const { cwd } = await folderWithPeople()
  const child = await begunWith(cwd, 60)
  child.kill('SIGINT')
  expect(await child.ended()).toBe(130)
  expect(child.stderr()).toMatch(
    /^Stopped: \d+ not sent yet\. Run the same command again: only the rest is sent\.\n$/,
  )
  const sent = child.stdout().trimEnd().split('\n').length
  expect(await remembered(cwd)).toBe(sent)
  const results = await readFile(join(cwd, 'people.results.csv'), 'utf8')
  expect(results.match(/,unsent,,,\r\n/g)).toHaveLength(people - sent)
  const rest = await skillpass(cwd, ...line, '--json')
  expect(list.parse(JSON.parse(rest.stdout))).toHaveLength(people - sent)
  await expectAllOnce(cwd)
}, 180_000)

test('two at once on one file make nothing twice', async () => {
  const { cwd } = await folderWithPeople()
  const both = await Promise.all([skillpass(cwd, ...line, '--quiet'), skillpass(cwd, ...line, '--quiet')])
  expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0])
  await expectAllOnce(cwd)
}, 180_000)

test('the sandbox dies in the middle and returns elsewhere: exit 7, and the next run goes on', async () => {
  const { cwd, crash } = await folderWithPeople()
  const child = await begunWith(cwd, 100)
  await crash()
  expect(await child.ended()).toBe(7)
  expect(child.stderr()).toMatch(/^Stopped: \d+ not sent yet\..*\nerror {2}No sandbox is running here\.\n/)
  await dev(cwd, '--port', '0')
  expect((await skillpass(cwd, ...line)).exitCode).toBe(0)
  await expectAllOnce(cwd)
}, 180_000)
