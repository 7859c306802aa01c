// Builds the package: `dist` holds the modules as tsc writes them and the dashboard's page; `lib` what is published:
// the bundle with the types of its entries.
// A start loads a handful of files instead of four hundred: that is 300 ms less of it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { buildDashboard } from './build-dashboard.mjs'
import { writeLicences } from './package/licences.mjs'
import { writeTypes } from './package/write-types.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
/** Written last: when it is there, so is everything else. */
const last = 'lib/baked/commands.json'
if (!process.argv.includes('--if-missing') || !existsSync(last)) await build()

async function build() {
  for (const folder of ['dist', 'lib']) rmSync(folder, { recursive: true, force: true })
  const { status } = spawnSync('npx', ['tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
  if (status !== 0) {
    process.exitCode = 1
    return
  }
  const modules = await Promise.all([bundle(), buildDashboard()])
  writeLicences(modules.flat())
  await writeTypes()
  mkdirSync('lib/baked')
  await bakeSeeds()
  await bakeCommands()
}

/** @returns the files that went in */
async function bundle() {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const bundles = await rolldown({
    input: {
      'cli/main': 'dist/cli/main.js',
      sandbox: 'dist/sandbox.js',
      testing: 'dist/testing.js',
      'sdk/index': 'dist/sdk/index.js',
    },
    platform: 'node',
    experimental: { attachDebugInfo: 'none' },
    // What is installed beside us: large, loaded only by those who use it, and updated without us when it has a hole.
    external: Object.keys(dependencies),
  })
  const { output } = await bundles.write({
    dir: 'lib',
    format: 'esm',
    // Chunks lie beside the entries' folder, one level below the root: files of the package are found from there.
    chunkFileNames: '[name]-[hash].js',
    // Names and lines stay: Node prints the line that threw. Comments are dead weight, and the licences in a file.
    comments: { legal: false, jsdoc: false },
  })
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
}

/** The seeds that come along, read and checked now instead of at every start. */
async function bakeSeeds() {
  const { readScenario, scenarioNames } = await import('../dist/seed.js')
  for (const name of scenarioNames) {
    writeFileSync(`lib/baked/${name}.json`, JSON.stringify(await readScenario(name)))
  }
}

/** What the shell completes, so that a Tab loads none of the commands. */
async function bakeCommands() {
  const { drawShape } = await import('../dist/cli/completion/draw-shape.js')
  writeFileSync(last, JSON.stringify(await drawShape()))
}
