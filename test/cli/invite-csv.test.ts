import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { freshSandbox, sharedSandbox } from '../sandbox.ts'
import { refusal, rig } from '../sdk/scripted-server.ts'
import { at, cli, cliFor, errorOf } from './cli.ts'

const sandbox = await sharedSandbox()
const run = cliFor(sandbox)

/** A folder with this people.csv. */
async function folder(content: string | Uint8Array): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'skillpass-csv-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  await writeFile(join(cwd, 'people.csv'), content)
  return cwd
}

const results = (cwd: string) => readFile(join(cwd, 'people.results.csv'), 'utf8')
const line = 'invite send --from-csv people.csv'

test('marks, CRLF, quotes, blank lines and defaults: every row becomes the invite it asks for', async () => {
  const cwd = await folder(
    '\uFEFFEmail,Name,Skill,Expires,External ID,metadata.Team\r\n' +
      'csv1@example.com,"Kim ""K"" Doe, Dr.",React.js,36h,x-1,web\r\n\r\n,,,,,\r\n' +
      ' csv2@example.com ,"Two\r\nlines",,,,\r\n',
  )
  const ran = await run(`${line} --skill go --metadata Team=ops --metadata cohort=7 --no-email --json`, {
    cwd,
  })
  expect(ran).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(ran.stdout)).toMatchObject([
    {
      candidate_email: 'csv1@example.com',
      candidate_name: 'Kim "K" Doe, Dr.',
      skill: 'react',
      external_id: 'x-1',
      metadata: { Team: 'web', cohort: '7' },
      send_email: false,
    },
    {
      candidate_email: 'csv2@example.com',
      candidate_name: 'Two\nlines',
      skill: 'go',
      external_id: null,
      metadata: { Team: 'ops', cohort: '7' },
    },
  ])
  const span = Date.parse(String(at(ran, '0.expires_at'))) - Date.parse(String(at(ran, '0.created_at')))
  expect(span).toBe(36 * 3_600_000)
  const lines = (await results(cwd)).split('\r\n')
  expect(lines[0]).toBe('line,email,status,invite_id,error_code,error_message')
  expect(lines[1]).toBe(`2,csv1@example.com,sent,${String(at(ran, '0.id'))},,`)
  expect(lines[2]).toMatch(/^5,csv2@example\.com,sent,inv_\w+,,$/)
})

test.each([
  ['semicolons', Buffer.from('email;name;skill\nsemi@example.com;"a;b";go\n'), 'a;b'],
  [
    'UTF-16 of a spreadsheet',
    Buffer.from('\uFEFFemail\tname\tskill\nutf16@example.com\tMüller\tgo\n', 'utf16le'),
    'Müller',
  ],
])('%s', async (_, content, name) => {
  const ran = await run(`${line} --json`, { cwd: await folder(content) })
  expect(at(ran, '0.candidate_name')).toBe(name)
})

test('everything wrong is told at once with its place, and nothing is sent', async () => {
  const cwd = await folder(
    'email,skill,expires,name\n' +
      'bad1@example.com,go,soon,\nnobody,go,,\nbad2@example.com,,200d,\n"bad3@example.com",go,,"a\nb"\n' +
      'bad4@example.com,go\nbad5@example.com,go,,x"y\n',
  )
  const ran = await run(`${line} --json`, { cwd })
  expect(ran.code).toBe(2)
  const problem = (line: number, column: string | null, text: string) => ({
    line,
    column,
    message: expect.stringContaining(text),
  })
  expect(errorOf(ran)).toMatchObject({
    code: 'CSV_INVALID',
    details: [
      problem(2, 'expires', 'such as 7d'),
      problem(3, 'email', 'e-mail address'),
      problem(4, 'expires', '60 seconds to 90 days'),
      problem(4, 'skill', 'is empty'),
      problem(7, null, 'has 2 values, and the first line names 4 columns'),
      problem(8, null, 'a quote stands inside a value'),
    ],
  })
  expect(await readdir(cwd)).toEqual(['people.csv'])
  const found = await run('invite list --email bad1@example.com --json')
  expect(found).toMatchObject({ code: 0, stdout: '[]\n' })
})

