// Node in the versions we promise, each from the npm package `node`, kept in node_modules/.cache.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const versions = ['20', '22', '24', 'latest']

const cache = fileURLToPath(new URL('../../node_modules/.cache/node-versions/', import.meta.url))
const isWindows = process.platform === 'win32'

/**
 * @param {{ newest: boolean }} wish whether one that is here already is looked up again
 * @returns {Promise<string | null>} the program; null when it is not here and the registry is out of reach
 */
export async function fetchNode(version, { newest }) {
  const folder = join(cache, version)
  const program = join(folder, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node')
  if (newest || !existsSync(program)) await install(version, folder)
  return existsSync(program) ? program : null
}

async function install(version, folder) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const flags = ['--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawn('npm', ['install', `node@${version}`, ...flags], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  })
  await once(npm, 'close')
}
