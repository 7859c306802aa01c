// The faults that the service survives, as a table. `--short` is what `npm test` runs too.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const short = process.argv.includes('--short')
const cases = {
  'kill -9 in a storm': 'test/e2e/crash.test.ts',
  'kill -9 while sending': 'test/e2e/webhook-crash.test.ts',
  'torn journal': 'test/store/torn-tail.test.ts',
  'damaged journal': 'test/store/damage.test.ts',
  'disk full': 'test/e2e/disk.test.ts',
  'clock jump': 'test/faults/clock.test.ts',
  'slow and silent clients': 'test/faults/clients.test.ts',
  'races at the start': 'test/faults/races.test.ts',
  'SIGTERM under load': 'test/faults/drain.test.ts',
  'bad receivers': 'test/faults/receivers.test.ts',
  'malformed bytes': 'test/fuzz/wire.test.ts',
  'odd requests': 'test/fuzz/openapi.test.ts',
  soak: 'test/faults/soak.test.ts',
}

const folder = mkdtempSync(join(tmpdir(), 'skillpass-faults-'))
const report = join(folder, 'report.json')
const env = short ? process.env : { SKILLPASS_FUZZ_SECONDS: '120', ...process.env, SKILLPASS_FAULTS: 'long' }
// One after another but in the short form: what is measured must not be disturbed by the other cases.
const oneByOne = short ? [] : ['--no-file-parallelism']
const args = [
  'vitest',
  'run',
  ...Object.values(cases),
  ...oneByOne,
  '--reporter=json',
  `--outputFile=${report}`,
]
const { status } = spawnSync('npx', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
const files = read(report)
rmSync(folder, { recursive: true })

let survived = 0
let broken = 0
for (const [name, path] of Object.entries(cases)) {
  const tests = files.find((file) => file.name.endsWith(path))?.assertionResults ?? []
  if (tests.length === 0) tests.push({ title: `${basename(path)} did not run`, status: 'failed' })
  for (const one of tests) print(name, one)
}
console.log(`\n${survived} survived, ${broken} not`)
process.exitCode = broken === 0 && status === 0 ? 0 : 1

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).testResults
  } catch {
    return []
  }
}

function print(name, { title, status, duration, failureMessages = [] }) {
  if (status === 'passed') survived++
  if (status === 'failed') broken++
  const verdict = { passed: 'survived', failed: 'BROKEN' }[status] ?? 'not run'
  const seconds = duration === undefined ? '' : `${(duration / 1000).toFixed(1)} s`
  console.log(`${verdict.padEnd(9)} ${seconds.padStart(8)}  ${name.padEnd(24)} ${title}`)
  for (const message of failureMessages)
    console.log(`          ${message.split('\n').slice(0, 12).join('\n          ')}`)
}
