import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './pages.ts'
import { stage } from './stage.ts'

/** The workflow of the example as GitHub runs it: its `run:` steps in order, each in a bash of its own. */

const example = join(root, 'examples/github-action')

test('the steps of the workflow pass and leave what it uploads', { timeout: 240_000 }, async () => {
  const text = await readFile(join(example, '.github/workflows/skills.yml'), 'utf8')
  const { folder, run } = await stage()
  await rm(join(folder, 'package.json'))
  await cp(example, folder, { recursive: true })
  const steps = runSteps(text).filter((code) => code !== 'npm ci')
  expect(steps).toHaveLength(2)
  const blocks = steps.map((code, index) => ({
    line: index + 1,
    code: `(\n${code}\n)`,
    note: { kind: 'run' as const, exit: 0 },
  }))
  const { failedAt, output } = await run(blocks)
  expect(failedAt, output).toBeNull()
  expect(await readFile(join(folder, 'report.xml'), 'utf8')).toMatch(/<testsuite .*tests="1" failures="0"/)
  const events = (await readFile(join(folder, 'events.ndjson'), 'utf8')).trim().split('\n')
  const completed = events.filter((line) => line.includes('assessment.completed'))
  expect(completed).toHaveLength(2)
  expect(uploads(text)).toEqual(['report.xml', 'events.ndjson'])
})

test('the workflow is indented as YAML wants it, and every step does one thing', async () => {
  const text = await readFile(join(example, '.github/workflows/skills.yml'), 'utf8')
  expect(text).not.toMatch(/\t|^(?:  )* [^ ]/m)
  const steps = text.split(/^      - /m).slice(1)
  expect(steps.filter((step) => !/^ *(?:uses|run):/m.test(step))).toEqual([])
  expect(steps.filter((step) => /^ *uses:/m.test(step) && /^ *run:/m.test(step))).toEqual([])
})

function runSteps(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/^ +(?:- )?run: (?:\|\n((?: {10}.*\n)+)|(.*)$)/gm),
    ([, block, line = '']) => (block === undefined ? line : block.replaceAll(/^ {10}/gm, '').trimEnd()),
  )
}

function uploads(text: string): readonly string[] {
  const [, list = ''] = /path: \|\n((?: {12}.*\n)+)/.exec(text) ?? []
  return list.trim().split(/\s+/)
}
