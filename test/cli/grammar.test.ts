import { expect, test } from 'vitest'
import { manifest } from '../../src/cli/manifest.ts'
import { version } from '../../src/sdk/index.ts'
import { cli, errorOf } from './cli.ts'

async function usage(line: string): Promise<string> {
  const { code, stdout, stderr } = await cli(line.split(' '))
  expect(stdout).toBe('')
  expect(code).toBe(2)
  return stderr
}

test.each([
  ['invte list', 'Did you mean "invite"?'],
  ['invite sned a@b.c', 'Did you mean "invite send"?'],
  ['--jsn', 'Did you mean "--json"?'],
  ['invite list --statu pending', 'Did you mean --status?'],
  ['invite list --jsno', 'Did you mean --json?'],
  ['invite list --status pendig', 'Did you mean "pending"?'],
  ['user list --color alwys', 'Did you mean "always"?'],
  ['passport get', 'Missing: USER.'],
  ['invite complete', 'Missing: ID, --score.'],
  ['evidence add', 'Missing: USER, --type, --skill.'],
  ['key create', 'Missing: NAME, --scopes.'],
  ['invite complete inv_1 --score ninety', '--score takes a number, not "ninety".'],
  ['invite extend inv_1 --expires soon', '--expires takes a duration such as 7d or an instant'],
  ['passport get kim --as-of 2026-13-01', '--as-of takes a date such as 2026-12-24'],
  ['invite get a b', 'Too many arguments'],
  ['invite', '"invite" needs a verb: send, list'],
  ['invite --json list --limit 0', ''],
  ['api GET http://evil.example/v1/me', 'takes a path such as /v1/me'],
  ['api GET //evil.example/v1/me', 'takes a path such as /v1/me'],
  ['api POST /v1/x -F score=high', 'is not JSON'],
  ['invite send a@x.org b@x.org --skill react --name Kim', '--name: for one candidate at a time.'],
  ['dev --ephemeral --data x', 'exclude each other'],
  ['dev --rate-limit some', '--rate-limit takes requests a minute, or off'],
  ['user list --profile staging', 'Unknown profile "staging".'],
  ['user get --timeout', '--timeout needs a value.'],
  ['user get usr_alex --timeout 0', '--timeout takes a duration above 0'],
  ['user get usr_alex --timeout soon', 'not "soon". Help:'],
  ['open nosuch', 'Help: skillpass open --help'],
  ['whoami again', 'Help: skillpass whoami --help'],
  [
    'invite send kim --skill react',
    'error EMAIL takes an e-mail address such as kim@example.com, not "kim".',
  ],
  ['profile add a/b', 'PROFILE takes letters, digits'],
  ['login --profile a/b', '--profile takes letters, digits'],
])('%s: exit 2 and %s', async (line, message) => {
  expect((await usage(line)).replaceAll(/\s+/g, ' ')).toContain(message)
})

test('everything wrong is told at once', async () => {
  const told = await usage('evidence add kim --type sesion --on tomorrow --rating good')
  for (const part of [
    'Missing: --skill',
    'Did you mean "session"?',
    '--on takes a date',
    '--rating takes a number',
  ]) {
    expect(told).toContain(part)
  }
})

test('with --json a usage error is one line of the form of the API', async () => {
  const ran = await cli(['invite', 'complete', '--json'])
  expect(ran.code).toBe(2)
  expect(errorOf(ran)).toMatchObject({ code: 'USAGE', message: 'Missing: ID, --score.', retryable: false })
})

test.each(['--version', '-V'])('%s', async (flag) => {
  expect(await cli([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})

test('help of the whole program names every command', async () => {
  const { code, stdout } = await cli(['--help'])
  expect(code).toBe(0)
  for (const { name, summary } of manifest) expect(stdout).toContain(`${name.padEnd(12)}  ${summary}`)
  expect(await cli(['help'])).toEqual(await cli(['--help']))
})

const loaded = await Promise.all(manifest.map(async (entry) => ({ entry, command: await entry.load() })))
const verbs = loaded.flatMap(({ entry, command }) => {
  if (!('verbs' in command)) return [{ path: [entry.name], verb: command }]
  return command.verbs.map((verb) => ({ path: [entry.name, verb.name], verb }))
})

test.each(verbs.map(({ path, verb }) => [path.join(' '), verb] as const))(
  'help of %s',
  async (path, verb) => {
    const { code, stdout } = await cli([...path.split(' '), '--help'])
    expect(code).toBe(0)
    expect(stdout.split('\n')[0]).toMatch(/^[A-Z][^\n]{8,78}\.$/)
    expect(verb.examples.length).toBeGreaterThanOrEqual(2)
    for (const [line, purpose] of verb.examples) {
      expect(stdout).toContain(`  # ${purpose}\n  ${line}\n`)
      expect(line.startsWith('skillpass ') || line.includes('| ') || line.includes('skillpass')).toBe(true)
    }
    expect(stdout).toContain('--base-url URL')
  },
)

test('the name and summary of a command are the same inside and outside', () => {
  for (const { entry, command } of loaded)
    expect(command).toMatchObject({ name: entry.name, summary: entry.summary })
})

test('"help invite send" is "invite send --help"', async () => {
  expect(await cli(['help', 'invite', 'send'])).toEqual(await cli(['invite', 'send', '--help']))
})
