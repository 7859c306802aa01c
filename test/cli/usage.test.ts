import { expect, test } from 'vitest'
import { barSize, sparkline, sumsOf } from '../../src/cli/sparkline.ts'
import { freshSandbox, sharedSandbox } from '../sandbox.ts'
import { at, cliFor, errorOf } from './cli.ts'
import type { Ran } from './cli.ts'

const sandbox = await sharedSandbox({ clock: '2026-03-18T12:00:00Z' })
const run = cliFor(sandbox)

async function ok(line: string | readonly string[], columns?: number): Promise<Ran> {
  const ran = await run(line, columns === undefined ? {} : { columns, env: { NO_COLOR: '1' } })
  expect([ran.stderr, ran.code]).toEqual(['', 0])
  return ran
}

const made = await run('key create CI --scopes admin --json')
const ci = String(at(made, 'id'))
const asCi = cliFor({ url: sandbox.url, apiKey: String(at(made, 'secret')) })
await asCi('user get nobody')
await run('clock advance 1d --quiet')
for (const name of ['a', 'b', 'c']) await asCi(`invite send ${name}@example.com --skill react`)
await asCi('passport get nobody')
await run('clock advance 1d --quiet')

test('one screen: totals with a sparkline each, and the keys below', async () => {
  const { stdout } = await ok('usage --to 2026-03-20', 100)
  const rows = stdout.split('\n')
  expect(rows[1]).toBe('  Usage  19 Feb 2026 to 20 Mar 2026')
  expect(rows[3]).toBe(`  Invites sent   3  ${'▁'.repeat(28)}█▁  most 3 on 19 Mar 2026`)
  expect(rows[6]).toBe(`  Errors         2  ${'▁'.repeat(27)}██▁  most 1 on 19 Mar 2026`)
  expect(rows[9]).toMatch(/^ {2}KEY +NAME +LAST 4 +INVITES +VERIFIED +REQUESTS +ERRORS$/)
  expect(rows.find((row) => row.includes(ci))).toMatch(/ CI +\w{4} +3 +0 +5 +2$/)
})

test('a range that is longer than the screen is told in bars of several days', async () => {
  const { stdout } = await ok('usage --from 2026-01-01 --to 2026-12-31', 60)
  expect(stdout).toContain('1 Jan 2026 to 31 Dec 2026, 10 days a bar\n')
  expect(stdout).toContain(`  Invites sent   3  ${'▁'.repeat(7)}█${'▁'.repeat(29)}\n`)
})

test('a pipe gets totals by name, or a line a day or a key', async () => {
  const totals = (await ok('usage --from 2026-03-19 --to 2026-03-19')).stdout.split('\n')
  expect(totals.slice(0, 4)).toEqual([
    'from\t2026-03-19',
    'to\t2026-03-19',
    'invites_sent\t3',
    'verifications_made\t0',
  ])
  expect((await ok('usage --by day --from 2026-03-18 --to 2026-03-19')).stdout).toMatch(
    /^2026-03-18\t0\t0\t\d\t1\t0\n2026-03-19\t3\t0\t\d\t1\t0\n$/,
  )
  const keys = (await ok('usage --by key --to 2026-03-20')).stdout
  expect(keys).toMatch(new RegExp(`^${ci}\\tCI\\t\\w{4}\\t3\\t0\\t5\\t2$`, 'm'))
})

test('--quiet is the number of requests, or the names of what the table has', async () => {
  expect((await ok('usage --from 2026-03-19 --to 2026-03-19 --quiet')).stdout).toMatch(/^\d+\n$/)
  expect((await ok('usage --by day --from 2026-03-18 --to 2026-03-19 -q')).stdout).toBe(
    '2026-03-18\n2026-03-19\n',
  )
  expect((await ok('usage --by key -q')).stdout.split('\n')).toContain(ci)
})

test('--json is the whole object, whatever the table', async () => {
  for (const line of ['usage --json', 'usage --by key --json']) {
    const ran = await ok(line)
    expect([at(ran, 'object'), at(ran, 'by_day.length'), at(ran, 'by_day.28.invites_sent')]).toEqual([
      'usage',
      30,
      3,
    ])
  }
})

test('the usage of one key has its days of rest too', async () => {
  const { stdout } = await ok(`key usage ${ci} --to 2026-03-20`, 100)
  expect(stdout).toContain(`  ${ci}  19 Feb 2026 to 20 Mar 2026\n`)
  expect(stdout).toContain(`  Requests       5  ${'▁'.repeat(27)}▃█▁  most 4 on 19 Mar 2026\n`)
  expect((await ok(`key usage ${ci}`)).stdout).toContain(`key\t${ci}\nfrom\t`)
  expect(at(await ok(`key usage ${ci} --json`), 'requests')).toBe(5)
  expect((await run('key usage key_none')).code).toBe(3)
})

test('a service nobody asked has a screen too', async () => {
  const own = await freshSandbox()
  const { stdout, code } = await cliFor(own)('usage', { columns: 60, env: { NO_COLOR: '1' } })
  expect(code).toBe(0)
  expect(stdout).toContain(`  Deliveries     0  ${'▁'.repeat(30)}\n`)
})

test('a range that cannot be is refused', async () => {
  const ran = await run('usage --from 2026-03-20 --to 2026-03-01 --json')
  expect([ran.code, errorOf(ran)['param']]).toEqual([5, 'from'])
  expect((await run('usage --from soon')).code).toBe(2)
  expect((await run('usage --by week')).stderr).toContain('day, key')
})

test.each([
  [[], ''],
  [[0, 0], '▁▁'],
  [[1], '█'],
  [[0, 1, 1000], '▁▂█'],
  [[1, 2, 3, 4, 5, 6, 7], '▂▃▄▅▆▇█'],
])('the sparkline of %j is "%s"', (values, expected) => {
  expect(sparkline(values)).toBe(expected)
})

test.each([
  [30, 61, 1],
  [61, 60, 2],
  [366, 37, 10],
  [5, 0, 5],
])('%i values in %i columns: %i a bar', (count, columns, size) => {
  expect(barSize(count, columns)).toBe(size)
  const sums = sumsOf(
    Array.from({ length: count }, () => 1),
    size,
  )
  expect(sums.length).toBeLessThanOrEqual(Math.max(1, columns))
  expect(sums.reduce((a, b) => a + b)).toBe(count)
})
