import { expect, test } from 'vitest'
import { manifest } from '../../src/cli/manifest.ts'
import { sharedSandbox } from '../sandbox.ts'
import { cliFor } from './cli.ts'

/** The examples of the help, as somebody pastes them who has started a sandbox: those that need no id and no shell. */

const sandbox = await sharedSandbox({ seed: 'default' })
const run = cliFor(sandbox)

/** They run until they are stopped, open something, or are about this machine and not about the service. */
const others =
  /^(dev|exec|wait|env|status|stop|open|doctor|login|logout|profile|completion|serve|store|audit|secrets)\b|tail$|listen|bootstrap/
const sample = /_01[0-9a-z]{24}/
const shell = /[|&<>$]|\.(csv|txt|json|xml)\b|^(?!skillpass )/

const nouns = await Promise.all(
  manifest.map(async (entry) => ({ name: entry.name, command: await entry.load() })),
)
const lines = nouns
  .flatMap(({ name, command }) =>
    'verbs' in command
      ? command.verbs.map((verb) => ({ path: `${name} ${verb.name}`, verb }))
      : [{ path: name, verb: command }],
  )
  .filter(({ path }) => !others.test(path))
  .flatMap(({ verb }) => verb.examples.map(([line]) => line))
  .filter((line) => !sample.test(line) && !shell.test(line) && !line.includes(' --profile '))

function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
    .map(([, double, single, plain]) => double ?? single ?? plain ?? '')
    .slice(1)
}

test('there are enough of them to tell something', () => {
  expect(lines.length).toBeGreaterThan(50)
})

test.each(lines)('%s', async (line) => {
  await run('reset --yes')
  expect(await run(words(line))).toMatchObject({ code: 0, stderr: '' })
})
