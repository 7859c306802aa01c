import { expect, test } from 'vitest'
import { freshSandbox } from '../sandbox.ts'
import { cliFor } from './cli.ts'
import { begin, emptyFolder } from './program.ts'

/** In a job of GitHub Actions a secret is named to the runner before it is printed, and stdout stays data. */
const env = { GITHUB_ACTIONS: 'true' }

test('secrets that are made: masked once; nothing else is', async () => {
  const run = cliFor(await freshSandbox())
  const made = await run('key create ci --scopes verify --quiet', { env })
  expect(made.stdout).toMatch(/^sk_test_\w{36}\n$/)
  expect(made.stderr).toBe(`::add-mask::${made.stdout}`)
  const webhook = await run('webhook create https://example.com/hook --json', { env })
  expect(webhook.stderr).toBe(`::add-mask::${JSON.parse(webhook.stdout).secret}\n`)
  expect((await run('key list --json', { env })).stderr).toBe('')
  expect((await run('key create other --scopes verify --quiet')).stderr).toBe('')
})

test('the ready line of dev stays alone on stdout', async () => {
  const cwd = await emptyFolder()
  const child = begin(cwd, ['dev', '--ephemeral', '--port', '0', '--seed', 'empty', '--json'], env)
  const [line = ''] = await child.lines(1)
  const key = JSON.parse(line).api_key
  child.kill('SIGTERM')
  expect([await child.ended(), child.stdout()]).toEqual([0, `${line}\n`])
  expect(child.stderr()).toBe(`::add-mask::${key}\n`)
})
