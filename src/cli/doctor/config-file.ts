import { readFile, stat } from 'node:fs/promises'
import type { Environment } from '../config.ts'
import { hasCode } from '../system-error.ts'
import { configPath } from '../user-config.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Finding } from './check.ts'

/** The user config: readable, by its owner only, and JSON. */
export async function configFile({ configDir }: Environment): Promise<Finding> {
  if (configDir === null) return ok('none, and none is needed (there is no home folder)')
  const path = configPath(configDir)
  try {
    const { mode } = await stat(path)
    const text = await readFile(path, 'utf8')
    if (!isObject(text)) return fail(`${path} is not JSON`, 'Mend it, or move it away: it is made anew.')
    return isOpen(mode)
      ? warn(`${path} can be read by others (mode ${octal(mode)})`, `It may hold keys: chmod 600 ${path}`)
      : ok(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ok(`none, and none is needed (${path})`)
    return fail(`${path} cannot be read: ${messageOf(error)}`, 'Make it readable for you, or move it away.')
  }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Windows has no such modes. */
function isOpen(mode: number): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0
}

function octal(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, '0')
}
