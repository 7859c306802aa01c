import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const textOf = (name: string): string => readFileSync(new URL(name, root), 'utf8')
const dockerfile = textOf('Dockerfile')

/** What the build stage is handed from this repository. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
  names.split(' '),
)
/** What the image takes from the build stage. */
const taken = [...dockerfile.matchAll(/^COPY --from=build \/src\/(\S+) /gm)].map(([, name = '']) => name)

test('the build gets what there is, and the context holds no more than that', () => {
  expect(copied.filter((name) => !existsSync(new URL(name, root)))).toEqual([])
  const [everything, ...allowed] = textOf('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(everything).toBe('*')
  expect(allowed.map((line) => line.slice(1)).toSorted()).toEqual(copied.toSorted())
})

test('the image holds what the package holds', async () => {
  const { files } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as { files: string[] }
  const runs = files.filter((name) => !name.endsWith('.d.ts'))
  expect(taken.filter((name) => name !== 'package.json' && name !== 'node_modules').toSorted()).toEqual(
    runs.toSorted(),
  )
  expect(dockerfile).toMatch(/^USER node$/m)
})

test('compose knows no password but the one in a file, and says so where there is none', () => {
  const compose = textOf('deploy/compose.yaml')
  expect(compose).toMatch(/file: \$\{DATABASE_PASSWORD_FILE:\?\w/)
  expect(compose).not.toMatch(/PASSWORD\w*:-|POSTGRES_PASSWORD:|HOST_AUTH_METHOD/)
})
