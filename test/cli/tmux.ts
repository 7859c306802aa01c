import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { onTestFinished } from 'vitest'
import { plainEnv, program } from './program.ts'

/** A real terminal: tmux runs the program in a pseudo-terminal and tells what its screen shows. */

export const hasTmux = spawnSync('tmux', ['-V']).status === 0

export interface Terminal {
  /** Keys as tmux names them: `Enter`, `C-c`, `Down`; anything else is typed. */
  press(...keys: readonly string[]): Promise<void>
  /** The screen, colours as escape sequences when asked for, as soon as it holds `text`. */
  until(text: string | RegExp, wish?: { readonly colours?: boolean }): Promise<string>
}

const patienceMs = 45_000

/** A shell in a terminal of its own, in which `skillpass` is the program. */
export async function terminal(
  cwd: string,
  { columns = 100, env = {} }: TerminalWish = {},
): Promise<Terminal> {
  const folder = mkdtempSync(join(tmpdir(), 'skillpass-tmux-'))
  const tmux = async (...words: readonly string[]) =>
    await execa('tmux', ['-S', join(folder, 'socket'), '-f', '/dev/null', ...words], {
      env: { ...plainEnv(), TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      extendEnv: false,
    })
  onTestFinished(async () => {
    await tmux('kill-server').catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  })
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  const size = ['-x', String(columns), '-y', '40']
  await tmux('new-session', '-d', ...size, ...variables, '-c', cwd, 'bash --norc --noprofile')
  const screen = async (colours: boolean) =>
    (await tmux('capture-pane', '-p', ...(colours ? ['-e'] : []))).stdout.trimEnd()
  const press: Terminal['press'] = async (...keys) => {
    await tmux('send-keys', ...keys)
  }
  await press(`PS1='$ '; skillpass() { ${process.execPath} ${program} "$@"; }; clear`, 'Enter')
  return {
    press,
    async until(text, { colours = false } = {}) {
      const deadline = Date.now() + patienceMs
      for (;;) {
        const now = await screen(false)
        if (typeof text === 'string' ? now.includes(text) : text.test(now))
          return colours ? await screen(true) : now
        if (Date.now() > deadline) throw new Error(`"${String(text)}" did not appear:\n${now}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}

interface TerminalWish {
  readonly columns?: number
  readonly env?: Readonly<Record<string, string>>
}
