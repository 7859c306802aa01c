import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Start-up time is a promise: what a command loads before it runs is listed here, by following its imports. */
const root = new URL('../../src/', import.meta.url).pathname

/** Packages that a file loads, itself or through the files it imports; what loads on demand does not count. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set()
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  const imports = [...source.matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from '([^']+)'/gms)].map(
    ([, from = '']) => from,
  )
  return new Set(
    imports.flatMap((from) =>
      from.startsWith('.') ? [...packagesOf(join(dirname(file), from), seen)] : [from],
    ),
  )
}

const readCommand = [
  'cli/main.ts',
  'cli/run.ts',
  'cli/context.ts',
  'cli/wire.ts',
  'cli/fetch.ts',
  'sdk/client.ts',
]

/** Files of our own that come with a file, itself among them. */
function filesOf(files: readonly string[]): string[] {
  const seen = new Set<string>()
  for (const file of files) packagesOf(join(root, file), seen)
  return [...seen].map((path) => path.slice(root.length)).toSorted()
}

test('--help loads these files and no other: it stays as fast as it is', () => {
  expect(filesOf(['cli/main.ts', 'cli/run.ts', 'cli/help.ts'])).toEqual([
    ...'config failure flags globals help io main manifest page paint run sentence service-time topics version wrap'
      .split(' ')
      .map((name) => `cli/${name}.ts`),
    'sdk/version.gen.ts',
  ])
})

test('--version and --help load no package at all', () => {
  const loaded = ['cli/main.ts', 'cli/run.ts', 'cli/help.ts'].flatMap((file) => [
    ...packagesOf(join(root, file)),
  ])
  expect(loaded).toEqual([])
})

const commands = [
  ...readFileSync(join(root, 'cli/manifest.ts'), 'utf8').matchAll(/import\('\.\/commands\/(.+?)\.ts'\)/g),
].map(([, name = '']) => name)

test.each([...new Set(commands)])('%s loads commander and nothing heavier', (name) => {
  const files = [...readCommand, `cli/commands/${name}.ts`]
  const loaded = new Set(files.flatMap((file) => [...packagesOf(join(root, file))]))
  const allowed = new Set(['commander', 'node:http', 'node:fs/promises', 'node:path'])
  expect([...loaded].filter((from) => !allowed.has(from))).toEqual([])
})

test('a Tab loads no command and no package; one for ids adds the HTTP client alone', () => {
  const loadedBy = (files: readonly string[]) => [
    ...new Set(files.flatMap((file) => [...packagesOf(join(root, file))])),
  ]
  const tab = ['cli/main.ts', 'cli/completion/answer.ts']
  expect(loadedBy(tab)).toEqual(['node:fs'])
  expect(loadedBy([...tab, 'cli/completion/things.ts']).toSorted()).toEqual([
    'node:fs',
    'node:fs/promises',
    'node:http',
    'node:path',
  ])
})
