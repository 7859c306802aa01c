import { fail, ok } from './check.ts'
import type { Finding } from './check.ts'

/** The oldest that the package supports. */
export const oldestNode = '20.19'

export function nodeVersion(version: string): Finding {
  if (isAtLeast(version, oldestNode)) return ok(version)
  return fail(`${version} is older than ${oldestNode}`, `Install Node.js ${oldestNode} or newer.`)
}

function isAtLeast(version: string, oldest: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldMajor = 0, oldMinor = 0] = oldest.split('.').map(Number)
  return major > oldMajor || (major === oldMajor && minor >= oldMinor)
}
