import { expect, test } from 'vitest'
import { sharedSandbox } from '../sandbox.ts'
import { cliFor } from './cli.ts'

/** What a person is asked who left something out. */

const sandbox = await sharedSandbox({ seed: 'default' })
const run = cliFor(sandbox)
const columns = 100
// oxlint-disable-next-line no-control-regex
const escapes = /\u001b\[[0-9;?]*[a-zA-Z]/g

test('an address that is none is asked for again, and nothing is sent', async () => {
  const typed = ['kim\r', '\u0015', 'kim@example.com\r', '\r']
  const ran = await run('invite send --skill react --json', { typed, columns })
  expect(ran.stderr.replaceAll(escapes, '')).toContain('! It takes an e-mail address such as kim@example.com')
  expect(JSON.parse(ran.stdout)).toMatchObject({ candidate_email: 'kim@example.com', skill: 'react' })
})

test('skills are offered in the order of their names', async () => {
  const { stderr } = await run('invite send kim@example.com', { typed: ['\u0003'], columns })
  const drawn = [...stderr.replaceAll(escapes, '').matchAll(/^(?:❯| ) (\S.*) {2}\S+$/gm)].map(
    ([, name]) => name ?? '',
  )
  const offered = [...new Set(drawn)]
  expect(offered.length).toBeGreaterThan(5)
  expect(offered).toEqual(offered.toSorted((a, b) => a.localeCompare(b)))
})

test('a user is chosen by a part of the name', async () => {
  const ran = await run('passport get --json', { typed: ['alex', '\r'], columns })
  expect(JSON.parse(ran.stdout)).toMatchObject({ user_id: 'usr_alex' })
})

test('a key that may not list users still asks for one', async () => {
  const { secret } = await sandbox.newKey(['passports:read'])
  const env = { SKILLPASS_API_KEY: secret }
  const ran = await run('passport get --json', { typed: ['usr_alex\r'], columns, env })
  expect(JSON.parse(ran.stdout)).toMatchObject({ user_id: 'usr_alex' })
})
