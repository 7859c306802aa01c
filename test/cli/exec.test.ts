import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { begin, emptyFolder, plainEnv, program } from './program.ts'

/** What `exec` gives its command, takes from it, and leaves behind. */

const node = process.execPath

interface Given {
  readonly flags?: readonly string[]
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

async function exec(command: readonly string[], { flags = [], cwd = '/', env = {} }: Given = {}) {
  const child = begin(cwd, ['exec', '--seed', 'empty', ...flags, '--', ...command], env)
  return { code: await child.ended(), stdout: child.stdout(), stderr: child.stderr() }
}

function script(source: string): string[] {
  return [node, '--input-type=module', '-e', source]
}

const variables = z.object({
  SKILLPASS_BASE_URL: z.url(),
  SKILLPASS_API_KEY: z.string().startsWith('sk_test_'),
  SKILLPASS_PROFILE: z.string().optional(),
  OTHER: z.string().optional(),
})
const printVariables = script('console.log(JSON.stringify(process.env))')

test('the command has a working address and key, and what else there was; nothing of ours is printed', async () => {
  const env = { OTHER: 'stays', SKILLPASS_BASE_URL: 'http://127.0.0.1:1', SKILLPASS_PROFILE: 'staging' }
  const source = `
    const { SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: key } = process.env
    const answer = await fetch(url + '/v1/me', { headers: { authorization: 'Bearer ' + key } })
    console.log(answer.status)`
  expect(await exec(script(source), { env })).toEqual({ code: 0, stdout: '200\n', stderr: '' })
  const { stdout, stderr } = await exec(printVariables, { env })
  const seen = variables.parse(JSON.parse(stdout))
  expect(seen).toMatchObject({ OTHER: 'stays' })
  expect(seen).not.toHaveProperty('SKILLPASS_PROFILE')
  expect(stderr).toBe('')
  await expect(fetch(`${seen.SKILLPASS_BASE_URL}/healthz`)).rejects.toThrow('fetch failed')
})

test.each([
  ['process.exit(0)', 0],
  ['process.exit(1)', 1],
  ['process.exit(7)', 7],
  ['process.exit(255)', 255],
  ["process.kill(process.pid, 'SIGKILL')", 137],
  ["process.kill(process.pid, 'SIGTERM')", 143],
])('%s: exit %i', async (source, code) => {
  expect(await exec([node, '-e', source])).toEqual({ code, stdout: '', stderr: '' })
})

test('a command that cannot start: 125, naming it', async () => {
  const cwd = await emptyFolder()
  await writeFile(join(cwd, 'plain'), 'exit 0\n')
  await chmod(join(cwd, 'plain'), 0o644)
  const missing = await exec(['no-such-command', '--json'])
  expect([missing.code, missing.stdout]).toEqual([125, ''])
  expect(missing.stderr).toContain('Cannot run "no-such-command": there is no such command.')
  const plain = await exec(['./plain'], { cwd })
  expect([plain.code, plain.stderr]).toEqual([125, expect.stringContaining('"./plain": it may not be')])
  const line = await exec(['npm test'], { flags: ['--json'] })
  expect([line.code, line.stdout]).toEqual([125, ''])
  expect(JSON.parse(line.stderr)).toMatchObject({
    error: { code: 'COMMAND_NOT_STARTED', message: expect.stringContaining('skillpass exec -- npm test') },
  })
})

test.each([
  [['npm', 'test'], 'goes behind "--"'],
  [['--'], 'goes behind "--"'],
  [[], 'skillpass exec [flags] -- CMD…'],
  [['npm', '--', 'test'], 'Too many arguments'],
  [['--sede', 'empty', '--', 'true'], 'Did you mean --seed?'],
  [['--seed', '--', 'true'], '--seed'],
  [['--events', 'invite.*', '--', 'true'], '--events belongs to --forward-to'],
])('exec %j: exit 2', async (words, message) => {
  const child = begin('/', ['exec', ...words])
  expect([await child.ended(), child.stdout()]).toEqual([2, ''])
  expect(child.stderr()).toContain(message)
})

test('behind the dashes every word is the command’s', async () => {
  const words = ['--json', '-q', '--help', '--seed', 'x', '--', '', 'a b', '*', '$HOME']
  const { stdout } = await exec([
    ...script('console.log(JSON.stringify(process.argv.slice(1)))'),
    '--',
    ...words,
  ])
  expect(JSON.parse(stdout)).toEqual(words)
})

test('stdin goes to the command, and all it writes arrives', async () => {
  const env = plainEnv()
  const input = 'hello '.repeat(200_000)
  const argv = [program, 'exec', '--seed', 'empty', '--', 'cat']
  const { stdout } = await execa(node, argv, { input, env, extendEnv: false, stripFinalNewline: false })
  expect(stdout === input).toBe(true)
})

test('--data keeps what the command did; SKILLPASS_DATA_DIR does not make it a shared folder', async () => {
  const cwd = await emptyFolder()
  const run = (line: string, given: Given) => exec([node, program, ...line.split(' ')], { cwd, ...given })
  const kept = { flags: ['--data', 'kept'] }
  expect((await run('user create --name Kim --id kim', kept)).code).toBe(0)
  expect((await run('user get kim --quiet', kept)).stdout).toBe('kim\n')
  const env = { SKILLPASS_DATA_DIR: join(cwd, 'kept') }
  expect((await run('user get kim', { env })).code).toBe(3)
})

test('the flags of dev: clock, rate limit, port', async () => {
  const flags = ['--clock', '2031-05-06T07:08:09Z', '--freeze', '--rate-limit', '3']
  const source = `
    const { SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: key } = process.env
    const headers = { authorization: 'Bearer ' + key }
    const answer = await fetch(url + '/v1/sandbox/clock', { headers })
    console.log((await answer.json()).now, answer.headers.get('x-ratelimit-limit'))`
  expect((await exec(script(source), { flags })).stdout).toBe('2031-05-06T07:08:09.000Z 3\n')
  const taken = await exec(
    script(`
    import { spawnSync } from 'node:child_process'
    const { port } = new URL(process.env.SKILLPASS_BASE_URL)
    const argv = ['${program}', 'exec', '--port', port, '--', 'echo', 'never']
    const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' })
    console.log(status, stdout, stderr.includes('Port ' + port))`),
  )
  expect(taken.stdout).toBe('7  true\n')
})

test('--forward-to: signed events reach a server of the command', async () => {
  const source = `
    import { createServer } from 'node:http'
    import { spawn } from 'node:child_process'
    const { SKILLPASS_WEBHOOK_SECRET: secret } = process.env
    createServer((request, answer) => {
      console.log(request.url, request.headers['skillpass-event'], secret.startsWith('whsec_'))
      answer.end(() => process.exit(4))
    }).listen(Number(process.argv[1]), '127.0.0.1', () =>
      spawn(process.execPath, ['${program}', 'event', 'trigger', 'invite.created']))`
  const { port } = new URL(
    variables.parse(JSON.parse((await exec(printVariables)).stdout)).SKILLPASS_BASE_URL,
  )
  const flags = ['--forward-to', `127.0.0.1:${port}/hook`, '--events', 'invite.created']
  expect(await exec([...script(source), port], { flags })).toEqual({
    code: 4,
    stdout: '/hook invite.created true\n',
    stderr: '',
  })
})

test('in GitHub Actions the key is masked before the command starts, and stdout stays its own', async () => {
  const { stdout, stderr } = await exec(printVariables, { env: { GITHUB_ACTIONS: 'true' } })
  expect(stderr).toBe(`::add-mask::${variables.parse(JSON.parse(stdout)).SKILLPASS_API_KEY}\n`)
})

test('twenty at once do not collide', { timeout: 120_000 }, async () => {
  const source = `${printVariables.at(-1)}; process.exitCode = Number(process.argv[1])`
  const cwd = await emptyFolder()
  const codes = Array.from({ length: 20 }, (_, at) => at)
  const all = await Promise.all(codes.map((code) => exec([...script(source), String(code)], { cwd })))
  expect(all.map(({ code }) => code)).toEqual(codes)
  const seen = all.map(({ stdout }) => variables.parse(JSON.parse(stdout)))
  expect(new Set(seen.map(({ SKILLPASS_BASE_URL: url }) => url)).size).toBe(20)
  expect(new Set(seen.map(({ SKILLPASS_API_KEY: key }) => key)).size).toBe(20)
})

test('the example project passes its tests', async () => {
  const cwd = new URL('../../examples/ci-exec', import.meta.url).pathname
  const env = { npm_config_cache: await emptyFolder(), npm_config_update_notifier: 'false' }
  const child = begin(cwd, ['exec', '--', 'npm', 'test', '--silent'], env)
  expect([await child.ended(), child.stderr()]).toEqual([0, ''])
  expect(child.stdout()).toMatch(/^# pass 2$/m)
})
