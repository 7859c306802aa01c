import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { onTestFinished } from 'vitest'
import { emptyFolder, program } from '../cli/program.ts'
import { temporaryDatabase } from '../postgres.ts'
import { root, type Block } from './pages.ts'

/** A project of a reader: an empty folder in which the package is installed, and a shell that stays. */
export interface Stage {
  readonly folder: string
  /** What the shell runs after what it ran before: variables and folders stay as they are. */
  run(blocks: readonly Block[]): Promise<Run>
}

export interface Run {
  /** The line of the block that ended the run; null when all went through. */
  readonly failedAt: number | null
  readonly output: string
}

/** Folders of a server's machine: in the test they lie in the folder of the reader. */
const machine = ['/var/lib', '/srv', '/etc/skillpass']

function inside(folder: string, code: string): string {
  return machine.reduce((text, path) => text.replaceAll(`${path}/`, `${folder}${path}/`), code)
}

const patienceMs = 200_000

export async function stage(): Promise<Stage> {
  const folder = await emptyFolder()
  const bin = join(folder, 'node_modules/.bin')
  for (const path of machine) await mkdir(join(folder, path), { recursive: true })
  await mkdir(bin, { recursive: true })
  await symlink(program, join(bin, 'skillpass'))
  await symlink(root, join(folder, 'node_modules/skillpass'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { test: 'skillpass whoami' } }))
  return { folder, run: (blocks) => run(folder, blocks) }
}

async function run(folder: string, blocks: readonly Block[]): Promise<Run> {
  const { all, failed } = await execa('bash', ['-c', inside(folder, script(blocks))], {
    cwd: folder,
    env: environment(folder),
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    reject: false,
    timeout: patienceMs,
  })
  const begun = Array.from(all.matchAll(/^### line (\d+)$/gm), ([, line]) => Number(line))
  return { failedAt: failed ? (begun.at(-1) ?? 0) : null, output: all }
}

/** The blocks as one script: each says where it stands, and the first command that fails ends it. */
function script(blocks: readonly Block[]): string {
  return [
    'set -euo pipefail',
    ...blocks.map((block) => `echo "### line ${block.line}"\n${judged(block)}`),
  ].join('\n')
}

function judged({ code, note }: Block): string {
  if (note.kind !== 'run' || note.exit === 0) return code
  return `(\n${code}\n) && status=0 || status=$?\ntest "$status" -eq ${note.exit}`
}

/** A command that runs until it is stopped, once it has said something. It has to end well when it is stopped. */
export async function service(folder: string, code: string): Promise<{ stop(): Promise<number | null> }> {
  const begun = await onDatabase(inside(folder, withExec(code)))
  const child = spawn('bash', ['-c', `set -eu\n${begun}`], {
    cwd: folder,
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await closed
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  child.stdout.on('data', (part: Buffer) => (said += part.toString()))
  const early = closed.then(() => Promise.reject(new Error(`It ended by itself:\n${said}`)))
  await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), early])
  early.catch(() => {})
  return {
    stop: async () => {
      child.kill('SIGINT')
      await closed
      return child.exitCode
    },
  }
}

/** Whatever server of PostgreSQL the page names: in the test it is one that is here. */
async function onDatabase(code: string): Promise<string> {
  const address = /postgres:\/\/[^\s']+/
  return address.test(code) ? code.replace(address, await temporaryDatabase()) : code
}

/** Its last line becomes the shell's own process, which then gets the signal. */
function withExec(code: string): string {
  return code.trimEnd().replace(/(^|\n)(npx )?(?=[^\n]*$)/, '$1exec env ')
}

function environment(folder: string): NodeJS.ProcessEnv {
  const { PATH = '' } = process.env
  return {
    PATH: `${join(folder, 'node_modules/.bin')}:${PATH}`,
    HOME: folder,
    // `serve` takes its own port or none; pages about it must not meet.
    SKILLPASS_PORT: '0',
    npm_config_update_notifier: 'false',
    npm_config_offline: 'true',
    LANG: 'C.UTF-8',
  }
}
