import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { answer } from '../../src/cli/completion/answer.ts'
import { drawShape } from '../../src/cli/completion/draw-shape.ts'
import type { CommandShape } from '../../src/cli/completion/shape.ts'
import { readEnvironment } from '../../src/cli/config.ts'
import { manifest } from '../../src/cli/manifest.ts'
import { sharedSandbox } from '../sandbox.ts'
import { at, cli, cliFor } from './cli.ts'
import { emptyFolder } from './program.ts'

const sandbox = await sharedSandbox({ seed: 'default' })
const run = cliFor(sandbox)
const bound = { SKILLPASS_BASE_URL: sandbox.url, SKILLPASS_API_KEY: sandbox.apiKey }

interface Told {
  readonly rest: string
  readonly space: string
  readonly values: readonly string[]
  readonly about: ReadonlyMap<string, string>
}

/** What fish is told after this line; the word in progress ends where the line ends. */
async function told(line: string, env: Readonly<Record<string, string>> = bound): Promise<Told> {
  const text = await answer(['fish', '--', ...line.split(' ')], readEnvironment({ ...env }), '/')
  const [head = '', ...rows] = text.trimEnd().split('\n')
  const [rest = '', space = ''] = head.split(' ')
  const pairs = rows.map((row): [string, string] => {
    const [value = '', about = ''] = row.split('\t')
    return [value, about]
  })
  return { rest, space, values: pairs.map(([value]) => value), about: new Map(pairs) }
}

async function values(line: string): Promise<readonly string[]> {
  return (await told(line)).values
}

test('commands, with what they are for', async () => {
  const { about } = await told('')
  expect([...about]).toEqual([
    ...manifest.map(({ name, summary }) => [name, summary]),
    ['help', 'what a command does and takes'],
  ])
})

test.each([
  ['inv', ['invite']],
  ['invite re', ['resend', 'result', 'results']],
  ['--json invite re', ['resend', 'result', 'results']],
  ['--base-url http://127.0.0.1:1 invite re', ['resend', 'result', 'results']],
  ['help', ['help']],
  ['help inv', ['invite']],
  ['help invite re', ['resend', 'result', 'results']],
  ['help invite list --', []],
  ['invite list --st', ['--status']],
  ['invite list --status pen', ['pending']],
  ['invite list --status=pen', ['--status=pending']],
  ['user list --color=al', ['--color=always']],
  ['user list --email --st', []],
  ['user list --status active --st', []],
  ['user list --status=active --st', []],
  ['user list -q --qu', []],
  ['user list -q', ['-q']],
  ['invite send a@b.c --metadata a=b --meta', ['--metadata']],
  ['event trigger -f skill=react --fi', ['--field']],
  ['event trigger -fskill=react --da', ['--data']],
  ['event trigger --data {} --da', []],
  ['event trigger assessment.c', ['assessment.completed']],
  ['key create CI --scopes read,inv', ['read,invites:read', 'read,invites:write']],
  ['key create CI --scopes=read,rea', []],
  ['webhook create http://x --events invite.cr', ['invite.created']],
  ['api GET /v1/m', ['/v1/me']],
  ['logs list --error SKILL_U', ['SKILL_UNKNOWN']],
  ['reset --seed e', ['empty']],
  ['completion z', ['zsh']],
  ['nonsense ', []],
  ['invite nonsense --', []],
  ['invite get inv_1 inv_2', []],
  ['-- inv', []],
])('%j offers %j', async (line, expected) => {
  expect(await values(line)).toEqual(expected)
})

test('flags come when no more arguments can, and not the taken ones', async () => {
  const { values: offered, about } = await told('user get usr_alex ')
  expect(offered).toEqual(expect.arrayContaining(['--json', '--base-url', '--help']))
  expect(about.get('--json')).toContain('print JSON')
  expect(await values('user get --json usr_alex ')).not.toContain('--json')
  expect(await values('invite send kim@example.com ')).toContain('--skill')
  expect(await values('user get usr_alex -- ')).toEqual([])
})

test.each([
  ['webhook verify ', 'file'],
  ['webhook sign --secret-file=se', 'file'],
  ['api POST /v1/users --input ', 'file'],
  ['status --data ', 'folder'],
  ['dev --seed ', 'file'],
  ['user get ', 'none'],
  ['user create --name ', 'none'],
])('%j: the shell itself completes: %s', async (line, rest) => {
  expect((await told(line)).rest).toBe(rest)
})

