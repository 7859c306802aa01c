import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshSandbox } from '../sandbox.ts'
import { deadUrl } from '../sdk/scripted-server.ts'
import { at, cli, errorOf } from './cli.ts'
import { dev, emptyFolder, skillpass } from './program.ts'

async function folderOf(locator: { readonly url: string; readonly pid: number }): Promise<string> {
  const cwd = await emptyFolder()
  await mkdir(join(cwd, '.skillpass'))
  await writeFile(join(cwd, '.skillpass', 'sandbox.json'), JSON.stringify(locator))
  return cwd
}

/** A process that is no sandbox. */
async function stranger() {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: '/',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('what it stopped, for programs; of two at once one finds nothing to do, and it ends in order', async () => {
  const cwd = await emptyFolder()
  const { child, closed, ready } = await dev(cwd, '--port', '0', '--seed', 'empty')
  const both = await Promise.all([skillpass(cwd, 'stop', '--json'), skillpass(cwd, 'stop', '--json')])
  await closed
  // Whoever reads of it just before it is gone signals once more, which Node takes for itself while it ends.
  expect([0, 'SIGTERM']).toContain(child.exitCode ?? child.signalCode)
  expect(await readdir(join(cwd, '.skillpass'))).not.toContain('sandbox.json')
  for (const { exitCode, stdout, stderr } of both) {
    if (exitCode === 0) {
      const { url, pid, data_dir } = ready
      expect(JSON.parse(stdout)).toEqual({ url, status: 'stopped', pid, data_dir })
    } else expect([exitCode, stderr]).toEqual([7, expect.stringContaining('SANDBOX_NOT_RUNNING')])
  }
  expect(both.some(({ exitCode }) => exitCode === 0)).toBe(true)
  expect((await skillpass(cwd, 'stop')).exitCode).toBe(7)
})

test('after a crash: not running, whoever has the pid now', async () => {
  const cwd = await emptyFolder()
  const { child, closed } = await dev(cwd, '--port', '0', '--seed', 'empty')
  child.kill('SIGKILL')
  await closed
  expect((await skillpass(cwd, 'stop')).exitCode).toBe(7)
  // At the default address anybody may listen.
  expect((await skillpass(cwd, 'status', '--data', '.skillpass')).exitCode).toBe(7)

  const other = await stranger()
  const reused = await folderOf({ url: await deadUrl(), pid: other.pid ?? 0 })
  const ran = await cli(['stop', '--json'], { cwd: reused })
  expect([ran.code, errorOf(ran).code]).toEqual([7, 'SANDBOX_NOT_RUNNING'])
  expect([other.exitCode, other.signalCode]).toEqual([null, null])
})

test('one that does not end in the time given: 8, with the way out', async () => {
  const { url } = await freshSandbox()
  const deaf = spawn(process.execPath, [
    '-e',
    "process.on('SIGTERM', () => {}); console.log(1); setInterval(() => {}, 1000)",
  ])
  onTestFinished(() => void deaf.kill('SIGKILL'))
  await once(deaf.stdout, 'data')
  const cwd = await folderOf({ url, pid: deaf.pid ?? 0 })
  const { code, stderr } = await cli(['stop', '--timeout', '1'], { cwd })
  expect([code, stderr]).toEqual([8, expect.stringContaining(`kill -9 ${deaf.pid}`)])
})

const isRoot = process.getuid?.() === 0

test('that of another user: 4, saying so', async () => {
  const { url } = await freshSandbox()
  // Loads all that the call below needs, before files of root may be out of reach.
  expect((await cli(['stop', '--json'], { cwd: await folderOf({ url, pid: 0x7fffffff }) })).code).toBe(7)
  const pid = isRoot ? processOf(65_533) : 1
  const cwd = await folderOf({ url, pid })
  await chmod(cwd, 0o755)
  const ran = await asNobody(() => cli(['stop', '--json'], { cwd }))
  expect([ran.code, errorOf(ran).code]).toEqual([4, 'SANDBOX_NOT_YOURS'])
  expect(errorOf(ran)['message']).toContain(`process ${pid}`)
})

function processOf(uid: number): number {
  const child = spawn('sleep', ['60'], { uid, cwd: '/', stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child.pid ?? 0
}

/** Root may signal everybody, so somebody else has to try. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (!isRoot) return await work()
  process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

test('status tells of a sandbox that refuses the key', async () => {
  const { url } = await freshSandbox()
  const env = { SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: 'sk_test_nonsense' }
  const ran = await cli(['status', '--json'], { env })
  expect([ran.code, at(ran, 'url'), at(ran, 'key_accepted')]).toEqual([0, url, false])
  expect((await cli(['status'], { env, columns: 80 })).stdout).toContain('not accepted')
})
