#!/usr/bin/env node
import * as module from 'node:module'

module.enableCompileCache?.()
const { main } = await import('../lib/cli/main.js')
await main()