test.each([
  ['email,skil\n', 'line 1, skil: is not a column here', 'Did you mean "skill"?'],
  ['name,skill\nKim,go\n', 'there is no column "email"', ''],
  ['email,skill,Skill\n', 'line 1, Skill: stands here twice', ''],
  ['email,skill,\na@example.com,go,x\n', 'line 2: has a value in column 3, which has no name', ''],
  ['', 'It is empty', ''],
  ['email,skill\n"a@example.com,go\n\nb@example.com,go\n', 'line 2: a quote opens here', ''],
  ['email,skill\na@example.com,knitting\n', 'line 2, skill: There is no skill', ''],
])('refused: %j', async (content, place, guess) => {
  const { code, stdout, stderr } = await run(line, { cwd: await folder(content) })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(place)
  expect(stderr).toContain(guess)
})

test('of many problems twenty are told and the rest counted', async () => {
  const cwd = await folder(`email,skill\n${'nobody,go\n'.repeat(30)}`)
  const { code, stderr } = await run(line, { cwd })
  expect(code).toBe(2)
  expect(stderr.match(/line \d+, email/g)).toHaveLength(20)
  expect(stderr).toContain('and 10 more')
})

test('a file that is no text, a flag that no row could mend', async () => {
  const latin = await run(line, {
    cwd: await folder(Buffer.from('email,name\na@example.com,M\u00fcller\n', 'latin1')),
  })
  expect(latin).toMatchObject({ code: 2, stderr: expect.stringContaining('is not UTF-8') })
  const cwd = await folder('email,skill\na@example.com,go\n')
  const flag = await run(`${line} --redirect-url nonsense`, { cwd })
  expect(flag).toMatchObject({ code: 2, stderr: expect.stringContaining('--redirect-url must be') })
  expect((await run('invite send --from-csv nowhere.csv', { cwd })).stderr).toContain(
    'Cannot read nowhere.csv (ENOENT)',
  )
})

test.each([
  ['invite send', 'Missing: EMAIL (or --from-csv), --skill.'],
  ['invite send a@example.com --from-csv people.csv', 'give one of the two'],
  [`${line} --name Kim --idempotency-key k`, '--name, --idempotency-key: not with --from-csv'],
  ['invite send a@example.com --skill go --results x', '--results: only with --from-csv'],
  [`${line} --results people.csv`, '--results would replace'],
  [`${line} --checkpoint people.csv`, 'is not a checkpoint'],
  [`${line} --results people.csv/x.csv`, 'EEXIST'],
])('usage: %s', async (words, told) => {
  const cwd = await folder('email,skill\nusage@example.com,go\n')
  const ran = await run(words, { cwd })
  expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(told) })
  expect(await readFile(join(cwd, 'people.csv'), 'utf8')).toBe('email,skill\nusage@example.com,go\n')
})

test('a heading alone is an empty list', async () => {
  expect(await run(`${line} --json`, { cwd: await folder('email,skill\n') })).toMatchObject({
    code: 0,
    stdout: '[]\n',
  })
})

