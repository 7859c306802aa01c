// What commands cost beyond bare node, and the package: start-up in pairs with `node -e 0`, medians; size and install
// of the tarball. Needs `npm run build` before.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs, promisify } from 'node:util'
import { root, skillpass, startSkillpass } from './lib/programs.mjs'
import { median, report } from './lib/report.mjs'

const { values } = parseArgs({
  options: { lines: { type: 'boolean' }, rounds: { type: 'string', default: '15' } },
})
const rounds = Number(values.rounds)
const run = promisify(execFile)
/** A bare node process on the machine that the targets were written down on, ms. */
const referenceNode = 60
const sandbox = await startSkillpass(['dev', '--ephemeral', '--port', '0'])
const env = { ...process.env, SKILLPASS_BASE_URL: sandbox.url, SKILLPASS_API_KEY: sandbox.apiKey }
const folder = await mkdtemp(join(tmpdir(), 'skillpass-bench-'))
try {
  await command('--version', ['--version'], 15)
  await command('--help', ['--help'], 25)
  await command('a Tab for commands', ['__complete', '--', 'inv'], 25)
  await command('passport get', ['passport', 'get', 'usr_alex'], 80)
  await dev()
  await tarball()
} finally {
  await sandbox.stop()
  await rm(folder, { recursive: true, force: true })
}

async function command(name, words, target) {
  await pairs(name, target, async () => {
    await run(process.execPath, [skillpass, ...words], { env }).catch(() => {})
  })
}

/** To the first answered request of a sandbox that is kept on disk. */
async function dev() {
  let number = 0
  await pairs('dev to the first answer', 150, async () => {
    const data = join(folder, String(number++))
    const child = spawn(process.execPath, [skillpass, 'dev', '--data', data, '--port', '0', '--json'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const gone = once(child, 'exit')
    for await (const line of createInterface({ input: child.stdout })) {
      await (await fetch(`${JSON.parse(line).url}/healthz`)).text()
      break
    }
    return async () => {
      child.kill('SIGINT')
      await gone
    }
  })
}

/** Ours and a bare node process, in turns; the target is what ours may take above the bare one. */
async function pairs(name, target, ours) {
  const bare = []
  const own = []
  for (let round = 0; round < rounds; round++) {
    bare.push((await timed(() => run(process.execPath, ['-e', '0']))).ms)
    const { ms, value } = await timed(ours)
    own.push(ms)
    if (typeof value === 'function') await value()
  }
  report(`${name}: bare node`, median(bare), undefined, { unit: 'ms' })
  report(`${name}: above bare node`, median(own) - median(bare), target, { unit: 'ms' })
  report(
    `${name}: the same at the speed of the reference machine`,
    (median(own) / median(bare) - 1) * referenceNode,
    target,
    { unit: 'ms' },
  )
}

async function timed(work) {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}

async function tarball() {
  await run('npm', ['pack', '--pack-destination', folder, '--ignore-scripts'], { cwd: root })
  const name = (await readdir(folder)).find((each) => each.endsWith('.tgz'))
  const path = join(folder, name ?? '')
  report('packed tarball, MB', (await stat(path)).size / 1e6, 1)
  const times = []
  for (let round = 0; round < 3; round++) {
    const cwd = await mkdtemp(join(folder, 'install-'))
    await writeFile(join(cwd, 'package.json'), '{"private":true}')
    const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', path]
    times.push((await timed(() => run('npm', install, { cwd }))).ms / 1_000)
  }
  // The first one warms the cache.
  report('npm install of it, warm cache, s', median(times.slice(1)), 5)
}
