import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'

export interface Python {
  readonly path: string
  /** Such as `3.8.18`. */
  readonly version: string
}

const oldest = '3.8'

/** The Pythons of this machine that the client supports: the usual one first, then those that pyenv keeps. */
export async function pythons(): Promise<readonly Python[]> {
  const asked = await Promise.all(['python3', 'python', ...keptByPyenv()].map(versionOf))
  return asked.filter((one): one is Python => one !== null && compare(one.version, oldest) >= 0)
}

/** The oldest and the newest of them. */
export function ends(found: readonly Python[]): readonly Python[] {
  const sorted = found.toSorted((a, b) => compare(a.version, b.version))
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  return first.version === last.version ? [first] : [first, last]
}

function keptByPyenv(): string[] {
  const folder = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions')
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((version) => join(folder, version, 'bin', 'python3'))
}

async function versionOf(path: string): Promise<Python | null> {
  const code = 'import platform; print(platform.python_version())'
  const { exitCode, stdout } = await execa(path, ['-c', code], { reject: false, timeout: 10_000 })
  return exitCode === 0 ? { path, version: stdout.trim() } : null
}

function compare(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
