import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { deadUrl } from '../sdk/scripted-server.ts'
import { cli, errorOf } from './cli.ts'
import type { Setting } from './cli.ts'
import { dev, emptyFolder, plainEnv, program } from './program.ts'

/** A folder with the locator of a sandbox that runs. */
async function folderOf(url: string, key: string | null): Promise<string> {
  const cwd = await emptyFolder()
  const folder = join(cwd, '.skillpass')
  await mkdir(folder)
  await writeFile(join(folder, 'sandbox.json'), JSON.stringify({ url, pid: process.pid }))
  if (key !== null) await writeFile(join(folder, 'credentials.json'), JSON.stringify({ api_key: key }))
  return cwd
}

const url = 'http://127.0.0.1:4999'
const key = 'sk_test_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O54Hm4lI'
const expected = { SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: key }

async function env(argv: readonly string[], setting: Setting = {}) {
  return await cli(['env', ...argv], { cwd: await folderOf(url, key), ...setting })
}

test('a shell evaluates it, and what it then calls talks to the sandbox', async () => {
  const cwd = await emptyFolder()
  const { ready } = await dev(cwd, '--port', '0', '--seed', 'empty')
  const call = `"${process.execPath}" "${program}"`
  const line = `set -eu; eval "$(${call} env -o shell)"; cd /; ${call} status --quiet; printf %s "$SKILLPASS_API_KEY"`
  const { stdout } = await execa('sh', ['-c', line], { cwd, env: plainEnv(), extendEnv: false })
  expect(stdout).toBe(`${ready.url}\n${ready.api_key}`)
})

test('dotenv, the default: for its readers, and for a shell', async () => {
  const { code, stdout, stderr } = await env([])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toBe(`SKILLPASS_BASE_URL=${url}\nSKILLPASS_API_KEY=${key}\n`)
  expect(parseEnv(stdout)).toEqual(expected)
  expect(await env(['-o', 'dotenv'])).toEqual({ code, stdout, stderr })
})

test.each([[['-o', 'json']], [['--json']], [['--json', '--output', 'json']]])('%j', async (argv) => {
  expect(JSON.parse((await env(argv)).stdout)).toEqual(expected)
})

test.each(["it's", '$HOME', '`id`', 'a b', '"', '#x', '\\n', '!!', "'; exit 9; '"])(
  'an address with %s in its path arrives as it is',
  async (odd) => {
    const named = ['--base-url', `http://127.0.0.1:4999/${odd}`]
    const setting = { env: { SKILLPASS_API_KEY: key } }
    const wanted = JSON.parse((await env(['-o', 'json', ...named], setting)).stdout)
    expect(wanted).toMatchObject({ SKILLPASS_BASE_URL: `http://127.0.0.1:4999/${odd}` })
    const shell = (await env(['-o', 'shell', ...named], setting)).stdout
    const { stdout } = await execa('sh', ['-c', `${shell}printf %s "$SKILLPASS_BASE_URL"`])
    expect(stdout).toBe(wanted.SKILLPASS_BASE_URL)
    expect(parseEnv((await env(named, setting)).stdout)).toEqual(wanted)
  },
)

test('github: the key masked, both handed on behind what is there', async () => {
  const file = join(await emptyFolder(), 'env')
  await writeFile(file, 'OTHER=1\n')
  const setting = { env: { GITHUB_ACTIONS: 'true', GITHUB_ENV: file } }
  expect(await env(['-o', 'github'], setting)).toEqual({
    code: 0,
    stdout: `::add-mask::${key}\n`,
    stderr: '',
  })
  expect(await readFile(file, 'utf8')).toBe(`OTHER=1\nSKILLPASS_BASE_URL=${url}\nSKILLPASS_API_KEY=${key}\n`)
})

test('github without a job around it, or with a file that cannot be written', async () => {
  const outside = await env(['-o', 'github'])
  expect([outside.code, outside.stdout, outside.stderr]).toEqual([
    2,
    '',
    expect.stringContaining('GITHUB_ENV is not set'),
  ])
  const broken = await env(['-o', 'github'], { env: { GITHUB_ENV: '/nonexistent/env' } })
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('Cannot write to GITHUB_ENV')])
})

test('in GitHub Actions every other format masks the key too, on stderr', async () => {
  const { stdout, stderr } = await env(['-o', 'shell'], { env: { GITHUB_ACTIONS: 'true' } })
  expect(stderr).toBe(`::add-mask::${key}\n`)
  expect(stdout).toContain(`export SKILLPASS_API_KEY='${key}'\n`)
})

test('the sandbox of the folder comes before what an earlier one left in the environment', async () => {
  const stale = { SKILLPASS_BASE_URL: await deadUrl(), SKILLPASS_API_KEY: `${key}x` }
  expect(parseEnv((await env([], { env: stale })).stdout)).toEqual(expected)
  const elsewhere = await cli(['env', '--json'], { env: stale })
  expect(JSON.parse(elsewhere.stdout)).toEqual(stale)
})

test('no sandbox: 7; a key that may not be read: 4; a key that is none: 2', async () => {
  const none = await cli(['env', '--json'])
  expect([none.code, errorOf(none).code]).toEqual([7, 'SANDBOX_NOT_RUNNING'])
  const theirs = await cli(['env', '--json'], { cwd: await folderOf(url, null) })
  expect([theirs.code, errorOf(theirs).code]).toEqual([4, 'KEY_UNKNOWN'])
  const split = await cli(['env', '--base-url', url], { env: { SKILLPASS_API_KEY: `${key}\nPATH=/x` } })
  expect([split.code, split.stdout]).toEqual([2, ''])
})

test('two formats at once are one too many', async () => {
  const { code, stderr } = await env(['--json', '-o', 'shell'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('exclude each other')])
})
