import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, connect as connectTo } from 'node:net'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { dev, emptyFolder, plainEnv, program, skillpass } from './program.ts'

test('dev: one ready line, requests answered, the folder private, gone after SIGINT with exit 0', async () => {
  const cwd = await emptyFolder()
  const { child, closed, ready, stdout } = await dev(cwd, '--port', '0')
  const answer = await fetch(`${ready.url}/v1/me`, { headers: { authorization: `Bearer ${ready.api_key}` } })
  expect(answer.status).toBe(200)
  expect(ready).toMatchObject({ pid: child.pid, data_dir: join(cwd, '.skillpass') })
  expect((await stat(join(cwd, '.skillpass'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(cwd, '.skillpass', 'credentials.json'))).mode & 0o777).toBe(0o600)
  child.kill('SIGINT')
  await closed
  expect([child.exitCode, stdout().trimEnd().split('\n').length]).toEqual([0, 1])
  await expect(readFile(join(cwd, '.skillpass', 'sandbox.json'))).rejects.toThrow('ENOENT')
})

test('a checkout that was not built says how to build it', async () => {
  const folder = await emptyFolder()
  await mkdir(join(folder, 'bin'))
  await copyFile(program, join(folder, 'bin/skillpass.js'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const { exitCode, stdout, stderr } = await execa('node', ['bin/skillpass.js', 'dev'], {
    cwd: folder,
    reject: false,
  })
  expect([exitCode, stdout]).toEqual([1, ''])
  expect(stderr).toBe('error  skillpass is not built here yet. In its folder: npm ci && npm run build')
})

test('commands find it from a folder below; stop stops it', async () => {
  const cwd = await emptyFolder()
  const { child, closed, ready } = await dev(cwd, '--port', '0', '--seed', 'empty')
  const below = join(cwd, 'below')
  await mkdir(below)
  expect(JSON.parse((await skillpass(below, 'status', '--json')).stdout)).toMatchObject({
    url: ready.url,
    pid: child.pid,
  })
  expect((await skillpass(below, 'reset', '--seed', 'empty')).stdout).toBe('empty')
  expect((await skillpass(below, 'stop')).exitCode).toBe(0)
  await closed
  expect(child.exitCode).toBe(0)
  expect((await skillpass(below, 'stop')).exitCode).toBe(7)
})

test('a second dev in the same folder: exit 7, saying who holds it', async () => {
  const cwd = await emptyFolder()
  const { child } = await dev(cwd, '--port', '0', '--seed', 'empty')
  const second = await skillpass(cwd, 'dev', '--port', '0', '--json')
  expect([second.exitCode, second.stdout]).toEqual([7, ''])
  expect(JSON.parse(second.stderr)).toMatchObject({
    error: { code: 'DATA_LOCKED', message: expect.stringContaining(String(child.pid)) },
  })
})

test('the key survives a restart', async () => {
  const cwd = await emptyFolder()
  const first = await dev(cwd, '--port', '0', '--seed', 'empty')
  first.child.kill('SIGTERM')
  await first.closed
  const second = await dev(cwd, '--port', '0', '--seed', 'empty')
  expect(second.ready.api_key).toBe(first.ready.api_key)
})

test('a given port that is taken: exit 7 naming it; the default one falls back', async () => {
  const cwd = await emptyFolder()
  const taken = createServer().listen(0, '127.0.0.1')
  const standard = createServer()
    .on('error', () => {})
    .listen(4747, '127.0.0.1')
  onTestFinished(() => void [taken.close(), standard.close()])
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const refused = await skillpass(cwd, 'dev', '--ephemeral', '--port', port)
  expect([refused.exitCode, refused.stderr]).toEqual([7, expect.stringContaining(`Port ${port}`)])
  const { ready } = await dev(cwd, '--ephemeral', '--seed', 'empty')
  expect(new URL(ready.url).port).not.toBe('4747')
  expect(ready.data_dir).toBeNull()
})

test('a signal that comes twice at once is one; a later one no longer waits', async () => {
  const cwd = await emptyFolder()
  const twice = await dev(cwd, '--ephemeral', '--port', '0', '--seed', 'empty')
  twice.child.kill('SIGINT')
  twice.child.kill('SIGINT')
  await twice.closed
  expect([twice.child.exitCode, twice.child.signalCode]).toEqual([0, null])

  const forced = await dev(cwd, '--ephemeral', '--port', '0', '--seed', 'empty')
  const { hostname, port } = new URL(forced.ready.url)
  const unfinished = connectTo(Number(port), hostname)
  unfinished.on('error', () => {})
  await once(unfinished, 'connect')
  unfinished.write(
    `POST /v1/users HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${forced.ready.api_key}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
  )
  await new Promise((done) => setTimeout(done, 100))
  forced.child.kill('SIGINT')
  await new Promise((done) => setTimeout(done, 250))
  expect([forced.child.exitCode, forced.child.signalCode]).toEqual([null, null])
  forced.child.kill('SIGINT')
  await forced.closed
  expect(forced.child.signalCode).toBe('SIGINT')
})

test('a reader that goes away is no failure', async () => {
  const cwd = await emptyFolder()
  await dev(cwd, '--port', '0')
  const line = `"${process.execPath}" "${program}" passport get usr_polymath | true; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = await execa('bash', ['-c', line], { cwd, env: plainEnv(), extendEnv: false })
  expect([stdout, stderr]).toEqual(['0', ''])
})

test('exit codes arrive at the shell', async () => {
  const cwd = await emptyFolder()
  await dev(cwd, '--port', '0')
  expect((await skillpass(cwd, 'passport', 'get', 'nobody')).exitCode).toBe(3)
  expect(
    (await skillpass(cwd, 'passport', 'check', 'usr_alex', '--skill', 'react', '--min-tier', 'T5')).exitCode,
  ).toBe(8)
  expect((await skillpass(cwd, 'nonsense')).exitCode).toBe(2)
  expect((await skillpass(cwd, '--version')).stdout).toMatch(/^\d+\.\d+\.\d+$/)
})

test('a backup that comes through stdin leaves nothing behind when the command is ended', async () => {
  const [cwd, temporary] = [await emptyFolder(), await emptyFolder()]
  const words = ['store', 'restore', '-', '--store', 'json:new']
  const env = { ...plainEnv(), TMPDIR: temporary }
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin?.write('half of it')
  const left = async () =>
    (await readdir(temporary, { recursive: true })).filter((name) => name.startsWith('skillpass-'))
  await expect.poll(left, { timeout: 10_000 }).toHaveLength(2)
  child.kill('SIGTERM')
  await once(child, 'close')
  expect([child.signalCode, await left()]).toEqual(['SIGTERM', []])
})

test.runIf(process.platform === 'linux')(
  'output that finds no room is a failure of the machine',
  async () => {
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [program, 'help'], {
      stdio: ['ignore', full, 'pipe'],
      env: plainEnv(),
    })
    closeSync(full)
    let stderr = ''
    child.stderr?.setEncoding('utf8').on('data', (part: string) => (stderr += part))
    await once(child, 'close')
    expect([child.exitCode, stderr]).toEqual([1, 'error  ENOSPC: no space left on device, write\n'])
  },
)

test('what cannot be started says why', async () => {
  const cwd = await emptyFolder()
  const seed = await skillpass(cwd, 'dev', '--ephemeral', '--port', '0', '--seed', 'missing.json')
  expect([seed.exitCode, seed.stderr]).toEqual([2, expect.stringContaining('missing.json')])
  const data = await skillpass(cwd, 'dev', '--port', '0', '--data', '/dev/null/x')
  expect([data.exitCode, data.stderr]).toEqual([7, expect.stringContaining('/dev/null/x')])
  const host = await skillpass(cwd, 'dev', '--ephemeral', '--port', '0', '--host', '203.0.113.1')
  expect([host.exitCode, host.stderr]).toEqual([2, expect.stringContaining('203.0.113.1')])
})
