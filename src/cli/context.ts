import type { Environment } from './config.ts'
import { connect } from './connection.ts'
import type { Connection } from './connection.ts'
import { SandboxError, UsageError } from './failure.ts'
import type { Globals } from './globals.ts'
import type { Io } from './io.ts'
import type { Prompts } from './prompts.ts'
import type { ServiceTime } from './service-time.ts'
import type { Skillpass } from '../sdk/index.ts'

/** Everything a command may use beside its own input. */
export interface Context {
  readonly io: Io
  readonly globals: Globals
  readonly env: Environment
  readonly cwd: string
  /** null: nobody can be asked, and nothing may wait for an answer. */
  readonly prompts: Prompts | null
  /** How the user called this program, for commands to copy. */
  readonly program: string
  /** Milliseconds since the epoch. */
  now(): number
  readonly heed: ServiceTime['heed']
  connection(): Promise<Connection>
  client(): Promise<Skillpass>
}

export interface ContextParts extends Omit<Context, 'connection' | 'client'> {}

export function contextOf(parts: ContextParts): Context {
  const { globals, env, cwd } = parts
  const wish = { baseUrl: globals.baseUrl, profile: globals.profile, dataDir: globals.data }
  const connection = () => connect(wish, env, cwd)
  return { ...parts, connection, client: async () => clientOf(await connection(), parts) }
}

/** The client of a command. The one flag `--timeout` bounds the whole call, and so each try as well. */
async function clientOf(connection: Connection, parts: ContextParts): Promise<Skillpass> {
  const [{ Skillpass: Client }, { fetchFor }, { guardWrites }] = await Promise.all([
    import('../sdk/client.ts'),
    import('./wire.ts'),
    import('./write-guard.ts'),
  ])
  const { data } = parts.globals
  if (data !== undefined && connection.from === 'default')
    throw new SandboxError(
      'SANDBOX_NOT_RUNNING',
      `No sandbox is running in ${data}.`,
      `Start one: skillpass dev --data ${data}`,
    )
  const ms = patience(parts.globals)
  return new Client({
    apiKey: connection.apiKey,
    baseUrl: connection.baseUrl,
    timeout: ms,
    totalTimeout: ms,
    fetch: guardWrites(await fetchFor(connection, parts), connection, parts),
    userAgent: 'skillpass-cli',
  })
}

/** What `--timeout` gives a call, in milliseconds. */
export function patience({ timeout }: Globals): number | undefined {
  if (timeout === 0) throw new UsageError('--timeout takes a duration above 0 such as 30s or 2m, not "0".')
  return timeout === undefined ? undefined : timeout * 1_000
}
