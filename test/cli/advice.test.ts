import { expect, test } from 'vitest'
import { freshSandbox, sharedSandbox } from '../sandbox.ts'
import { at, cliFor, errorOf } from './cli.ts'

/** What the service advises to send, told to somebody who typed a command. */

const sandbox = await sharedSandbox({ seed: 'default' })
const run = cliFor(sandbox)

test.each([
  ['user get nobody', 'skillpass user list'],
  ['passport get nobody', 'skillpass user list'],
  ['invite get inv_0', 'skillpass invite list'],
  ['skill get knitting', 'skillpass skill list; add one with skillpass skill add'],
  ['invite send kim@example.com --skill knitting', 'skillpass skill list'],
  ['event get evt_0', 'skillpass event list'],
  ['delivery get dlv_0', 'skillpass delivery list'],
  ['webhook get we_0', 'skillpass webhook list'],
  ['clock set 2001-01-01', 'To start over: skillpass reset.'],
])('%s: %s', async (line, command) => {
  const { code, stderr } = await run(line)
  expect(code).toBeGreaterThan(1)
  expect(stderr).toContain(command)
  expect(stderr).not.toMatch(/\b(GET|POST) \//)
})

test('a disabled endpoint, a fault and flags are named as commands have them', async () => {
  const own = cliFor(await freshSandbox())
  expect((await own('event trigger webhook.test')).stderr).toContain('Create one: skillpass webhook create.')
  const made = await own('webhook create http://127.0.0.1:9/hook --json')
  const id = String(at(made, 'id'))
  await own(`webhook disable ${id}`)
  expect((await own(`webhook test ${id}`)).stderr).toContain(
    `Enable it first: skillpass webhook enable ${id}.`,
  )
  await own('fault add --path /v1/users --status 418 --times 1')
  expect((await own('user list')).stderr).toContain('(skillpass fault add)')

  const invite = String(at(await own('invite send kim@example.com --skill react --json'), 'id'))
  const again = 'invite send kim@example.com --skill react --if-exists error'
  expect((await own(again)).stderr).toContain('or add --if-exists return or create')
  await own(`invite start ${invite}`)
  expect((await own(`invite cancel ${invite}`)).stderr).toContain('Add --force to cancel it')
  const key = String(at(await own('key create ci --scopes read --json'), 'id'))
  await own(`key rotate ${key}`)
  expect((await own(`key rotate ${key}`)).stderr).toContain('add --force to end it now')
})

test('programs, and whoever sends requests by hand, read of requests', async () => {
  expect(errorOf(await run('user get nobody --json'))['message']).toContain('GET /v1/users')
  expect((await run('api GET /v1/users/nobody')).stderr).toContain('GET /v1/users')
})
