#!/usr/bin/env node
import { existsSync } from 'node:fs'
import * as module from 'node:module'

module.enableCompileCache?.()
const entry = new URL('../lib/cli/main.js', import.meta.url)
try {
  const { main } = await import(entry.href)
  await main()
} catch (error) {
  // Only a checkout can be without it: the package brings it along.
  if (existsSync(entry)) throw error
  process.stderr.write('error  skillpass is not built here yet. In its folder: npm ci && npm run build\n')
  process.exitCode = 1
}
