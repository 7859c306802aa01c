import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { clean, field } from '../../src/cli/clean.ts'
import { colourLevel, openIo } from '../../src/cli/io.ts'
import { relative, relativeDay } from '../../src/cli/when.ts'
import { freshSandbox, sharedSandbox } from '../sandbox.ts'
import { cliFor } from './cli.ts'

const sandbox = await sharedSandbox({ seed: 'default' })
const run = cliFor(sandbox)
// oxlint-disable-next-line no-control-regex
const escapes = /\u001b\[[0-9;]*m/g

const invite = (await run('invite list --status completed --limit 1 --quiet')).stdout.trim()
await run('event trigger assessment.completed -f skill=react -f score=86')
await run('webhook create http://127.0.0.1:1/rather/long/path --events webhook.test,invite.created')
const webhook = (await run('webhook list --limit 1 --quiet')).stdout.trim()
const delivery = (await run(`webhook test ${webhook} --quiet`)).stdout.trim()
const event = (await run('event list --limit 1 --quiet')).stdout.trim()
const followed = (await run('invite send kim@example.com --skill react --quiet')).stdout.trim()
const disputed = (await run('evidence list usr_disputed --status disputed --quiet')).stdout.trim()
await run('fault add --path /v1/nowhere --status 503')
const screens = [
  'webhook list',
  `webhook get ${webhook}`,
  'event list',
  `event get ${event}`,
  'delivery list',
  `delivery get ${delivery}`,
  'mail list',
  'clock show',
  'fault list',
  'webhook --help',
  'webhook listen --help',
  'passport get usr_alex',
  'passport get usr_long',
  'passport get usr_polymath',
  'passport get usr_suspended',
  'passport get usr_alex --as-of 2027-06-30',
  'passport diff usr_alex --from 2026-01-01',
  'passport diff usr_polymath',
  'passport explain usr_alex react',
  'passport explain usr_disputed sql',
  'passport skill usr_alex react --evidence chain',
  'passport batch usr_alex nobody usr_expert --min-tier T3',
  'user list',
  'user get usr_bidi',
  'invite list',
  `invite get ${invite}`,
  `invite get ${followed}`,
  `invite result ${invite}`,
  'evidence list usr_alex',
  'evidence list usr_disputed --skill sql',
  `evidence get ${disputed}`,
  'skill list',
  'key list',
  'usage',
  'usage --from 2026-01-01 --to 2026-12-31',
  'usage --by day',
  'usage --by key',
  'logs list',
  '--help',
  'invite send --help',
]

test.each(screens.flatMap((line) => [60, 80, 100, 120].map((columns) => [line, columns] as const)))(
  '%s fits %i columns',
  async (line, columns) => {
    const { code, stdout } = await run(line, { columns })
    expect(code).toBe(0)
    const tooWide = stdout.split('\n').filter((row) => !isExample(row) && stringWidth(row) > columns)
    expect(tooWide).toEqual([])
  },
)

/** Command lines and links to copy are never broken. */
function isExample(row: string): boolean {
  const plain = row.replaceAll(escapes, '')
  return plain.startsWith('  skillpass ') || row.includes('Usage') || /^ +https?:\S+$/.test(plain)
}

test('a passport is one screen with a bar for every skill', async () => {
  const { stdout } = await run('passport get usr_alex', { columns: 100 })
  const rows = stdout.replaceAll(escapes, '').split('\n')
  expect(rows[1]).toMatch(/^ {2}Alex Chen {2}✓ verified {2,}usr_alex$/)
  expect(rows[5]).toMatch(/^ {2}SKILL +SCI +TIER +CONF +VERIFIED$/)
  expect(rows[6]).toMatch(/^ {2}React +84 {2}█{16}▉·{3} {2}T3 proficient {2}0\.94 {2}✓ to \d+ \w+ \d{4}$/)
})

test('a mail has no heading for the link that stands below it', async () => {
  const { stdout } = await run('mail list --to yara@example.org', { columns: 100 })
  expect(stdout.replaceAll(escapes, '')).toMatch(/^\n {2}SENT +TO +SUBJECT\n.*\n +http\S+\n\n$/)
})

test('a fault for everything says so', async () => {
  await run('fault add --delay 1ms --times 1')
  expect((await run('fault list')).stdout).toContain('\tany request\twaits 1 ms')
})

test('relative times are those of a clock that was moved', async () => {
  const moved = cliFor(await freshSandbox())
  await moved('clock advance 72h')
  await moved('invite send moved@example.com --skill react')
  for (const line of ['event list', 'mail list', 'logs list --limit 1']) {
    expect((await moved(line, { columns: 100 })).stdout).toContain('just now')
  }
})

test('relative times go on while a command runs', async () => {
  let now = 1_000
  const facts = { wish: 'never', noColor: false, forceColor: null, ci: false, dumb: false } as const
  const { stdout } = await openIo(process, facts, () => now)
  now = 61_000
  expect(relative('1970-01-01T00:00:01Z', stdout.now)).toBe('1 minute ago')
})

test('columns stand below each other whatever the script of the names', async () => {
  const { stdout } = await run('user list', { columns: 100 })
  const rows = stdout
    .replaceAll(escapes, '')
    .split('\n')
    .slice(2)
    .filter((row) => row.includes('@'))
  const starts = rows.map((row) => stringWidth(row.slice(0, row.search(/\S+@/))))
  expect(rows.length).toBeGreaterThan(10)
  expect(new Set(starts).size).toBe(1)
})

test('right-to-left names are fenced in and stand last', async () => {
  const { stdout } = await run('user list', { columns: 100 })
  const fenced = stdout.split('\n').filter((row) => row.includes('\u2068'))
  expect(fenced.length).toBeGreaterThanOrEqual(2)
  for (const row of fenced) expect(row.replaceAll(escapes, '')).toMatch(/\u2068[^\u2068\u2069]+\u2069$/)
})

test('what a name contains cannot drive the terminal', async () => {
  const nasty = 'Eve\u001b[2J\u202e drawkcab\u0007'
  expect(clean(nasty)).toBe('Eve[2J drawkcab')
  await run(['user', 'create', '--id', 'eve', '--name', nasty])
  for (const line of ['user get eve', 'user list --limit 1', 'passport get eve']) {
    expect((await run([...line.split(' '), '--color', 'never'], { columns: 80 })).stdout).not.toMatch(
      /[\u001b\u0007\u202e]/,
    )
  }
})

test('a pipe gets one line a row, fields by tab, instants in full', async () => {
  const { stdout } = await run('invite list --limit 5')
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  expect(rows).toHaveLength(5)
  for (const row of rows) {
    expect(row).toHaveLength(6)
    expect(row[3]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
  expect(field('a\tb\nc\\')).toBe('a\\tb\\nc\\\\')
})

test('a pipe gets no colour and no chatter, a terminal gets both', async () => {
  const piped = await run('user list --limit 2')
  expect([piped.stdout.match(escapes), piped.stderr]).toEqual([null, ''])
  const seen = await run('user list --limit 2', { columns: 100 })
  expect(seen.stdout).toMatch(escapes)
  expect(seen.stderr).toContain('there are more')
  const quiet = await run('user list --limit 2 --quiet', { columns: 100 })
  expect(quiet).toMatchObject({ stdout: expect.stringMatching(/^\w+\n\w+\n$/), stderr: '' })
})

test('--json is indented for people and one line for programs', async () => {
  expect((await run('user get usr_alex --json')).stdout.split('\n')).toHaveLength(2)
  expect((await run('user get usr_alex --json', { columns: 80 })).stdout).toContain('\n  "id": "usr_alex"')
})

const auto = { wish: 'auto', noColor: false, forceColor: null, ci: false, dumb: false } as const

test.each([
  ['a terminal', auto, true, 2],
  ['a pipe', auto, false, 0],
  ['NO_COLOR', { ...auto, noColor: true }, true, 0],
  ['NO_COLOR and FORCE_COLOR', { ...auto, noColor: true, forceColor: 3 }, true, 0],
  ['FORCE_COLOR in a pipe', { ...auto, forceColor: 1 }, false, 1],
  ['FORCE_COLOR=0', { ...auto, forceColor: 0 }, true, 0],
  ['CI', { ...auto, ci: true }, true, 0],
  ['TERM=dumb', { ...auto, dumb: true }, true, 0],
  ['--color always over NO_COLOR', { ...auto, wish: 'always', noColor: true }, false, 2],
  ['--color never over FORCE_COLOR', { ...auto, wish: 'never', forceColor: 3 }, true, 0],
] as const)('colour: %s', (_, facts, tty, level) => {
  expect(colourLevel(facts, tty)).toBe(level)
})

const now = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T11:59:40Z', 'just now'],
  ['2026-11-21T12:00:30Z', 'in a moment'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T15:20:00Z', 'in 3 hours'],
  ['2026-11-20T11:00:00Z', '1 day ago'],
  ['2026-11-28T12:00:00Z', 'in 7 days'],
  ['2026-10-21T12:00:00Z', '4 weeks ago'],
  ['2026-03-21T12:00:00Z', '8 months ago'],
  ['2023-11-21T12:00:00Z', '3 years ago'],
])('%s is %s', (instant, told) => {
  expect(relative(instant, now)).toBe(told)
})

test.each([
  ['2026-11-21', 'today'],
  ['2026-11-20', 'yesterday'],
  ['2026-11-22', 'tomorrow'],
  ['2026-11-18', '3 days ago'],
])('the day %s is %s', (day, told) => {
  expect(relativeDay(day, now)).toBe(told)
})
