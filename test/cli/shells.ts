import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { emptyFolder, plainEnv, program } from './program.ts'

/** Real shells with the completion loaded, on a terminal of their own. */

export type Interactive = 'bash' | 'zsh'

/** Why a test with these programs cannot run here: for its name, empty when it can. */
export function missing(...programs: readonly string[]): string {
  const absent = programs.filter((name) => spawnSync(name, ['--version']).error !== undefined)
  return absent.length === 0 ? '' : ` (not installed here: ${absent.join(', ')})`
}

export interface Desk {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** What the program was called with, call by call. */
  calls(): Promise<string[][]>
}

/**
 * A folder with `skillpass` on its PATH: the real program for completing, and for anything else a note of how it was
 * called. So a test sees what a line means once the shell has read it, not what it looks like.
 */
export async function desk(answering = `exec "${process.execPath}" "${program}" "$@"`): Promise<Desk> {
  const folder = await emptyFolder()
  const notes = join(folder, 'calls.txt')
  const script = [
    '#!/bin/sh',
    `case $1 in`,
    `  __complete) ${answering} ;;`,
    `  completion) exec "${process.execPath}" "${program}" "$@" ;;`,
    `  *) { printf '%s\\037' "$@"; echo; } >> "${notes}" ;;`,
    'esac',
  ]
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin', 'skillpass'), `${script.join('\n')}\n`, { mode: 0o755 })
  const { PATH = '' } = plainEnv()
  const env = {
    PATH: `${folder}/bin:${PATH}`,
    HOME: folder,
    ZDOTDIR: folder,
    TERM: 'xterm',
    LC_ALL: 'C.UTF-8',
  }
  const calls = async () => {
    const rows = (await readFile(notes, 'utf8')).trimEnd().split('\n')
    return rows.map((row) => row.split('\u001f').slice(0, -1))
  }
  return { folder, env, calls }
}

const ready = 'ready> '
const start = {
  bash: { file: '.bashrc', line: 'bash --noprofile --rcfile .bashrc -i' },
  zsh: { file: '.zshrc', line: 'zsh -d -i' },
} as const

/** The line that the help of `completion` says to put into the start file. */
export function loading(shell: Interactive): string {
  return `eval "$(skillpass completion ${shell})"`
}

/** Types these lines, each with Enter, and leaves; what was on the screen. `\t` is the Tab key. */
export async function type(
  shell: Interactive,
  startFile: string,
  lines: readonly string[],
  { folder, env }: Desk,
): Promise<string> {
  const { file, line } = start[shell]
  await writeFile(join(folder, file), `${startFile}\nPS1='${ready}'\n`)
  const terminal = spawn('script', ['-qec', line, '/dev/null'], { cwd: folder, env, stdio: 'pipe' })
  const closed = once(terminal, 'close')
  onTestFinished(async () => {
    terminal.kill('SIGKILL')
    await closed
  })
  let screen = ''
  terminal.stdout.setEncoding('utf8').on('data', (part: string) => (screen += part))
  while (!screen.includes(ready) && terminal.exitCode === null)
    await Promise.race([once(terminal.stdout, 'data'), closed])
  terminal.stdin.write([...lines, 'exit', ''].join('\r'))
  await closed
  return screen
}
