// The built package and the HTTP and CLI suites on every version of Node that we promise. Needs a build.
//   node scripts/node-versions.mjs           all of it, on the newest release of each
//   node scripts/node-versions.mjs --smoke   the built package alone
//   node scripts/node-versions.mjs --others  without the suites on the Node that runs this: `npm test` ran them
//   node scripts/node-versions.mjs 22 24     these only
// --report=FILE keeps the table as JSON.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fetchNode, versions } from './node-versions/fetch-node.mjs'
import { allSuites, smoke } from './node-versions/run-suites.mjs'

const short = process.argv.includes('--smoke')
const others = process.argv.includes('--others')
const report = process.argv.find((word) => word.startsWith('--report='))?.slice('--report='.length)
const named = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const rows = []
for (const version of named.length > 0 ? named : versions) await tryOn(version)
console.table(rows)
if (report !== undefined) writeFileSync(report, JSON.stringify({ rows }))
if (rows.some(({ failed }) => failed > 0)) process.exitCode = 1

async function tryOn(version) {
  const program = await fetchNode(version, { newest: !short })
  if (program === null) {
    console.error(`SKIPPED: Node ${version} is not here, and npm cannot reach its registry.`)
    rows.push({ node: version, suite: 'all', passed: 0, failed: 0, skipped: 1 })
    return
  }
  const node = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
  const isKnown = short || (others && node === process.version)
  for await (const { suite, passed, failed, skipped, ms } of isKnown ? [smoke(program)] : allSuites(program))
    rows.push({ node, suite, passed, failed, skipped, seconds: Math.round(ms / 100) / 10 })
}
