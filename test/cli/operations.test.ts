import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rows } from '../../src/contract/index.ts'

const folder = new URL('../../src/cli', import.meta.url).pathname
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')

/** What other programs read rather than people: `skillpass api GET …` reaches it. */
const forPrograms = new Set(['documents.openapi', 'documents.health', 'errors.list', 'errors.get'])

/** The same list under another address: `delivery list --event ID`. */
const covered = new Set(['events.deliveries'])

test.each(rows().map(({ resource, verb }) => `${resource}.${verb}`))('%s has a command', (name) => {
  const [resource = '', verb = ''] = name.split('.')
  const calls = new RegExp(`\\b${resource}\\s*\\.${verb}\\b|{ ${resource} }[^]{0,200}${resource}\\.${verb}`)
  expect(forPrograms.has(name) || covered.has(name) || calls.test(sources)).toBe(true)
})
