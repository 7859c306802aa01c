import stringWidth from 'string-width'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { curlOf } from '../../src/curl.ts'
import { freshSandbox, sharedSandbox, type TestSandbox } from '../sandbox.ts'
import { eventStream } from '../webhooks/event-stream.ts'
import { at, cliFor } from './cli.ts'

const sandbox = await sharedSandbox({ clock: '2026-03-18T12:00:00Z' })
const run = cliFor(sandbox)
const hasCurl = (await execa('curl', ['--version'], { reject: false })).exitCode === 0

async function readerOf(own: TestSandbox) {
  const { id, secret } = await own.newKey(['read'])
  return { id, run: cliFor({ url: own.url, apiKey: secret }) }
}

/** Requests that differ in everything there is a filter for; the clock moves on in between. */
async function variety(own: TestSandbox, reader: Awaited<ReturnType<typeof readerOf>>): Promise<string> {
  const admin = cliFor(own)
  await admin('user get nobody')
  await reader.run('user list')
  await reader.run('user create --name Kim')
  const moved = await admin('clock advance 1h --json')
  await admin('skill get none-such')
  return String(at(moved, 'now'))
}

const reader = await readerOf(sandbox)
const since = await variety(sandbox, reader)

const filters = [
  ['--status 404', ['/v1/users/nobody', '/v1/skills/none-such']],
  ['--status 4xx --method get', ['/v1/users/nobody', '/v1/skills/none-such']],
  ['--method POST --path /v1/users', ['/v1/users']],
  ['--path /v1/users/', ['/v1/users/nobody']],
  ['--key READER', ['/v1/users', '/v1/users']],
  ['--error SCOPE_INSUFFICIENT', ['/v1/users']],
  [`--since ${since} --status 4xx`, ['/v1/skills/none-such']],
] as const

test.each(filters)('list %s', async (flags, expected) => {
  const { stdout } = await run(`logs list ${flags.replace('READER', reader.id)} --json`)
  expect(pathsOf(stdout).toReversed()).toEqual(expected)
})

test.each(filters)('tail %s begins with what was, oldest first', async (flags, expected) => {
  const begin = flags.includes('--since') ? '' : ' --since 2026-03-18'
  const line = `logs tail ${flags.replace('READER', reader.id)}${begin} --count ${expected.length} --json`
  const { stdout, code } = await run(line)
  expect(code).toBe(0)
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .flatMap((log) => pathsOf(`[${log}]`)),
  ).toEqual(expected)
})

test('a stream with each filter tells what comes, and nothing else', async () => {
  const own = await freshSandbox({ clock: '2026-03-18T12:00:00Z' })
  const other = await readerOf(own)
  const open = async ([flags, expected]: (typeof filters)[number]) => {
    const query = flags
      .replace('--error', '--error_code')
      .replace('--key READER', `--key_id ${other.id}`)
      .replace('--method get', '--method GET')
      .replaceAll(/ ?--(\w+) (\S+)/g, '&$1=$2')
    // Of a reset clock: `since` is about what was, not about what comes.
    const all = flags.includes('--since') ? ['/v1/users/nobody', '/v1/users', ...expected] : expected
    return { flags, expected: all, stream: await eventStream(own, `/v1/logs/stream?${query.slice(1)}`) }
  }
  const opened = await Promise.all(filters.map(open))
  await variety(own, other)
  await Promise.all(opened.map(({ expected, stream }) => stream.until(expected.length)))
  for (const { flags, expected, stream } of opened) {
    const paths = stream.messages.flatMap(({ data }) => pathsOf(`[${data}]`))
    expect([flags, paths]).toEqual([flags, expected])
  }
})

function pathsOf(list: string): string[] {
  const logs: { path: string }[] = JSON.parse(list)
  return logs.map(({ path }) => path.split('?')[0] ?? '')
}

