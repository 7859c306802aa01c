import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { z } from 'zod'
import { temporaryFolder } from '../folder.ts'
import { ends, pythons } from '../sdks/pythons.ts'
import type { Call, Case, ClientSetup } from './case.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A language that plays the cases, and the program that does it. */
export interface Client {
  /** Also the first part of its addresses. */
  readonly id: string
  readonly title: string
  /** Null where the toolchain is missing. */
  readonly program: Program | null
}

interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** What a runner is told of a case. */
export interface Task {
  readonly base_url: string
  readonly client: ClientSetup
  readonly call: Call
}

const line = z.strictObject({ at: z.int(), ms: z.number(), outcome: z.unknown() })
export type Played = z.infer<typeof line>

/** Those whose toolchains are here; the others are named all the same. */
export async function clients(): Promise<readonly Client[]> {
  const script = join(root, 'test', 'conformance', 'runner.mjs')
  const own: Client = {
    id: 'node',
    title: 'TypeScript',
    program: { command: process.execPath, args: [script] },
  }
  const [python, go] = await Promise.all([pythonClients(), goClient()])
  return [own, ...python, go]
}

async function pythonClients(): Promise<readonly Client[]> {
  const found = ends(await pythons())
  if (found.length === 0) return [{ id: 'python', title: 'Python', program: null }]
  const sdk = join(root, 'sdks', 'python')
  const env = { PYTHONPATH: join(sdk, 'src'), PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' }
  const args = ['-W', 'error', join(sdk, 'tests', 'conformance_runner.py')]
  return found.map(({ path, version }, at) => ({
    id: `python${at}`,
    title: `Python ${version.split('.').slice(0, 2).join('.')}`,
    program: { command: path, args, env },
  }))
}

async function goClient(): Promise<Client> {
  const built = join(await temporaryFolder(), 'conformance')
  const PATH = `${process.env['PATH'] ?? ''}${delimiter}/usr/local/go/bin`
  const { exitCode, stderr, code } = await execa('go', ['build', '-o', built, './internal/conformance'], {
    cwd: join(root, 'sdks', 'go'),
    env: { PATH, GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: '' },
    reject: false,
  })
  const isMissing = code === 'ENOENT'
  if (exitCode !== 0 && !isMissing) throw new Error(`The Go runner does not build: ${stderr}`)
  return { id: 'go', title: 'Go', program: isMissing ? null : { command: built, args: [] } }
}

/** All cases at once in one program; its answers by the number of the case. */
export async function playAll(
  { id, program }: Client,
  cases: readonly Case[],
  { url, deadUrl, apiKey }: { readonly url: string; readonly deadUrl: string; readonly apiKey: string },
): Promise<ReadonlyMap<number, Played>> {
  if (program === null) return new Map()
  const tasks = cases.map(({ script, client = {}, call, unthinkable }, at): Task | null =>
    isUnthinkable(unthinkable, id)
      ? null
      : {
          base_url: script.length === 0 ? deadUrl : `${url}/${id}/${at}`,
          client: { api_key: apiKey, ...client },
          call,
        },
  )
  const { stdout, stderr, exitCode } = await execa(program.command, program.args, {
    input: JSON.stringify(tasks),
    env: { ...plainEnvironment(), ...program.env },
    extendEnv: false,
    reject: false,
    timeout: 60_000,
  })
  if (exitCode !== 0 || stderr !== '') throw new Error(`${program.command} ended with ${exitCode}: ${stderr}`)
  const answers = stdout.split('\n').map((text) => line.parse(JSON.parse(text)))
  return new Map(answers.map((answer) => [answer.at, answer]))
}

export function isUnthinkable(unthinkable: Case['unthinkable'], id: string): boolean {
  return unthinkable !== undefined && id in unthinkable
}

/** Neither a key of this machine nor a proxy. */
function plainEnvironment(): Record<string, string | undefined> {
  const all = Object.entries(process.env)
  return Object.fromEntries(all.filter(([name]) => !/^(SKILLPASS|PYTHON|.*_PROXY$)/i.test(name)))
}
