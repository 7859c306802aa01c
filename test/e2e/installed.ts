import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { execa } from 'execa'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

/** The package as npm hands it out: packed from the build and installed into a folder of its own. */
const root = new URL('../../', import.meta.url).pathname
const packed = z.tuple([
  z.object({ filename: z.string(), size: z.int(), files: z.array(z.object({ path: z.string() })) }),
])
const readyLine = z.object({ url: z.url(), api_key: z.string(), dashboard_url: z.url() })

export interface Packed {
  readonly tarball: string
  readonly bytes: number
  readonly paths: readonly string[]
}

/** As `npm publish` would upload it; what is built is there already. */
export async function pack(folder: string): Promise<Packed> {
  const { stdout } = await execa(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    {
      cwd: root,
    },
  )
  const [{ filename, size, files }] = packed.parse(JSON.parse(stdout))
  return { tarball: join(folder, filename), bytes: size, paths: files.map(({ path }) => path) }
}

/** The tarball in an otherwise empty project; null when the registry with its dependencies is out of reach. */
export async function install({ tarball }: Packed, folder: string): Promise<string | null> {
  const project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "name": "project", "private": true, "type": "module" }')
  const flags = ['--prefer-offline', '--no-audit', '--no-fund']
  const done = await execa('npm', ['install', tarball, ...flags], { cwd: project, reject: false })
  if (done.exitCode === 0) return project
  if (/EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(done.stderr)) return null
  throw new Error(done.stderr)
}

/** `skillpass dev` of the installed package, until the test ends. */
export async function startInstalled(
  project: string,
): Promise<{ url: string; apiKey: string; dashboardUrl: string }> {
  const program = join(project, 'node_modules/.bin/skillpass')
  const child = spawn(program, ['dev', '--ephemeral', '--port', '0', '--json'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'close')
  })
  const [line]: unknown[] = await once(createInterface({ input: child.stdout }), 'line')
  const { url, api_key, dashboard_url } = readyLine.parse(JSON.parse(String(line)))
  return { url, apiKey: api_key, dashboardUrl: dashboard_url }
}