test.each([60, 100])('tail on a terminal of %i columns: one column below the other', async (columns) => {
  const env = { NO_COLOR: '1' }
  const { stdout } = await run('logs tail --since 2026-03-18 --status 4xx --count 3', { columns, env })
  const rows = stdout.trimEnd().split('\n')
  for (const row of rows) expect(stringWidth(row)).toBeLessThan(columns)
  expect(rows[0]).toMatch(/^ {2}\d\d:\d\d:\d\d {2}404 {2}[ \d]{4} ms {2}GET {5}\/v1\/users\/nobody/)
  const starts = rows.filter((row) => /\d:\d\d:/.test(row)).map((row) => row.indexOf('/v1/'))
  expect(starts).toEqual([34, 34, 34])
  const codes = rows.map((row) => row.search(/[A-Z_]{8,}/)).filter((start) => start >= 0)
  expect(codes).toEqual(columns === 60 ? [34, 34, 34] : [72, 72, 72])
})

test('tail colours a line by its status', async () => {
  const { stdout } = await run('logs tail --since 2026-03-18 --path /v1/users --count 3', { columns: 100 })
  expect(stdout).toContain('\u001b[33m404\u001b[39m')
  expect(stdout).toContain('\u001b[32m200\u001b[39m')
})

const nasty = {
  display_name: `O'Neil "$HOME" $(touch x) \`id\` \\ \u202e é 李\u0085`,
  metadata: { lines: 'a\nb', empty: '' },
}
const sent = JSON.stringify(nasty, null, 2)

/** Sends it and gives the id that its entry in the log has. */
async function logged(method: string, path: string, headers: Record<string, string>, body?: string) {
  const answer = await sandbox.request(method, path, { headers, body })
  return answer.headers.get('x-request-id') ?? ''
}

/** What sh makes of the printed command: its arguments. */
async function argumentsOf(command: string): Promise<string[]> {
  const script = `curl() { for word do printf '%s\\0' "$word"; done; }\n${command}`
  const { stdout } = await execa('sh', ['-c', script], { env: { SKILLPASS_API_KEY: 'sk_mine' } })
  return stdout.split('\0').slice(0, -1)
}

test.each([undefined, 100])('--curl: sh reads the request out of it again (columns: %s)', async (columns) => {
  const headers = { 'content-type': 'application/json', 'x-note': "it's", cookie: 'a=b' }
  const id = await logged('POST', '/v1/users?x[]=1&y=%27', { ...headers, 'idempotency-key': 'k-1' }, sent)
  const setting = { env: { NO_COLOR: '1' }, ...(columns !== undefined && { columns }) }
  const { stdout, stderr, code } = await run(`logs get ${id} --curl`, setting)
  expect(code).toBe(0)
  const words = await argumentsOf(stdout)
  expect(words.slice(0, 4)).toEqual(['-g', '-X', 'POST', `${sandbox.url}/v1/users?x[]=1&y=%27`])
  expect(words).toContain('Authorization: Bearer sk_mine')
  expect(words).toContain('content-type: application/json')
  expect(words).toContain("x-note: it's")
  expect(words.at(-2)).toBe('--data-raw')
  expect(JSON.parse(words.at(-1) ?? '')).toEqual(nasty)
  expect(words.join(' ')).not.toMatch(/cookie|idempotency|user-agent|content-length|redacted|[\u202e\u0085]/i)
  expect(stdout).not.toContain(sandbox.apiKey)
  expect(stderr).toBe(
    'The Idempotency-Key is not kept: what this writes is written again.\nLeft out, for they are not kept: cookie.\n',
  )
})

test.skipIf(!hasCurl)('--curl: run by sh it does the same again', async () => {
  const type = { 'content-type': 'application/json' }
  const ids = [
    await logged('POST', '/v1/users', type, sent),
    await logged('GET', '/v1/users?email=o%27neil@example.com&limit=1', {}),
    await logged('POST', '/v1/users', { 'content-type': 'text/plain' }, 'no JSON: \'"$x'),
    await logged('HEAD', '/v1/skills', {}),
    await logged('DELETE', '/v1/webhooks/we_none', {}),
  ]
  for (const id of ids) {
    const { stdout } = await run(`logs get ${id} --curl`)
    const again = await execa('sh', ['-c', `${stdout.trimEnd()} -s -D -`], {
      env: { SKILLPASS_API_KEY: sandbox.apiKey },
    })
    const second = /^x-request-id: (\S+)/im.exec(again.stdout)?.[1] ?? ''
    const [before, after] = [await entry(id), await entry(second)]
    expect(after).toEqual(before)
  }
})

