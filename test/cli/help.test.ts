import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { readEnvironment } from '../../src/cli/config.ts'
import { exit } from '../../src/cli/failure.ts'
import { globalFlags } from '../../src/cli/globals.ts'
import { manifest } from '../../src/cli/manifest.ts'
import { topics } from '../../src/cli/topics.ts'
import { atoms, scopeNames } from '../../src/contract/scopes.ts'
import { eventNames } from '../../src/contract/events.ts'
import { maxAttempts } from '../../src/core/retry.ts'
import { cli } from './cli.ts'

async function help(topic: string, columns?: number): Promise<string> {
  const ran = await cli(['help', topic], columns === undefined ? {} : { columns })
  expect([ran.code, ran.stderr]).toEqual([0, ''])
  return ran.stdout
}

/** The first words of the rows of a page: what it says something about. */
function terms(page: string): string[] {
  return [...page.matchAll(/^ {2}(\S+(?: \S+)*) {2,}\S/gm)].map(([, term = '']) => term)
}

const loaded = await Promise.all(manifest.map(async (entry) => ({ entry, command: await entry.load() })))
const paths = loaded.flatMap(({ entry, command }) => {
  if (!('verbs' in command)) return [entry.name]
  return [entry.name, ...command.verbs.map((verb) => `${entry.name} ${verb.name}`)]
})
const topicNames = topics.map(({ name }) => name)

test.each(topicNames)('%s is one readable screen, of 60 columns too', async (name) => {
  const page = await help(name, 60)
  // oxlint-disable-next-line no-control-regex
  const rows = page.replaceAll(/\u001b\[[0-9;]*m/g, '').split('\n')
  expect(rows.length).toBeLessThanOrEqual(60)
  expect(rows.filter((row) => !/^ {2}(skillpass|SKILLPASS\w+=)/.test(row) && stringWidth(row) > 60)).toEqual(
    [],
  )
  expect(rows[0]).toMatch(/^[A-Z].*[.]$/)
})

test.each(topicNames)('the commands that %s shows exist', async (name) => {
  const lines = [...(await help(name)).matchAll(/^ {2}(?:SKILLPASS\S+ )?(skillpass .*)$/gm)]
  expect(lines.length).toBeGreaterThanOrEqual(2)
  const used = lines.flatMap(([, line = '']) => [...line.matchAll(/skillpass ([a-z]+)(?: ([a-z-]+))?/g)])
  for (const [, noun = '', verb = ''] of used)
    expect(paths).toContain(isNoun(noun) ? `${noun} ${verb}` : noun)
})

function isNoun(name: string): boolean {
  return loaded.some(({ entry, command }) => entry.name === name && 'verbs' in command)
}

test('exit-codes tells every code, and no other but 125', async () => {
  const told = terms(await help('exit-codes')).map(Number)
  expect(told).toEqual([...new Set([...Object.values(exit), 125])].toSorted((a, b) => a - b))
})

test('environment tells every variable that is read', async () => {
  const read = new Set<string>()
  readEnvironment(
    new Proxy<NodeJS.ProcessEnv>(
      {},
      { get: (_, name) => (typeof name === 'string' && read.add(name), undefined) },
    ),
  )
  const page = await help('environment')
  // npm sets its own by itself: nobody is to.
  for (const name of read) if (name !== 'npm_command') expect(page).toContain(name.toUpperCase())
  const told = [...page.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(([name]) => name)
  for (const name of told) expect([...read]).toContain(name)
  expect(page).toMatch(/SKILLPASS_….*serve --help/)
})

test('output tells every flag of every command', async () => {
  const page = await help('output')
  for (const { name, summary } of globalFlags) {
    expect(page).toMatch(new RegExp(`${name}.*${summary.slice(0, 20)}`))
  }
})

test('scopes tells every scope and what its short names stand for', async () => {
  const page = await help('scopes')
  const rows = page.split('\n')
  for (const atom of atoms) {
    const [thing = '', right = ''] = atom.split(':')
    expect(rows).toContainEqual(expect.stringMatching(new RegExp(`^ {2}${thing}:(\\w+ :)?${right}\\b`)))
  }
  for (const [name, members] of Object.entries(scopeNames)) {
    const row = rows.find((one) => new RegExp(`^ {2}(\\S+, )?${name}(,| {2})`).test(one))
    expect(row).toContain(members.length === atoms.length ? 'everything' : members.join(' '))
  }
})

test('webhooks tells every event and the whole schedule', async () => {
  const page = await help('webhooks')
  for (const name of eventNames) expect(page).toContain(name)
  expect(page).toContain(`${maxAttempts} tries`)
  const waits = /the next one after (.*)/.exec(page)?.[1]?.split(', ')
  expect(waits).toHaveLength(maxAttempts - 1)
  expect(waits?.slice(0, 3)).toEqual(['5 s', '30 s', '2 min'])
})

test('every help ends with where to read on, a topic that exists', async () => {
  const ends = await Promise.all(
    paths.map(async (path) => {
      const { stdout } = await cli([...path.split(' '), '--help'])
      return [path, /\nLearn more {2}skillpass help ([a-z-]+)\n$/.exec(stdout)?.[1]] as const
    }),
  )
  for (const [path, topic] of ends) expect([path, topicNames.includes(topic ?? '')]).toEqual([path, true])
  expect(Object.fromEntries(ends)).toMatchObject({
    webhook: 'webhooks',
    'event trigger': 'webhooks',
    'delivery get': 'webhooks',
    'key create': 'scopes',
    'passport check': 'exit-codes',
    'passport get': 'output',
    dev: 'environment',
  })
})

test('"help" lists the topics; a misspelt one is answered with the nearest', async () => {
  const { stdout } = await cli(['help'])
  for (const { name, summary } of topics) expect(stdout).toContain(`${name.padEnd(12)}  ${summary}`)
  const wrong = await cli(['help', 'webhoks'])
  expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('"webhooks"?') })
  expect((await cli(['help', 'scops'])).stderr).toContain('Did you mean "scopes"?')
})

test('the program alone says what to do first, in a few lines', async () => {
  const { code, stdout } = await cli([], { columns: 60 })
  // oxlint-disable-next-line no-control-regex
  const rows = stdout
    .replaceAll(/\u001b\[[0-9;]*m/g, '')
    .trimEnd()
    .split('\n')
  expect(code).toBe(0)
  expect(rows.length).toBeLessThanOrEqual(18)
  expect(rows.filter((row) => /^ {2}skillpass \S/.test(row)).map((row) => row.trim().split(' ')[1])).toEqual([
    'dev',
    'passport',
    'invite',
    'webhook',
    'doctor',
    '--help',
  ])
  expect(rows.filter((row) => stringWidth(row) > 60)).toEqual([])
})
