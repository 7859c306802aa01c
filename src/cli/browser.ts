import type { ChildProcess } from 'node:child_process'
import type { Environment } from './config.ts'

type Command = readonly [program: string, ...args: string[]]

/** What does not fail this soon has begun; a browser that stays in the foreground never ends by itself. */
const patienceMs = 1_500

/** Shows an address of http or https in the browser of the person. False when none could be started. */
export async function openBrowser(url: URL, { browser }: Pick<Environment, 'browser'>): Promise<boolean> {
  if (!/^https?:$/.test(url.protocol)) return false
  for (const command of commandsFor(url.href, browser)) {
    if (await start(command)) return true
  }
  return false
}

function commandsFor(url: string, browser: string | undefined): Command[] {
  if (browser === undefined) return [platformCommand(url)]
  const isWindows = process.platform === 'win32'
  return (isWindows ? [browser] : browser.split(':')).flatMap((line) => {
    const [program, ...args] = line.split(/\s+/).filter((word) => word !== '')
    if (program === undefined) return []
    const filled = args.map((arg) => arg.replaceAll('%s', url))
    return [[program, ...filled, ...(line.includes('%s') ? [] : [url])] as const]
  })
}

/** None of these is a shell: what stands in the address stays an address. */
function platformCommand(url: string): Command {
  if (process.platform === 'darwin') return ['open', url]
  return process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler', url] : ['xdg-open', url]
}

async function start([program, ...args]: Command): Promise<boolean> {
  const { spawn } = await import('node:child_process')
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  const begun = await outcome(child)
  child.unref()
  return begun
}

function outcome(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), patienceMs)
    const end = (begun: boolean) => {
      clearTimeout(timer)
      resolve(begun)
    }
    child.once('error', () => end(false))
    child.once('exit', (code) => end(code === 0))
  })
}
