import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { manifest } from '../../src/cli/manifest.ts'
import { sharedSandbox } from '../sandbox.ts'
import { at, cliFor, errorOf } from './cli.ts'

/** Every command, once as it should go and once as it should not: no command is exempt. */

const sandbox = await sharedSandbox({ seed: 'default' })
const folder = await mkdtemp(join(tmpdir(), 'skillpass-'))
afterAll(() => rm(folder, { recursive: true }))
const bound = cliFor(sandbox)
const env = { SKILLPASS_CONFIG_DIR: join(folder, 'config') }
const run = (line: string, stdin = '') => bound(words(line), { env, stdin, cwd: folder })

/** Words, with what stands in double quotes as one. */
function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

const id = async (line: string): Promise<string> => String(at(await run(`${line} --json`), 'id'))
const invite = async () => id(`invite send walk${Math.random()}@example.com --skill react --if-exists create`)
const accepted = async () => id(`invite accept ${await invite()}`)
const started = async () => id(`invite start ${await accepted()}`)
const completed = async () => {
  const of = await started()
  await run(`invite complete ${of} --score 80`)
  return of
}
const webhook = async () => id('webhook create http://127.0.0.1:1/hook --events webhook.test')
const delivery = async () => id(`webhook test ${await webhook()}`)
const entry = async () => id('evidence add usr_alex --type session --skill react --rating 4')
const disputed = async () => id(`evidence dispute ${await entry()} --reason why`)
const key = async () => id('key create Walk --scopes passports:read')
const event = async () => String(at(await run('event list --limit 1 --json'), '0.id'))
const request = async () => String(at(await run('logs list --limit 1 --json'), '0.request_id'))
const user = async () => id('user create --name Walk')
const profile = async () => {
  await run(`profile add walk --base-url ${sandbox.url} --key-stdin`, sandbox.apiKey)
  return 'walk'
}
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
await writeFile(join(folder, 'body.json'), '{}')

interface Case {
  /** Arguments and flags that work; a function may first make what they name. */
  readonly good: string | (() => Promise<string>)
  /** Those that do not. null: there is no way to get it wrong but an unknown flag. */
  readonly bad: string | null
  readonly exit?: number
  readonly stdin?: string
  /** Answers with one JSON value a line. */
  readonly isStream?: true
}

const given =
  (make: () => Promise<string>, rest = '') =>
  async () =>
    `${await make()}${rest}`

