import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { freshSandbox, temporaryFolder } from '../sandbox.ts'
import { ends, pythons } from './pythons.ts'
import type { Python } from './pythons.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sdk = join(root, 'sdks', 'python')
const cache = join(root, 'node_modules', '.cache', 'skillpass')
/** The last mypy that runs on Python 3.8, and a hatchling of its days. */
const tools = ['mypy==1.14.1', 'hatchling==1.27.0']

const found = await pythons()
const [usual] = found

test('the generated files say what the contract table says', async () => {
  const script = join(root, 'scripts', 'generate-python-sdk.mjs')
  const { exitCode, stderr } = await execa(process.execPath, [script, '--check'], { reject: false })
  expect(stderr).toBe('')
  expect(exitCode).toBe(0)
})

if (usual === undefined) say('there is no Python 3.8 or later: the Python client is NOT tested.')

describe.each(ends(found))('Python $version', ({ path }) => {
  test('passes its suite against a sandbox', { timeout: 120_000 }, async () => {
    const { url, apiKey } = await freshSandbox()
    const { exitCode, all } = await execa(
      path,
      ['-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests'],
      {
        cwd: sdk,
        env: environment({ SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: apiKey, PYTHONPATH: 'src' }),
        extendEnv: false,
        reject: false,
        all: true,
      },
    )
    expect(exitCode, all).toBe(0)
    expect(all).toMatch(/^Ran 1\d\d tests/m)
    expect(all).not.toContain('skipped=')
  })
})

describe.skipIf(usual === undefined)('installed', () => {
  test('it is typed, and its README runs as pasted', { timeout: 300_000 }, async (context) => {
    const python =
      (await environmentWith(usual, tools)) ?? context.skip(`pip cannot install ${tools.join(', ')}`)
    const install = ['--no-deps', '--no-build-isolation', '--force-reinstall', '--quiet', sdk]
    expect(await run(python, ['-m', 'pip', 'install', ...install], root)).toBe('')
    const mypy = ['-m', 'mypy', '--python-version', '3.8', '--cache-dir', join(cache, 'mypy')]
    expect(await run(python, mypy, sdk)).toContain('Success: no issues found')
    // Without its sources beside it only the package itself can tell the types.
    const elsewhere = await temporaryFolder()
    const sample = ['--strict', '--config-file=', join(sdk, 'tests', 'typing_sample.py')]
    expect(await run(python, [...mypy, ...sample], elsewhere)).toContain('Success: no issues found')
    const { url, apiKey } = await freshSandbox()
    const readme = [join(sdk, 'tests', 'test_readme.py')]
    const said = await run(python, readme, elsewhere, { SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: apiKey })
    expect(said).toMatch(/^OK$/m)
  })
})

/** A virtual environment with these packages, made once and kept; null when they cannot be had. */
async function environmentWith(
  from: Python | undefined,
  packages: readonly string[],
): Promise<string | null> {
  if (from === undefined) return null
  const kept = join(cache, `python-${from.version}-${packages.join('-').replaceAll('==', '-')}`)
  const python = (folder: string) => join(folder, 'bin', 'python')
  if (existsSync(kept)) return python(kept)
  const half = `${kept}.${process.pid}`
  await mkdir(cache, { recursive: true })
  const begun = await execa(from.path, ['-m', 'venv', half], { reject: false })
  const install = ['-m', 'pip', 'install', '--quiet', ...packages]
  const { exitCode } =
    begun.exitCode === 0 ? await execa(python(half), install, { reject: false, timeout: 240_000 }) : begun
  // Complete or not there at all, also when two runs make it at once.
  if (exitCode === 0 && !existsSync(kept)) await rename(half, kept)
  else await rm(half, { recursive: true, force: true })
  if (exitCode !== 0) say('pip cannot install its tools: its types and its package are NOT tested.')
  return existsSync(kept) ? python(kept) : null
}

/** What it says, once it ended well. */
async function run(python: string, argv: string[], cwd: string, env: Record<string, string> = {}) {
  const options = { cwd, env: environment(env), extendEnv: false, reject: false, all: true } as const
  const { exitCode, all } = await execa(python, argv, options)
  expect(exitCode, `${argv.join(' ')}\n${all}`).toBe(0)
  return all
}

function environment(more: Record<string, string>): NodeJS.ProcessEnv {
  const plain = Object.entries(process.env).filter(([name]) => !/^(SKILLPASS|PYTHON|.*_PROXY$)/i.test(name))
  return { ...Object.fromEntries(plain), PYTHONDONTWRITEBYTECODE: '1', ...more }
}

function say(text: string): void {
  process.stderr.write(`\n!!! Python: ${text}\n\n`)
}
