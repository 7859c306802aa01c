import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { drawShape } from '../../src/cli/completion/draw-shape.ts'
import { scripts } from '../../src/cli/completion/scripts.ts'
import { sharedSandbox } from '../sandbox.ts'
import { emptyFolder, plainEnv, program } from './program.ts'
import { desk, loading, missing, type } from './shells.ts'

const sandbox = await sharedSandbox({ seed: 'default' })
const bound = { SKILLPASS_BASE_URL: sandbox.url, SKILLPASS_API_KEY: sandbox.apiKey }

async function deskHere() {
  const made = await desk()
  await writeFile(`${made.folder}/a body.json`, '{}')
  return { ...made, env: { ...made.env, ...bound } }
}

const typed: readonly (readonly [keys: string, called: readonly string[]])[] = [
  ['skillpass inv\tget x', ['invite', 'get', 'x']],
  ['skillpass user get usr_al\t', ['user', 'get', 'usr_alex']],
  ['skillpass user get "usr_al\t', ['user', 'get', 'usr_alex']],
  ['FOO=1 skillpass user get usr_al\t', ['user', 'get', 'usr_alex']],
  ['true; skillpass user get usr_al\t', ['user', 'get', 'usr_alex']],
  ['skillpass --json invite list --stat\tpen\t', ['--json', 'invite', 'list', '--status', 'pending']],
  ['skillpass invite list --status=pen\t', ['invite', 'list', '--status=pending']],
  ['skillpass passport skill usr_al\trea\t', ['passport', 'skill', 'usr_alex', 'react']],
  [
    'skillpass key create --scopes read,invites:r\t,usag\t',
    ['key', 'create', '--scopes', 'read,invites:read,usage:read'],
  ],
  ['skillpass key create --scopes=read,usag\t', ['key', 'create', '--scopes=read,usage:read']],
  ['skillpass webhook sign a\\ b\t', ['webhook', 'sign', 'a body.json']],
  ['skillpass webhook sign --secret-file=a\t', ['webhook', 'sign', '--secret-file=a body.json']],
  ['skillpass status --data bi\tx', ['status', '--data', 'bin/x']],
]

const bashCompletion = '/usr/share/bash-completion/bash_completion'

for (const [name, shell, startFile] of [
  ['bash', 'bash', loading('bash')],
  [
    'bash beside the bash-completion package',
    'bash',
    `[ -e ${bashCompletion} ] && . ${bashCompletion}\n${loading('bash')}`,
  ],
  ['zsh', 'zsh', loading('zsh')],
  [
    'zsh, from a folder of functions',
    'zsh',
    'fpath=(~/functions $fpath); autoload -Uz compinit; compinit -i',
  ],
] as const) {
  const why = missing(shell, 'script')
  test.skipIf(why !== '')(`${name}: Tab completes what is typed${why}`, async () => {
    const here = await deskHere()
    await mkdir(`${here.folder}/functions`)
    await writeFile(`${here.folder}/functions/_skillpass`, scripts.zsh)
    const lines = typed.map(([keys]) => keys)
    const screen = await type(shell, startFile, lines, here)
    expect(await here.calls(), screen).toEqual(typed.map(([, called]) => called))
  })
}

const noZsh = missing('zsh', 'script')

test.skipIf(noZsh !== '')(`zsh shows what each is for${noZsh}`, async () => {
  const screen = await type('zsh', loading('zsh'), ['skillpass invite \tget x'], await deskHere())
  expect(screen).toMatch(/list +-- list invites, newest first/)
})

for (const shell of ['bash', 'zsh'] as const) {
  const why = missing(shell, 'script')
  test.skipIf(why !== '')(`${shell}: behind -- the shell completes another command${why}`, async () => {
    const here = await desk('echo command space 0')
    await type(shell, loading(shell), ['skillpass exec --json -- skillp\tinv x'], here)
    expect(await here.calls()).toEqual([['exec', '--json', '--', 'skillpass', 'inv', 'x']])
  })
}

const noFish = missing('fish')

async function fish(line: string, made: Awaited<ReturnType<typeof desk>>): Promise<string[]> {
  const script = 'skillpass completion fish | source; complete -C $LINE'
  const { stdout } = await execa('fish', ['--no-config', '-c', script], {
    cwd: made.folder,
    env: { ...made.env, LINE: line },
    extendEnv: false,
  })
  return stdout.split('\n')
}

test.skipIf(noFish !== '').each([
  ['skillpass inv', ['invite\tsend invites and walk them to a score']],
  ['skillpass user get usr_al', ['usr_alex\tAlex Chen']],
  ['skillpass user get "usr_al', ['usr_alex\tAlex Chen']],
  ['skillpass user list --stat', ['--status\tonly these']],
  ['skillpass invite list --status=pen', ['--status=pending']],
  ['skillpass key create --scopes read,usag', ['read,usage:read']],
  ['skillpass webhook sign a', ['a body.json']],
  ['skillpass webhook sign --secret-file=a', ['--secret-file=a body.json']],
  ['skillpass status --data bi', ['bin/\tDirectory']],
])(`fish: %s${noFish}`, async (line, offered) => {
  expect(await fish(line, await deskHere())).toEqual(offered)
})

test.skipIf(noFish !== '')(`fish: behind -- the shell completes another command${noFish}`, async () => {
  const offered = await fish('skillpass exec --json -- skillp', await desk('echo command space 0'))
  expect(offered.map((row) => row.split('\t')[0])).toContain('skillpass')
})

test('the build left the commands as they are', async () => {
  const baked: unknown = JSON.parse(
    await readFile(new URL('../../lib/baked/commands.json', import.meta.url), 'utf8'),
  )
  expect(baked).toEqual(await drawShape())
})

async function pressTab(argv: readonly string[], env: NodeJS.ProcessEnv, cwd = '/') {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [program, '__complete', ...argv], {
    cwd,
    env: { ...plainEnv(), ...env },
    extendEnv: false,
    reject: false,
  })
  return { exitCode, stdout, stderr }
}

test.each([
  ['no shell', []],
  ['no words', ['zsh']],
  ['a profile there is none of', ['zsh', '--', '--profile', 'nowhere', 'user', 'get', '']],
  ['a data folder there is none of', ['zsh', '--', '--data', '/nonexistent', 'user', 'get', '']],
  ['an address that is none', ['zsh', '--', '--base-url', '::', 'user', 'get', '']],
])('%s: exit 0, and nothing on stderr', async (_, argv) => {
  expect(await pressTab(argv, {})).toMatchObject({ exitCode: 0, stderr: '' })
})

test('a service that accepts and says nothing does not keep the line waiting', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const env = { SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: sandbox.apiKey }
  expect(await pressTab(['zsh', '--', 'user', 'get', ''], env)).toEqual({
    exitCode: 0,
    stdout: 'none space 0',
    stderr: '',
  })
})

test('outside of any sandbox, without a folder to write to, the commands are still there', async () => {
  expect((await pressTab(['zsh', '--', 'inv'], {}, await emptyFolder())).stdout).toContain('invite:')
})