const cases: Readonly<Record<string, Case>> = {
  'clock show': { good: '', bad: null },
  'clock advance': { good: '1s', bad: 'soon', exit: 2 },
  'clock set': { good: '2030-01-01', bad: 'soon', exit: 2 },
  'clock freeze': { good: '', bad: null },
  'clock resume': { good: '', bad: null },
  'clock next': { good: '', bad: null },
  'fault add': { good: '--status 503 --path /v1/nowhere', bad: '--status 99', exit: 2 },
  'fault list': { good: '', bad: null },
  'fault clear': { good: '', bad: null },
  'mail list': { good: '', bad: '--limit none', exit: 2 },
  'invite send': { good: 'one@example.com --skill react', bad: 'kim@example.com --skill nothing', exit: 5 },
  'invite list': { good: '--email nobody@example.com', bad: '--status lost', exit: 2 },
  'invite get': { good: given(invite), bad: 'inv_unknown', exit: 3 },
  'invite accept': { good: given(invite), bad: 'inv_unknown', exit: 3 },
  'invite start': { good: given(accepted), bad: 'inv_unknown', exit: 3 },
  'invite complete': { good: given(started, ' --score 80'), bad: 'inv_unknown --score 80', exit: 3 },
  'invite decline': { good: given(invite), bad: 'inv_unknown', exit: 3 },
  'invite cancel': { good: given(invite), bad: 'inv_unknown', exit: 3 },
  'invite resend': { good: given(invite), bad: 'inv_unknown', exit: 3 },
  'invite extend': { good: given(invite, ' --expires 9d'), bad: 'inv_unknown --expires 9d', exit: 3 },
  'invite result': { good: given(completed), bad: 'inv_unknown', exit: 3 },
  'invite results': { good: '--user usr_alex', bad: '--passed perhaps', exit: 2 },
  'passport get': { good: 'usr_alex', bad: 'nobody', exit: 3 },
  'passport skill': { good: 'usr_alex react', bad: 'usr_alex', exit: 2 },
  'passport explain': { good: 'usr_alex react', bad: 'nobody react', exit: 3 },
  'passport check': { good: 'usr_alex --skill react', bad: 'nobody --skill react', exit: 3 },
  'passport diff': { good: 'usr_alex', bad: 'nobody', exit: 3 },
  'passport batch': { good: 'usr_alex nobody', bad: '', exit: 2 },
  'user list': { good: '--status erased', bad: '--status lost', exit: 2 },
  'user get': { good: 'usr_alex', bad: 'nobody', exit: 3 },
  'user create': { good: '--name Kim', bad: '--name Kim --email none', exit: 5 },
  'user update': { good: given(user, ' --name Kim'), bad: 'nobody --name Kim', exit: 3 },
  'user erase': { good: given(user), bad: 'nobody', exit: 3 },
  'evidence list': { good: 'usr_alex', bad: 'nobody', exit: 3 },
  'evidence add': { good: 'usr_alex --type session --skill react --rating 4', bad: 'usr_alex', exit: 2 },
  'evidence get': { good: given(entry), bad: 'evd_unknown', exit: 3 },
  'evidence dispute': { good: given(entry), bad: 'evd_unknown', exit: 3 },
  'evidence resolve': {
    good: given(disputed, ' --outcome upheld'),
    bad: 'evd_unknown --outcome upheld',
    exit: 3,
  },
  'evidence revoke': { good: given(entry, ' --reason why'), bad: 'evd_unknown --reason why', exit: 3 },
  'skill list': { good: '', bad: '--limit 0', exit: 2 },
  'skill get': { good: 'react', bad: 'nothing', exit: 3 },
  'skill add': { good: 'walking --name Walking', bad: 'react --name React', exit: 5 },
  'webhook listen': { good: '--timeout 1s', bad: '--expect nothing', exit: 2, isStream: true },
  'webhook create': { good: 'http://127.0.0.1:1/made', bad: 'ftp://example.com', exit: 5 },
  'webhook list': { good: '', bad: '--limit 0', exit: 2 },
  'webhook get': { good: given(webhook), bad: 'we_unknown', exit: 3 },
  'webhook update': {
    good: given(webhook, ' --description Walk'),
    bad: 'we_unknown --description Walk',
    exit: 3,
  },
  'webhook delete': { good: given(webhook), bad: 'we_unknown', exit: 3 },
  'webhook rotate-secret': { good: given(webhook), bad: 'we_unknown', exit: 3 },
  'webhook enable': { good: given(webhook), bad: 'we_unknown', exit: 3 },
  'webhook disable': { good: given(webhook), bad: 'we_unknown', exit: 3 },
  'webhook test': { good: given(webhook), bad: 'we_unknown', exit: 3 },
  'webhook replay': {
    good: given(webhook, ' --since 2026-01-01'),
    bad: 'we_unknown --since 2026-01-01',
    exit: 3,
  },
  'webhook sign': { good: `--secret ${secret} body.json`, bad: '--secret whsec_?? body.json', exit: 2 },
  'webhook verify': {
    good: async () => {
      const made = await run('webhook create http://127.0.0.1:1/verified --events webhook.test --json')
      return `--secret ${String(at(made, 'secret'))} --delivery ${await id(`webhook test ${String(at(made, 'id'))}`)}`
    },
    bad: '',
    exit: 2,
  },
  'event list': { good: '--type passport.updated --limit 3', bad: '--limit 0', exit: 2 },
  'event get': { good: given(event), bad: 'evt_unknown', exit: 3 },
  'event tail': { good: '--count 1', bad: '--count 0', exit: 2, isStream: true },
  'event trigger': { good: 'invite.created', bad: 'invite.made', exit: 2 },
  'event resend': { good: given(event), bad: 'evt_unknown', exit: 3 },
  'delivery list': { good: '', bad: '--limit 0', exit: 2 },
  'delivery get': { good: given(delivery), bad: 'dlv_unknown', exit: 3 },
  'delivery retry': { good: given(delivery), bad: 'dlv_unknown', exit: 3 },
  'key create': { good: 'Walk --scopes passports:read', bad: 'Walk --scopes nothing', exit: 5 },
  'key list': { good: '', bad: '--limit 0', exit: 2 },
  'key get': { good: given(key), bad: 'key_unknown', exit: 3 },
  'key update': { good: given(key, ' --name Walked'), bad: 'key_unknown --name Walked', exit: 3 },
  'key rotate': { good: given(key), bad: 'key_unknown', exit: 3 },
  'key usage': { good: given(key), bad: 'key_unknown', exit: 3 },
  'key revoke': { good: given(key), bad: 'key_unknown', exit: 3 },
  'logs list': { good: '--status 5xx', bad: '--limit 0', exit: 2 },
  'logs get': { good: given(request), bad: 'req_unknown', exit: 3 },
  'logs tail': { good: '--count 1', bad: '--count 0', exit: 2, isStream: true },
  api: { good: 'GET /v1/me', bad: 'GET /v1/nowhere', exit: 3 },
  usage: { good: '', bad: '--by week', exit: 2 },
  status: { good: '', bad: null },
  reset: { good: '--seed default', bad: '--seed other', exit: 2 },
  open: { good: 'docs', bad: 'nothing', exit: 2 },
  doctor: { good: '', bad: null },
  login: { good: `--base-url ${sandbox.url} --key-stdin`, stdin: sandbox.apiKey, bad: '', exit: 2 },
  logout: { good: given(async () => `--profile ${await profile()}`), bad: '--profile nobody', exit: 2 },
  wait: { good: '', bad: '--timeout never', exit: 2 },
  env: { good: '', bad: '-o yaml', exit: 2 },
  completion: { good: 'bash', bad: 'tcsh', exit: 2 },
  whoami: { good: '', bad: '--profile nobody', exit: 2 },
  'profile list': { good: '', bad: null },
  'profile use': { good: given(profile), bad: 'nobody', exit: 2 },
  'profile add': {
    good: `other --base-url ${sandbox.url} --key-stdin`,
    stdin: sandbox.apiKey,
    bad: '',
    exit: 2,
  },
  'profile remove': { good: given(profile), bad: 'nobody', exit: 2 },
}