const invite = String(at(await run('invite send kim@example.com --skill react --json'), 'id'))
const webhook = String(at(await run('webhook create http://127.0.0.1:1/hook --json'), 'id'))
const event = String(at(await run('event list --limit 1 --json'), '0.id'))
const delivery = (await run(`webhook test ${webhook} --quiet`)).stdout.trim()
const key = String(at(await run('key list --json'), '0.id'))
const fault = String(at(await run('fault add --path /v1/nowhere --status 503 --json'), 'id'))
const request = String(at(await run('logs list --limit 1 --json'), '0.request_id'))

test.each([
  ['invite get ', invite, 'kim@example.com, react, pending'],
  ['invite complete ', invite, 'kim@example.com, react, pending'],
  ['mail list --invite=', `--invite=${invite}`, 'kim@example.com, react, pending'],
  ['user get usr_al', 'usr_alex', 'Alex Chen'],
  ['user get -- usr_al', 'usr_alex', 'Alex Chen'],
  ['invite list --user usr_al', 'usr_alex', 'Alex Chen'],
  ['passport skill usr_alex rea', 'react', 'React'],
  ['invite send kim@example.com --skill rea', 'react', 'React'],
  ['webhook update ', webhook, 'http://127.0.0.1:1/hook, enabled'],
  ['event get ', event, expect.stringContaining('invite.created')],
  ['delivery get ', delivery, expect.stringContaining('webhook.test')],
  ['key rotate ', key, expect.stringContaining('active')],
  ['logs list --key ', key, expect.stringContaining('active')],
  ['fault clear ', fault, expect.stringContaining('/v1/nowhere')],
  ['logs get ', request, 'POST, /v1/sandbox/faults, 201'],
])('%j offers what the service has', async (line, value, about) => {
  expect((await told(line)).about.get(value)).toEqual(about)
})

test('every skill of the catalogue, though a page holds a hundred', async () => {
  const keys = JSON.parse((await run('skill list --limit 1000 --json')).stdout).map(
    (one: { key: string }) => one.key,
  )
  expect(keys.length).toBeGreaterThan(100)
  expect((await values('skill get ')).toSorted()).toEqual(keys.toSorted())
})

test('an id of a list is not offered twice', async () => {
  expect(await values('passport batch usr_al')).toEqual(['usr_alex'])
  expect(await values('passport batch usr_alex usr_al')).toEqual([])
})

test('what an argument called ID is, or that it is free', async () => {
  const { commands } = await drawShape()
  const verbs = commands.flatMap(({ name, verbs: own = [] }) => own.map((verb) => ({ name, verb })))
  const ids = (verb: CommandShape) => verb.args?.some(({ from }) => from !== null) === true
  const named =
    /^(get|update|rotate|revoke|enable|disable|retry|resend|cancel|extend|result|erase|test|replay)$/
  const without = verbs.filter(({ verb }) => named.test(verb.name) && !ids(verb))
  // No list of the service holds the evidence of everybody; a server's own secrets have no id.
  const found = without.map(({ name, verb }) => `${name} ${verb.name}`)
  expect(found).toEqual(['evidence get', 'evidence revoke', 'secrets rotate'])
})

test('the profiles of the user config, where one is named', async () => {
  const dir = await emptyFolder()
  const env = { ...bound, SKILLPASS_CONFIG_DIR: dir }
  const add = ['profile', 'add', 'staging', '--base-url', sandbox.url, '--key-stdin']
  await run(add, { env, stdin: sandbox.apiKey })
  for (const line of ['profile use ', 'invite list --profile st', 'profile remove sta'])
    expect((await told(line, env)).values).toEqual(['staging'])
})

test('the topics of the help', async () => {
  expect(await values('help exit')).toEqual(['exit-codes'])
})

test('the flags of the line say where to ask', async () => {
  const env = { SKILLPASS_API_KEY: sandbox.apiKey }
  expect((await told(`user get --base-url ${sandbox.url} usr_al`, env)).values).toEqual(['usr_alex'])
  expect((await told(`--base-url=${sandbox.url} user get usr_al`, env)).values).toEqual(['usr_alex'])
  expect((await told('--base-url http://127.0.0.1:1 user get usr_al')).values).toEqual([])
})

