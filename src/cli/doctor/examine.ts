import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Context } from '../context.ts'
import { CliError } from '../failure.ts'
import { dataFolderName, findSandbox, foldersFrom } from '../locator.ts'
import { checked, fail, messageOf, warn } from './check.ts'
import type { Checked, Finding } from './check.ts'
import { configFile } from './config-file.ts'
import { dataFolder } from './data-folder.ts'
import { lock } from './lock.ts'
import { nodeVersion } from './node-version.ts'
import { port } from './port.ts'
import { probe } from './probe.ts'
import type { Probe } from './probe.ts'
import { proxies } from './proxies.ts'
import { clock, key, service, versions } from './service.ts'

/** Everything at once, told in this order. */
export async function examine(portNumber: number, context: Context): Promise<Checked[]> {
  const { env, globals, cwd } = context
  const dataDir = globals.data ?? env.dataDir
  const folder = await folderOf(dataDir, cwd)
  const sandbox = await findSandbox(dataDir, cwd)
  const asked = probe(context)
  const ofService = (what: (probe: Probe) => Finding) => asked.then(what, unasked)
  return Promise.all([
    checked('node', Promise.resolve(nodeVersion(process.versions.node))),
    checked('config', configFile(env)),
    checked(
      'proxy',
      baseUrlOf(context).then((baseUrl) => proxies(env.proxies, baseUrl)),
    ),
    checked('port', port(portNumber, sandbox)),
    checked('data', dataFolder(folder)),
    checked('lock', lock(folder)),
    checked('service', asked.then(service, unaddressed)),
    checked('version', ofService(versions)),
    checked(
      'key',
      ofService((one) => key(one, context.now())),
    ),
    checked('clock', ofService(clock)),
  ])
}

async function folderOf(dataDir: string | undefined, cwd: string): Promise<string> {
  if (dataDir !== undefined) return resolve(cwd, dataDir)
  for (const folder of foldersFrom(cwd)) {
    if (await exists(folder)) return folder
  }
  return join(cwd, dataFolderName)
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Without an address that can be used, the variables are still looked at: as for the sandbox of this machine. */
async function baseUrlOf(context: Context): Promise<string> {
  try {
    return (await context.connection()).baseUrl
  } catch {
    return 'http://127.0.0.1'
  }
}

/** What is wrong before anything can be asked. */
function unaddressed(error: unknown): Finding {
  const remedy = error instanceof CliError ? error.hint : null
  return fail(messageOf(error).replace(/\.$/, ''), remedy ?? 'Correct the flag or variable that says so.')
}

function unasked(): Finding {
  return warn('not known: the service could not be asked')
}
