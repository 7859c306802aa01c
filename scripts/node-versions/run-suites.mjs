// One version of Node at work: the built package, then the HTTP and CLI suites, with what passed and how long it took.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const suites = { http: ['test/server', 'test/operations', 'test/webhooks'], cli: ['test/cli'] }

export async function smoke(program) {
  const started = Date.now()
  const code = await run(program, ['scripts/node-versions/smoke.mjs'])
  return {
    suite: 'package',
    passed: Number(code === 0),
    failed: Number(code !== 0),
    skipped: 0,
    ms: Date.now() - started,
  }
}

export async function* allSuites(program) {
  yield await smoke(program)
  for (const [suite, folders] of Object.entries(suites)) yield await runTests(program, suite, folders)
}

async function runTests(program, suite, folders) {
  const started = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'skillpass-nodes-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  // Not once more on PostgreSQL: that tells the stores apart, not the versions.
  const projects = ['--project=json', '--project=long']
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...reporters]
  const code = await run(program, [...vitest, ...folders])
  const { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests: skipped = 0 } = read(report)
  rmSync(folder, { recursive: true })
  // A file that does not load fails no test.
  const failed = Math.max(numFailedTests, Number(code !== 0))
  return { suite, passed, failed, skipped, ms: Date.now() - started }
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

async function run(program, args) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'close')
  return code
}