test.each([
  ['nobody there', { SKILLPASS_BASE_URL: 'http://127.0.0.1:1', SKILLPASS_API_KEY: sandbox.apiKey }],
  ['a wrong key', { ...bound, SKILLPASS_API_KEY: 'sk_test_nonsense' }],
  ['no key', { SKILLPASS_BASE_URL: sandbox.url }],
])('%s: nothing is offered, the rest goes on', async (_, env) => {
  expect((await told('user get ', env)).values).toEqual([])
  expect((await told('user get usr_alex --js', env)).values).toEqual(['--json'])
})

/** A service of somebody else's making. */
async function strange(respond: (path: string) => string | null): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const body = respond(url)
    if (body !== null) response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

test('a service that says nothing is given up soon', async () => {
  const url = await strange(() => null)
  expect((await told('user get ', { ...bound, SKILLPASS_BASE_URL: url })).values).toEqual([])
}, 3_000)

test.each(['not JSON', '[]', '{"data":7}', '{"data":[null,{"id":7}]}'])(
  'an answer of %s offers nothing',
  async (body) => {
    const url = await strange(() => body)
    expect((await told('user get ', { ...bound, SKILLPASS_BASE_URL: url })).values).toEqual([])
  },
)

test('what a service calls its things cannot run anything, nor drive the terminal', async () => {
  const ids = ['$(touch x)', 'a;b', 'a b', '-rf', "a'b", 'a\nb', 'a\tb', '`x`', 'fine', 'x'.repeat(65)]
  const data = ids.map((id) => ({ id, display_name: 'Eve\u001b[2J\n\u202eevil\tend' }))
  const url = await strange(() => JSON.stringify({ data }))
  const { about } = await told('user get ', { ...bound, SKILLPASS_BASE_URL: url })
  expect([...about]).toEqual([['fine', 'Eve[2J evil end']])
})

async function bash(line: string, breaks = ' \t\n"\'@><=;|&(:'): Promise<string[]> {
  const text = await answer(['bash', '--', line, breaks], readEnvironment({ ...bound }), '/')
  return text.trimEnd().split('\n').slice(1)
}

test.each([
  ['skillpass inv', ['invite']],
  ['  skillpass   user  get usr_al', ['usr_alex']],
  ['skillpass user get "usr_al', ['usr_alex']],
  ["skillpass user get 'usr_al", ['usr_alex']],
  [String.raw`skillpass user create --name a\ b --em`, ['--email']],
  ['skillpass user create --name "a b" --em', ['--email']],
  ['skillpass user create --name "a \\" b" --em', ['--email']],
  ['skillpass invite list --status=pen', ['pending']],
  ['skillpass invite list --status=', expect.arrayContaining(['pending', 'accepted'])],
  ['skillpass key create x --scopes read,invites:', ['read', 'write']],
  ['skillpass key create x --scopes "read,invites:', ['read,invites:read', 'read,invites:write']],
])('bash, after %j: what comes after its word breaks', async (line, expected) => {
  expect(await bash(line)).toEqual(expected)
})

test('bash without "=" and ":" among its word breaks gets whole words', async () => {
  expect(await bash('skillpass invite list --status=pen', ' \t\n')).toEqual(['--status=pending'])
  expect(await bash('skillpass key create x --scopes read,invites:r', ' \t\n')).toEqual(['read,invites:read'])
})

test('zsh: descriptions by colon, the colons of a value escaped', async () => {
  const zsh = (...words: string[]) => answer(['zsh', '--', ...words], readEnvironment({ ...bound }), '/')
  expect(await zsh('user', 'get', 'usr_al')).toBe('none space 0\nusr_alex:Alex Chen\n')
  expect(await zsh('key', 'create', '--scopes', 'read,invites:r')).toBe('none nospace 5\ninvites\\:read\n')
})

test('the script is the same on a terminal, and an object with --json', async () => {
  const piped = await cli(['completion', 'zsh'])
  expect(piped).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^#compdef skillpass\n/) })
  expect(await cli(['completion', 'zsh', '--color', 'always'], { columns: 40 })).toEqual(piped)
  const { stdout } = await cli(['completion', 'zsh', '--json'])
  expect(JSON.parse(stdout)).toEqual({ shell: 'zsh', script: piped.stdout })
})

test.each([
  [[], 'Missing: bash|zsh|fish.'],
  [['tcsh'], 'bash|zsh|fish are the shells it knows, not "tcsh".'],
])('completion %j: exit 2', async (words, message) => {
  expect(await cli(['completion', ...words])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(message),
  })
})
