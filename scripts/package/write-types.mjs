// Puts the types that users can import beside the bundle, and no others.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { publicContract } from './public-contract.mjs'

const entries = ['sdk/index.d.ts', 'sandbox.d.ts', 'testing.d.ts']
const reference = /((?:from|import\()\s*')([^']+)(')/g

export async function writeTypes() {
  const files = new Map(Object.entries(await publicContract()))
  for (const entry of entries) collect(entry, files)
  for (const [name, text] of files) {
    mkdirSync(dirname(join('lib', name)), { recursive: true })
    writeFileSync(join('lib', name), text.replace(reference, asWritten))
  }
}

/** Adds a declaration file and those it refers to. */
function collect(name, files) {
  if (files.has(name)) return
  const text = readFileSync(join('dist', name), 'utf8')
  files.set(name, text)
  for (const [, , from] of text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(reference)) {
    if (from.startsWith('.'))
      collect(relative('.', join(dirname(name), from.replace(/\.ts$/, '.d.ts'))), files)
    else throw new Error(`Users would need the types of ${from}: dist/${name} refers to it`)
  }
}

/** Compilers of before 5.7 look for `.js` only. */
function asWritten(_whole, before, from, after) {
  return before + (from.startsWith('.') ? from.replace(/\.ts$/, '.js') : from) + after
}