/** What two requests that are the same have in common. */
async function entry(id: string) {
  const found = await run(`logs get ${id} --json`)
  const body = at(found, 'request.body')
  const kept = ['method', 'path', 'status', 'error_code', 'key_id', 'request.headers.content-type']
  return [...kept.map((path) => at(found, path)), isJson(body) ? JSON.parse(String(body)) : body]
}

function isJson(text: unknown): boolean {
  return typeof text === 'string' && text.startsWith('{')
}

test('--curl of a list: a command for each; a request without a key stays without', async () => {
  const own = await freshSandbox()
  await own.request('GET', '/v1/me', { key: null })
  await own.request('GET', '/v1/users')
  const list = cliFor(own)
  const { stdout } = await list('logs list --curl --method GET')
  expect(stdout.trimEnd().split('\n')).toEqual([
    expect.stringContaining(`/v1/users' -H "Authorization: Bearer $SKILLPASS_API_KEY"`),
    expect.not.stringContaining('Authorization'),
  ])
  const seen = await list('logs list --curl --error AUTH_MISSING', { columns: 80, env: { NO_COLOR: '1' } })
  expect(seen.stdout).toMatch(/^\n# 401 AUTH_MISSING, just now, req_\w+\ncurl 'http:/)
  const both = await list('logs list --curl --json')
  expect([both.code, both.stdout]).toEqual([2, ''])
})

test('--curl tells what the log does not hold', async () => {
  const long = JSON.stringify({ display_name: 'Kim', note: 'n'.repeat(20_000) })
  const cut = await logged('POST', '/v1/users', { 'content-type': 'application/json' }, long)
  expect((await run(`logs get ${cut} --curl`)).stderr).toContain('was cut after 16 KiB')
  const secret = await logged('GET', `/v1/users?email=${sandbox.apiKey}`, {})
  expect((await run(`logs get ${secret} --curl`)).stderr).toContain('Secrets in it were redacted')
  const quiet = await run(`logs get ${secret} --curl --quiet`)
  expect([quiet.stderr, quiet.stdout.startsWith('curl ')]).toEqual(['', true])
  const made = await run('user create --name Kim --email kim.gone@example.com --json')
  await run(`user erase ${String(at(made, 'id'))} --yes`)
  const log = await run('logs list --method POST --status 201 --path /v1/users --limit 1 --quiet')
  expect((await run(`logs get ${log.stdout.trim()} --curl`)).stderr).toContain('is no longer kept')
})

test('--curl keeps dots in a path, types no body that had none, and prints no control characters', () => {
  const request = { headers: { host: 'x', 'x-empty': '' }, body: 'a\u001b[2Jb' }
  const log = { ...blank, method: 'PUT', path: '/v1/../x', request }
  expect(curlOf(log, 'http://127.0.0.1:1/')).toEqual({
    parts: [
      "curl --path-as-is -X PUT 'http://127.0.0.1:1/v1/../x'",
      "-H 'x-empty;'",
      "-H 'content-type:'",
      "--data-raw 'a[2Jb'",
    ],
    notes: ['Control characters in it are left out.'],
  })
})

const blank = {
  request_id: 'req_1',
  object: 'log',
  at: '2026-03-18T12:00:00.000Z',
  route: null,
  status: 200,
  duration_ms: 1,
  key_id: null,
  ip: '127.0.0.1',
  user_agent: null,
  idempotency_key_hash: null,
  error_code: null,
  response: { headers: {}, body: null },
} as const