test('some rows fail: exit 8, and the next run sends only them', async () => {
  const fresh = await freshSandbox()
  const send = cliFor(fresh)
  const cwd = await folder(
    'email,skill,expires\nok1@example.com,go,\n-late@example.com,go,2020-01-01\nok2@example.com,go,\nOK1@EXAMPLE.com,go,\nok1@example.COM,golang,\n',
  )
  const ran = await send(line, { cwd })
  expect([ran.code, ran.stdout.trimEnd().split('\n').length]).toEqual([8, 3])
  expect(ran.stderr).toMatch(/1 of 5 rows failed\.\n +line 3, -late@example\.com: \S/)
  expect(await results(cwd)).toMatch(/\r\n3,'-late@example\.com,failed,,INVITE_EXPIRY_INVALID,/)
  expect(await results(cwd)).toMatch(
    /\r\n6,ok1@example\.COM,skipped,,DUPLICATE_ROW,Same candidate and skill as line 2\./,
  )
  const text = await readFile(join(cwd, 'people.csv'), 'utf8')
  await writeFile(join(cwd, 'people.csv'), text.replace('2020-01-01', '7d'))
  const again = await send(`${line} --json`, { cwd })
  expect(again.code).toBe(0)
  expect(JSON.parse(again.stdout)).toMatchObject([{ candidate_email: '-late@example.com' }])
  expect(await results(cwd)).toMatch(/\r\n2,ok1@example\.com,skipped,inv_\w+,,\r\n/)
  expect((await send('invite list --quiet')).stdout.trimEnd().split('\n')).toHaveLength(4)
  expect(await send(`${line} --json`, { cwd })).toMatchObject({ code: 0, stdout: '[]\n' })
})

test('with --json a failure is one line that also tells what was sent', async () => {
  const cwd = await folder('email,skill,expires\njs1@example.com,go,\njs2@example.com,go,2020-01-01\n')
  const ran = await run(`${line} --json`, { cwd })
  expect(ran.code).toBe(8)
  expect(errorOf(ran)).toMatchObject({
    code: 'ROWS_FAILED',
    details: {
      sent: [{ line: 2, email: 'js1@example.com', id: expect.stringMatching(/^inv_/) }],
      failed: [{ line: 3, email: 'js2@example.com', code: 'INVITE_EXPIRY_INVALID' }],
      results: join(cwd, 'people.results.csv'),
    },
  })
})

test('what a spreadsheet would run is text in the results', async () => {
  const { url } = await rig([
    { status: 200, body: { key: 'go' } },
    {
      status: 422,
      body: {
        error: { code: 'VALIDATION_FAILED', message: '=HYPERLINK("http://evil.example")', status: 422 },
      },
    },
  ])
  const cwd = await folder('email,skill\n"=1+1@example.com",go\n')
  expect((await cli([...line.split(' '), '--base-url', url], { cwd })).code).toBe(8)
  expect((await results(cwd)).split('\r\n')[1]).toBe(
    `2,'=1+1@example.com,failed,,VALIDATION_FAILED,"'=HYPERLINK(""http://evil.example"")"`,
  )
})

test('an open invite is kept, as the results say; --if-exists error makes it a failure', async () => {
  const id = (await run('invite send open@example.com --skill go --quiet')).stdout.trim()
  const cwd = await folder('email,skill\nopen@example.com,go\n')
  expect((await run(`${line} --quiet --if-exists error`, { cwd })).code).toBe(8)
  expect((await run(`${line} --quiet`, { cwd })).stdout).toBe(`${id}\n`)
  expect(await results(cwd)).toContain(`2,open@example.com,existing,${id},,`)
})

test('stdin leaves no files behind, and a repeat makes nothing twice', async () => {
  const cwd = await folder('')
  const stdin = 'email,skill\nin1@example.com,go\nin2@example.com,go\n'
  const first = await run('invite send --from-csv - --quiet', { cwd, stdin })
  expect(first.stdout).toMatch(/^inv_\w+\ninv_\w+\n$/)
  expect((await run('invite send --from-csv - --quiet', { cwd, stdin })).stdout).toBe(first.stdout)
  expect(await readdir(cwd)).toEqual(['people.csv'])
  const kept = await run('invite send --from-csv - --json --checkpoint c.jsonl --results r.csv', {
    cwd,
    stdin,
  })
  expect(JSON.parse(kept.stdout)).toHaveLength(2)
  const last = await run('invite send --from-csv - --json --checkpoint c.jsonl', { cwd, stdin })
  expect(last.stdout).toBe('[]\n')
})

test('what one service has, another one has not; what a reset took away is sent again', async () => {
  const cwd = await folder('email,skill\nhere@example.com,go\n')
  const [one, other] = [await freshSandbox(), await freshSandbox()]
  for (const { url, apiKey } of [one, other]) {
    expect((await cliFor({ url, apiKey })(`${line} --quiet`, { cwd })).stdout).toMatch(/^inv_\w+\n$/)
    expect((await cliFor({ url, apiKey })(`${line} --quiet`, { cwd })).stdout).toBe('')
  }
  await cliFor(one)('reset --seed empty')
  expect((await cliFor(one)(`${line} --quiet`, { cwd })).stdout).toMatch(/^inv_\w+\n$/)
  expect((await cliFor(other)(`${line} --quiet`, { cwd })).stdout).toBe('')
})

test('a checkpoint whose last line was cut goes on behind it', async () => {
  const cwd = await folder('email,skill\ncut1@example.com,go\ncut2@example.com,go\n')
  const path = join(cwd, 'people.skillpass.jsonl')
  const first = (await run(`${line} --quiet`, { cwd })).stdout
  await writeFile(path, (await readFile(path, 'utf8')).slice(0, -20))
  const again = (await run(`${line} --quiet`, { cwd })).stdout
  expect(first).toContain(again)
  expect(again).toMatch(/^inv_\w+\n$/)
  expect((await run(`${line} --quiet`, { cwd })).stdout).toBe('')
})

test('a key that may not send stops it at the first answer', async () => {
  const { secret } = await sandbox.newKey(['read'])
  const cwd = await folder(`email,skill\n${many(50)}`)
  const before = await requests()
  const weak = await run(`${line} --json`, { cwd, env: { SKILLPASS_API_KEY: secret } })
  expect([weak.code, errorOf(weak).code]).toEqual([4, 'SCOPE_INSUFFICIENT'])
  expect((await requests()) - before).toBeLessThan(10)
})

/** How often the service was asked for an invite. */
async function requests(): Promise<number> {
  const { stdout } = await run('logs list --method POST --path /v1/assess/invites --limit 1000 --json')
  return z.array(z.unknown()).parse(JSON.parse(stdout)).length
}

function many(count: number): string {
  return Array.from({ length: count }, (_, n) => `many${n}@example.com,go\n`).join('')
}

test('a failing service ends it, with what is left to do', async () => {
  const { url, received } = await rig([
    { status: 200, body: { key: 'go' } },
    refusal(500, 'INTERNAL_ERROR', { 'x-should-retry': 'false' }),
  ])
  const cwd = await folder(`email,skill\n${many(50)}`)
  const ran = await cli([...line.split(' '), '--base-url', url], { cwd })
  expect(ran.code).toBe(1)
  expect(received.length).toBeLessThan(20)
  expect(ran.stderr).toMatch(
    /^Stopped: \d+ not sent yet\. Run the same command again: only the rest is sent\.\n/,
  )
  expect(ran.stderr).not.toContain('--idempotency-key')
  expect((await results(cwd)).match(/,unsent,/g)?.length).toBeGreaterThan(30)
})

test('a rate limit slows it down and fails no row', async () => {
  const { secret } = await sandbox.newKey(['assess'], { rate_limit: { per_minute: 900, burst: 4 } })
  const cwd = await folder(`email,skill\n${many(20)}`)
  const ran = await run(`${line} --quiet`, { cwd, env: { SKILLPASS_API_KEY: secret } })
  expect(ran).toMatchObject({ code: 0, stderr: '' })
  expect(ran.stdout.trimEnd().split('\n')).toHaveLength(20)
})

const catalogue = { status: 200, body: { key: 'go' } }
const limited = (code: string, seconds: number) =>
  refusal(429, code, { 'retry-after': `${seconds}`, 'x-should-retry': 'false' })

test('a limit that outlasts the retries of the client is waited for', async () => {
  const sent = { status: 201, body: { id: 'inv_1' } }
  const { url, received } = await rig([catalogue, ...Array(7).fill(limited('RATE_LIMITED', 1)), sent])
  const cwd = await folder(`email,skill\n${many(10)}`)
  const ran = await cli([...line.split(' '), '--quiet', '--base-url', url], { cwd })
  expect(ran).toEqual({ code: 0, stdout: 'inv_1\n'.repeat(10), stderr: '' })
  expect(received).toHaveLength(1 + 7 + 10)
})

test('a quota that is used up is not', async () => {
  const { url, received } = await rig([catalogue, limited('QUOTA_EXCEEDED', 3)])
  const cwd = await folder(`email,skill\n${many(50)}`)
  const ran = await cli([...line.split(' '), '--json', '--base-url', url], { cwd })
  expect([ran.code, errorOf(ran).code]).toEqual([6, 'QUOTA_EXCEEDED'])
  expect(received.length).toBeLessThan(10)
})

test('a terminal shows counts, what failed, and where the files are', async () => {
  const cwd = await folder('email,skill,expires\ntty1@example.com,go,\ntty2@example.com,go,2020-01-01\n')
  const { code, stdout, stderr } = await run(`${line} --color never`, { cwd, columns: 80 })
  expect(code).toBe(8)
  expect(stdout).toMatch(/Sent {2,}1\n/)
  expect(stdout).toMatch(/ 3 {2}tty2@example\.com {2}The expiry is/)
  expect(stdout).toContain('people.results.csv')
  expect(stderr).toContain('run the same command again')
  expect((await run(line, { cwd: await folder('email,skill\npipe@example.com,go\n') })).stderr).toBe('')
})
