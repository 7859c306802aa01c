import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sharedSandbox } from '../sandbox.ts'
import { deadUrl } from '../sdk/scripted-server.ts'
import { at, cli, cliFor, errorOf } from './cli.ts'
import { readXml } from './xml.ts'

const sandbox = await sharedSandbox({ seed: 'default' })
const run = cliFor(sandbox)

async function emptyFolder(): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'skillpass-check-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  return cwd
}

/** The suite in a report, once it is one that CI servers read. */
async function suiteIn(cwd: string, name = 'check.xml') {
  const root = readXml(await readFile(join(cwd, name), 'utf8'))
  const [suite, ...more] = root.children
  expect([root.name, suite?.name, more]).toEqual(['testsuites', 'testsuite', []])
  const cases = (suite?.children ?? []).map(({ attributes, children }) => ({ ...attributes, children }))
  return { totals: suite?.attributes, cases }
}

test('a report has a case for each user: passed, failed, with its time', async () => {
  const cwd = await emptyFolder()
  const line = 'passport check usr_alex usr_new --skill react --min-tier T3 --require-verified'
  const ran = await run(`${line} --junit reports/check.xml --json`, { cwd })
  expect(ran).toMatchObject({ code: 8, stderr: '' })
  expect([at(ran, '0.met'), at(ran, '1.met'), at(ran, '1.user_id')]).toEqual([true, false, 'usr_new'])
  const { totals, cases } = await suiteIn(cwd, 'reports/check.xml')
  expect(totals).toMatchObject({ name: 'skillpass passport check', tests: '2', failures: '1', errors: '0' })
  expect(totals?.['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const message = 'usr_new has nothing in react, not T3 or better and is not verified in react'
  expect(cases).toMatchObject([
    { classname: 'skillpass.react', name: 'usr_alex: react at T3 or better, verified', children: [] },
    {
      name: 'usr_new: react at T3 or better, verified',
      time: expect.stringMatching(/^\d+\.\d{3}$/),
      children: [{ name: 'failure', attributes: { type: 'unmet', message }, text: message }],
    },
  ])
  expect(await readdir(join(cwd, 'reports'))).toEqual(['check.xml'])
})

test('one user met: exit 0, one object, a report without failures', async () => {
  const cwd = await emptyFolder()
  const ran = await run('passport check usr_alex --skill react --junit check.xml --json', { cwd })
  expect([ran.code, at(ran, 'user_id'), at(ran, 'met')]).toEqual([0, 'usr_alex', true])
  expect((await suiteIn(cwd)).totals).toMatchObject({ tests: '1', failures: '0', errors: '0' })
})

test('several users: a line each, and more than a hundred', async () => {
  const some = await run('passport check usr_alex usr_new --skill react')
  expect(some.stdout).toMatch(/^met {2}usr_alex {2}T3, .*\nunmet {2}usr_new has nothing in react/)
  const users = Array.from({ length: 130 }, () => 'usr_alex').join(' ')
  const many = await run(`passport check ${users} --skill react`)
  expect([many.code, many.stdout.trimEnd().split('\n').length]).toEqual([0, 130])
})

test('an unknown user is an error, in the report and in the exit code', async () => {
  const cwd = await emptyFolder()
  const line = 'passport check usr_alex nobody usr_new --skill react --junit check.xml'
  const ran = await run(line, { cwd })
  expect([ran.code, ran.stdout.split('\n').length]).toEqual([3, 3])
  expect(ran.stderr).toContain('There is no user with the id "nobody"')
  expect(errorOf(await run(`${line} --json`, { cwd })).code).toBe('USER_NOT_FOUND')
  const { totals, cases } = await suiteIn(cwd)
  expect(totals).toMatchObject({ tests: '3', failures: '1', errors: '1' })
  expect(cases[1]?.children).toMatchObject([{ name: 'error', attributes: { type: 'USER_NOT_FOUND' } }])
})

test('what an id contains cannot break the report', async () => {
  const cwd = await emptyFolder()
  const evil = `"<&'>\u0001\u001b\n\t]]>\ufffe`
  const ran = await run(['passport', 'check', evil, '--skill', 'react', '--junit', 'check.xml'], { cwd })
  expect(ran.code).toBe(3)
  const { cases } = await suiteIn(cwd)
  expect(cases[0]).toMatchObject({
    name: `"<&'>\ufffd\ufffd\n\t]]>\ufffd: react at T1 or better`,
    children: [{ text: expect.stringContaining('"<&') }],
  })
})

test('no answer: the report says so, whatever an earlier run left in it', async () => {
  const cwd = await emptyFolder()
  await writeFile(join(cwd, 'check.xml'), 'all is well')
  const line = 'passport check usr_alex usr_new --skill react --junit check.xml --timeout 1'
  const ran = await cli([...line.split(' '), '--base-url', await deadUrl()], { cwd })
  expect(ran.code).toBe(6)
  const { totals, cases } = await suiteIn(cwd)
  expect(totals).toMatchObject({ tests: '2', failures: '0', errors: '2' })
  expect(cases[0]?.children).toMatchObject([{ attributes: { type: 'CONNECTION_REFUSED' } }])
})

test('a link to the report stays one; a place that cannot be written is a usage error', async () => {
  const cwd = await emptyFolder()
  await writeFile(join(cwd, 'real.xml'), '')
  await symlink('real.xml', join(cwd, 'check.xml'))
  expect((await run('passport check usr_alex --skill react --junit check.xml', { cwd })).code).toBe(0)
  expect((await suiteIn(cwd, 'real.xml')).totals).toMatchObject({ tests: '1' })
  const folder = await run('passport check usr_alex --skill react --junit real.xml/x.xml', { cwd })
  expect([folder.code, folder.stdout]).toEqual([2, ''])
  expect(folder.stderr).toContain('Cannot write real.xml/x.xml')
  const pipe = await run('passport check usr_alex --skill react --junit /dev/null', { cwd })
  expect(pipe.code).toBe(0)
})
