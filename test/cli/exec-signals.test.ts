import { spawnSync } from 'node:child_process'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { begin, emptyFolder, plainEnv, program } from './program.ts'

/** Signals to `exec`: whatever ends first, nothing is left running. */

const node = process.execPath

/** Says who it is, counts what reaches it, and ends with 9 a while after the first. */
const counter = `
  let count = 0
  const end = () => { console.log('counted', count); process.exit(9) }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'])
    process.on(signal, () => { if (++count === 1) { console.log(signal); setTimeout(end, 300) } })
  console.log(process.pid, process.env.SKILLPASS_BASE_URL)
  setInterval(() => {}, 1000)`

async function running(source: string) {
  const child = begin('/', ['exec', '--seed', 'empty', '--', node, '-e', source])
  const [line = ''] = await child.lines(1)
  const [pid = '', url = ''] = line.split(' ')
  return { child, pid: Number(pid), url }
}

async function expectGone(pid: number, url: string): Promise<void> {
  // An orphan that has ended is there until the system has buried it.
  await expect.poll(() => isThere(pid), { timeout: 30_000 }).toBe(false)
  await expectClosed(url)
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function expectClosed(url: string): Promise<void> {
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
  '%s goes to the command once, even if it comes twice; its exit code counts',
  async (signal) => {
    const { child, pid, url } = await running(counter)
    child.kill(signal)
    child.kill(signal)
    expect([await child.ended(), child.stderr()]).toEqual([9, ''])
    expect(child.stdout().split('\n').slice(1)).toEqual([signal, 'counted 1', ''])
    await expectGone(pid, url)
  },
)

test('a later signal reaches a command that did not heed the first', async () => {
  const { child, pid, url } = await running(`process.on('SIGINT', () => console.log('no'));${counter}`)
  child.kill('SIGINT')
  await child.lines(2)
  child.kill('SIGTERM')
  expect(await child.ended()).toBe(9)
  expect(child.stdout()).toContain('counted 2')
  await expectGone(pid, url)
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('a command that dies of %s: exit %i', async (signal, code) => {
  const { child, pid, url } = await running(
    'console.log(process.pid, process.env.SKILLPASS_BASE_URL); setInterval(() => {}, 1000)',
  )
  child.kill(signal)
  expect([await child.ended(), child.signalCode]).toEqual([code, null])
  await expectGone(pid, url)
})

test.each([
  ['heeds', ''],
  ['ignores', "process.on('SIGTERM', () => {});"],
])('what the command has started ends too, when it %s a signal', async (_, habit) => {
  const source = `${habit} console.log(process.pid, process.env.SKILLPASS_BASE_URL); setInterval(() => {}, 1000)`
  // Two commands in a line: the shell does not become the first, and dies alone.
  const line = `'${node}' -e "${source}"; echo never`
  const child = begin('/', ['exec', '--seed', 'empty', '--', 'sh', '-c', line])
  const [told = ''] = await child.lines(1)
  const [pid = '', url = ''] = told.split(' ')
  child.kill('SIGTERM')
  expect([await child.ended(), child.stdout()]).toEqual([143, `${told}\n`])
  await expectGone(Number(pid), url)
})

test('a command that is killed takes the sandbox along', async () => {
  const { child, pid, url } = await running(counter)
  process.kill(pid, 'SIGKILL')
  expect(await child.ended()).toBe(137)
  await expectClosed(url)
})

test('an exec that is killed takes the sandbox along', async () => {
  const { child, pid, url } = await running(counter)
  child.kill('SIGKILL')
  try {
    await expect.poll(() => child.signalCode).toBe('SIGKILL')
    await expectClosed(url)
  } finally {
    process.kill(pid, 'SIGKILL')
  }
})

test('a signal while the sandbox starts: the command never does', async () => {
  const cwd = await emptyFolder()
  const seed = join(cwd, 'seed.json')
  spawnSync('mkfifo', [seed])
  const child = begin(cwd, ['exec', '--seed', 'seed.json', '--', 'echo', 'started'])
  // Opens once somebody reads: from then on it starts.
  const file = await open(seed, 'w')
  child.kill('SIGTERM')
  await new Promise((done) => setTimeout(done, 50))
  await file.writeFile('{"skills": [{"key": "react", "name": "React"}]}')
  await file.close()
  expect([await child.ended(), child.signalCode, child.stdout(), child.stderr()]).toEqual([143, null, '', ''])
})

const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

test.runIf(hasTerminal)('Ctrl-C in a terminal reaches the command once', async () => {
  const file = join(await emptyFolder(), 'counter.cjs')
  await writeFile(file, counter)
  const line = `exec '${node}' '${program}' exec --seed empty -- '${node}' '${file}'`
  const terminal = execa('script', ['-qefc', line, '/dev/null'], {
    env: { ...plainEnv(), NO_COLOR: '1', SHELL: '/bin/sh' },
    extendEnv: false,
    reject: false,
    timeout: 50_000,
  })
  for await (const shown of terminal.iterable()) {
    if (shown.includes('http')) terminal.stdin.write('\u0003')
  }
  const { stdout, exitCode } = await terminal
  expect(exitCode).toBe(9)
  expect(stdout).toContain('SIGINT')
  expect(stdout).toContain('counted 1')
})
