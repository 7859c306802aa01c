import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { dashboardFolder } from '../../src/dashboard-files.ts'

// As `npm run build` makes it.
const assets = new URL('assets/', dashboardFolder)
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))

test('all script of the dashboard comes to 120 KB at most, compressed', () => {
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.map(compressed).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120_000)
})

test('what is loaded before the first page comes to 30 KB at most', () => {
  const page = readFileSync(new URL('index.html', dashboardFolder), 'utf8')
  const first = scripts.filter((name) => page.includes(name))
  expect(first.length).toBeGreaterThan(0)
  expect(first.map(compressed).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(30_000)
})

function compressed(name: string): number {
  return gzipSync(readFileSync(new URL(name, assets))).length
}