/**
 * They start or need another process, and are walked with the real program; or they are for a store, not for a
 * service, and have tests of their own.
 */
const elsewhere = /^(dev|exec|stop|serve|store|audit|secrets)\b|^key bootstrap$/

const all = (
  await Promise.all(manifest.map(async ({ name, load }) => ({ name, command: await load() })))
).flatMap(({ name, command }) =>
  'verbs' in command ? command.verbs.map((verb) => `${name} ${verb.name}`) : [name],
)
const commands = all.filter((path) => !elsewhere.test(path))

test('every command is walked', () => {
  expect(Object.keys(cases).toSorted()).toEqual(commands.toSorted())
})

const walked = Object.entries(cases).map(([path, each]) => ({ path, ...each }))
const escape = '\u001b'

/** The service at work, for those who watch it. */
async function busy<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => void run('event trigger invite.created'), 200)
  return await work.finally(() => clearInterval(timer))
}

test.each(walked)('$path --json: one JSON value on stdout', async ({ path, good, stdin, isStream }) => {
  const line = `${path} ${typeof good === 'string' ? good : await good()} --json`
  const { code, stdout, stderr } = await (isStream === true ? busy(run(line)) : run(line, stdin))
  expect([code, stderr]).toEqual([0, ''])
  const values = isStream === true ? stdout.trimEnd().split('\n') : [stdout]
  for (const value of values.filter((text) => text !== '')) expect(() => JSON.parse(value)).not.toThrow()
  expect(isStream === true || stdout !== '').toBe(true)
})

test.each(walked)(
  '$path in a pipe: no colour, no question, nothing beside the data',
  async ({ path, good, stdin, isStream }) => {
    const line = `${path} ${typeof good === 'string' ? good : await good()}`
    const { code, stdout, stderr } = await (isStream === true ? busy(run(line)) : run(line, stdin))
    expect([code, stdout.includes(escape), stderr]).toEqual([
      0,
      false,
      isStream === true ? expect.any(String) : '',
    ])
  },
)

test.each(walked)(
  '$path --json, wrong: one line on stderr, the exit code of the table',
  async ({ path, bad, exit = 2 }) => {
    const ran = await run(`${path} ${bad ?? '--nonsense'} --json`)
    expect([ran.code, ran.stdout]).toEqual([exit, ''])
    expect(errorOf(ran)).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  },
)

test.each(all)('%s --help: exit 0, two examples', async (path) => {
  const { code, stdout, stderr } = await run(`${path} --help`)
  expect([code, stderr, stdout.includes(escape)]).toEqual([0, '', false])
  const [, examples = ''] = stdout.split('\nExamples\n')
  expect(examples.match(/^ {2}# /gm)?.length).toBeGreaterThanOrEqual(2)
})
