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

const readCommand = ['cli/main.ts', 'cli/run.ts', 'cli/context.ts', 'cli/fetch.ts', 'sdk/client.ts']

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
