// The whole check of the project: build, lint, format, types, tests. Its last line counts them all.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const only = process.argv.slice(2)
const checks = [
  ['build', 'npm', ['run', '--silent', 'build']],
  ['lint', 'npx', ['oxlint', '--type-aware', '--deny-warnings']],
  ['format', 'npx', ['oxfmt', '--check', '.']],
  ['types', 'npx', ['tsc', '--noEmit', '-p', '.']],
  ['types of the dashboard', 'npx', ['tsc', '--noEmit', '-p', 'src/dashboard']],
]

const total = { passed: 0, failed: 0, skipped: 0 }
for (const [name, command, args] of checks) count(name, run(command, args) === 0)
countTests()
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed === 0 ? 0 : 1

function countTests() {
  const folder = mkdtempSync(join(tmpdir(), 'skillpass-test-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const projects = ['--project=json', '--project=postgres']
  const status = run('npx', ['vitest', 'run', ...projects, ...reporters, ...only])
  const result = read(report)
  total.passed += result.numPassedTests ?? 0
  total.failed += result.numFailedTests ?? 0
  total.skipped += (result.numPendingTests ?? 0) + (result.numTodoTests ?? 0)
  // A file that does not even load, or an error outside of a test, fails no test; it still fails the run.
  if (status !== 0 && (result.numFailedTests ?? 0) === 0) count('vitest', false)
  rmSync(folder, { recursive: true })
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

function count(name, passed) {
  if (passed) total.passed++
  else {
    total.failed++
    console.error(`✗ ${name} failed`)
  }
}

function run(command, args) {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1
}
