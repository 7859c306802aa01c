import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshSandbox, sharedSandbox, temporaryFolder } from '../sandbox.ts'
import { deadUrl } from '../sdk/scripted-server.ts'
import { at, cli, cliFor, errorOf } from './cli.ts'
import type { Setting } from './cli.ts'

const sandbox = await sharedSandbox({ seed: 'default' })
const run = cliFor(sandbox)

/** A program in the place of a browser: it writes down what it was called with. */
async function browser(exitCode = 0): Promise<{ command: string; opened(): Promise<string> }> {
  const folder = await temporaryFolder()
  const [command, log] = [join(folder, 'browser'), join(folder, 'opened')]
  await writeFile(command, `#!/bin/sh\necho "$*" > ${log}.part\nmv ${log}.part ${log}\nexit ${exitCode}\n`)
  await chmod(command, 0o700)
  return { command, opened: async () => (await readFile(log, 'utf8')).trimEnd() }
}

test.each([
  ['open', '/dashboard'],
  ['open dashboard', '/dashboard'],
  ['open docs', '/docs'],
  ['open docs rate_limited', '/docs/errors/RATE_LIMITED'],
  ['open mail', '/dashboard/mail'],
])('%s in a pipe is an address: …%s', async (line, path) => {
  expect(await run(line)).toEqual({ code: 0, stdout: `${sandbox.url}${path}\n`, stderr: '' })
})

test('the address of a page leads to one', async () => {
  const { stdout } = await run('open docs RATE_LIMITED')
  expect((await fetch(stdout.trim())).status).toBe(200)
})

test('an invite: the link that the candidate got', async () => {
  const sent = await run('invite send kim@example.com --skill react --json')
  const { stdout, stderr } = await run(['open', 'invite', String(at(sent, 'id'))])
  expect([stdout, stderr]).toEqual([`${String(at(sent, 'invite_url'))}\n`, ''])
})

test('an invite that ended is explained to people', async () => {
  const id = (await run('invite send kim@example.com --skill react --quiet')).stdout.trim()
  await run(['invite', 'cancel', id, '--yes'])
  const { command } = await browser()
  const { code, stderr } = await run(['open', 'invite', id], { columns: 100, env: { BROWSER: command } })
  expect([code, stderr]).toEqual([0, expect.stringContaining('This invite is cancelled (just now)')])
})

test('an unknown invite is exit 3; a key that may not see the link is exit 4', async () => {
  expect((await run('open invite inv_nobody')).code).toBe(3)
  const id = (await run('invite list --limit 1 --quiet')).stdout.trim()
  const { secret } = await sandbox.newKey(['invites:read'])
  const ran = await run(['open', 'invite', id, '--json'], { env: { SKILLPASS_API_KEY: secret } })
  expect([ran.code, errorOf(ran).code]).toEqual([4, 'LINK_HIDDEN'])
})

test('with a terminal the browser of the person gets the address as one argument', async () => {
  const { command, opened } = await browser()
  const { code, stdout, stderr } = await run('open', { columns: 80, env: { BROWSER: command } })
  expect([code, stdout, stderr]).toEqual([0, '', `Opened ${sandbox.url}/dashboard\n`])
  expect(await opened()).toBe(`${sandbox.url}/dashboard`)
})

test('BROWSER may name several, with arguments and a place for the address', async () => {
  const { command, opened } = await browser()
  const env = { BROWSER: `/nonexistent/browser:${command} --new %s --private` }
  expect((await run('open docs', { columns: 80, env })).code).toBe(0)
  expect(await opened()).toBe(`--new ${sandbox.url}/docs --private`)
})

test.each<[string, Setting, string[]]>([
  ['CI', { env: { CI: '1' } }, []],
  ['SSH', { env: { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' } }, []],
  ['BROWSER=none', { env: { BROWSER: 'none' } }, []],
  ['--quiet', {}, ['--quiet']],
  ['--json', {}, ['--json']],
])('%s: the address alone, and no browser', async (_, { env }, flags) => {
  const { command, opened } = await browser()
  const ran = await run(['open', ...flags], { columns: 80, env: { BROWSER: command, ...env } })
  const json = flags.includes('--json')
  const url = `${sandbox.url}/dashboard`
  expect([ran.code, ran.stderr]).toEqual([0, ''])
  expect(json ? JSON.parse(ran.stdout) : ran.stdout).toEqual(json ? { what: 'dashboard', url } : `${url}\n`)
  await expect(opened()).rejects.toThrow('ENOENT')
})

test.each([
  ['is not there', async () => '/nonexistent/browser'],
  ['fails', async () => (await browser(3)).command],
])('a browser that %s: the address after all, and exit 0', async (_, command) => {
  const env = { BROWSER: await command() }
  const { code, stdout, stderr } = await run('open', { columns: 80, env })
  expect([code, stdout]).toEqual([0, `${sandbox.url}/dashboard\n`])
  expect(stderr).toContain('No browser could be started')
})

test('a browser that stays is not waited for', async () => {
  const folder = await temporaryFolder()
  const command = join(folder, 'browser')
  await writeFile(command, '#!/bin/sh\nexec sleep 30\n')
  await chmod(command, 0o700)
  const startedAt = performance.now()
  expect((await run('open', { columns: 80, env: { BROWSER: command } })).code).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

test('no address ever holds the key', async () => {
  const own = await freshSandbox()
  for (const line of ['open', 'open docs', 'open mail', 'open --json']) {
    expect((await cliFor(own)(line)).stdout).not.toContain(own.apiKey)
  }
})

test('the sandbox of a folder is asked first: when it does not answer, exit 7 and no address', async () => {
  const cwd = await temporaryFolder()
  await mkdir(join(cwd, '.skillpass'))
  const locator = { url: await deadUrl(), pid: process.pid, started_at: '2026-11-21T12:00:00.000Z' }
  await writeFile(join(cwd, '.skillpass', 'sandbox.json'), JSON.stringify(locator))
  const ran = await cli(['open', '--json'], { cwd })
  expect([ran.code, errorOf(ran).code]).toEqual([7, 'SANDBOX_NOT_RUNNING'])
})

test.each([
  ['open nonsense', 'takes dashboard, docs, invite, mail'],
  ['open dashbord', 'Did you mean "dashboard"?'],
  ['open invite', 'Missing: ID of the invite.'],
  ['open mail x', '"mail" takes no ID.'],
])('%s: exit 2 and %s', async (line, message) => {
  const { code, stderr } = await run(line)
  expect([code, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(message)])
})
