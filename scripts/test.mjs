// The check of the project: build, lint, format, types, tests. Its last line counts them all.
//   node scripts/test.mjs          what a change needs, in minutes
//   node scripts/test.mjs --full   all of it, as CI does: the long proofs, all HTTP suites on PostgreSQL, every Node
//   node scripts/test.mjs FILE…    these files, with the checks
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const full = process.argv.includes('--full')
const only = process.argv.slice(2).filter((word) => word !== '--full')
/** They need no build, so they run beside the tests, one after the other, and print when they are done. */
const checks = [
  ['lint', 'npx', ['oxlint', '--type-aware', '--deny-warnings']],
  ['format', 'npx', ['oxfmt', '--check', '.']],
  ['types', 'npx', ['tsc', '--noEmit', '-p', '.']],
  ['types of the dashboard', 'npx', ['tsc', '--noEmit', '-p', 'src/dashboard']],
]

const total = { passed: 0, failed: 0, skipped: 0 }
count('build', (await run('npm', ['run', '--silent', 'build'])) === 0)
await Promise.all([countTests(), runChecks()])
if (full) await countNodes()
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed === 0 ? 0 : 1

async function runChecks() {
  for (const [name, command, args] of checks) count(name, (await runQuietly(command, args)) === 0)
}

/** The built package and the HTTP and CLI suites on every Node that we promise. */
async function countNodes() {
  const folder = mkdtempSync(join(tmpdir(), 'skillpass-test-'))
  const report = join(folder, 'nodes.json')
  const status = await run('node', ['scripts/node-versions.mjs', '--others', `--report=${report}`])
  const rows = read(report).rows ?? []
  for (const { passed, failed, skipped } of rows) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  if (status !== 0 && !rows.some(({ failed }) => failed > 0)) count('Node versions', false)
  rmSync(folder, { recursive: true })
}

async function countTests() {
  const folder = mkdtempSync(join(tmpdir(), 'skillpass-test-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const short = ['json', 'postgres'].map((name) => `--project=${name}`)
  const projects = full || only.length > 0 ? [] : short
  const status = await run('npx', ['vitest', 'run', ...projects, ...reporters, ...only])
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

async function run(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [status] = await once(child, 'close')
  return status ?? 1
}

/** Beside others: what it prints comes whole. */
async function runQuietly(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => (printed += part))
  const [status] = await once(child, 'close')
  process.stdout.write(printed)
  return status ?? 1
}
