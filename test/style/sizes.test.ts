import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'

/** How this code reads, in numbers: drift shows here before it is felt. */
const root = new URL('../../src/', import.meta.url).pathname

const kinds = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

interface Source {
  readonly path: string
  readonly text: string
}

const sources = await readSources()
const lengths = sources.map(({ text }) => text.trimEnd().split('\n').length)
const functions = sources.flatMap(functionsOf)

test('files are short', () => {
  const longest = sources.filter(({ text }) => text.trimEnd().split('\n').length > 350)
  expect(longest.map(({ path }) => path)).toEqual([])
  expect(part(lengths, 0.5), 'the median of lines in a file').toBeLessThanOrEqual(90)
  expect(part(lengths, 0.9), 'lines of nine files in ten').toBeLessThanOrEqual(220)
})

test('functions are short', () => {
  const lines = functions.map(({ length }) => length)
  expect(part(lines, 0.5), 'the median of lines in a function').toBeLessThanOrEqual(12)
  expect(part(lines, 0.9), 'lines of nine functions in ten').toBeLessThanOrEqual(35)
})

test('comments say why, and not much', () => {
  const all = lengths.reduce((sum, length) => sum + length, 0)
  const comments = sources.flatMap(({ text }) =>
    text.split('\n').filter((line) => /^\s*(\/\/|\/?\*)/.test(line)),
  )
  expect(comments.length / all).toBeGreaterThan(0.03)
  expect(comments.length / all).toBeLessThan(0.15)
})

test('names say what is in a file', () => {
  const vague = /(^|[-/])(utils?|helpers?|managers?|common|misc|stuff)(?=[-./])/
  const allowed = new Set(['cli/commands/common.ts'])
  const found = sources.map(({ path }) => path).filter((path) => vague.test(path) && !allowed.has(path))
  expect(found).toEqual([])
})

async function readSources(): Promise<Source[]> {
  const names = await readdir(root, { recursive: true })
  const written = names.filter((name) => /\.tsx?$/.test(name) && !/\.gen\.ts$|\.d\.ts$/.test(name))
  return await Promise.all(
    written.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  )
}

interface Sized {
  readonly path: string
  readonly length: number
}

function functionsOf({ path, text }: Source): Sized[] {
  const found: Sized[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const { type, start, end } = node as { type?: unknown; start?: unknown; end?: unknown }
    if (typeof type === 'string' && kinds.has(type) && typeof start === 'number' && typeof end === 'number') {
      const length = text.slice(start, end).split('\n').length
      // An arrow within a line is an expression.
      if (length > 1) found.push({ path, length })
    }
    for (const value of Object.values(node)) walk(value)
  }
  walk(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

function part(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
