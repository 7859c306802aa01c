import { CliError, exit } from './failure.ts'
import type { Environment } from './config.ts'
import { findSandbox } from './locator.ts'
import type { LocalSandbox } from './locator.ts'

/** Where requests go and what they carry. `from` names the place the address was found in. */
export interface Connection {
  readonly baseUrl: string
  readonly from: 'flag' | 'environment' | 'sandbox' | 'default'
  readonly apiKey: string | undefined
  readonly keyFrom: 'environment' | 'sandbox' | 'none'
  readonly sandbox: LocalSandbox | null
}

export interface ConnectionWish {
  readonly baseUrl: string | undefined
  readonly profile: string | undefined
  readonly dataDir: string | undefined
}

const defaultBaseUrl = 'http://127.0.0.1:4747'

/** Flag, then environment, then the running local sandbox, then the default address. */
export async function connect(wish: ConnectionWish, env: Environment, cwd: string): Promise<Connection> {
  const profile = wish.profile ?? env.profile
  if (profile !== undefined) throw unknownProfile(profile)
  const sandbox = await findSandbox(wish.dataDir ?? env.dataDir, cwd)
  const place = address(wish, env, sandbox)
  const local = sandbox !== null && sandbox.answersAt(place.baseUrl) ? sandbox.apiKey : undefined
  const apiKey = env.apiKey ?? local
  const keyFrom = env.apiKey !== undefined ? 'environment' : local !== undefined ? 'sandbox' : 'none'
  return { ...place, apiKey, keyFrom, sandbox }
}

function address(wish: ConnectionWish, env: Environment, sandbox: LocalSandbox | null) {
  if (wish.baseUrl !== undefined) return { baseUrl: wish.baseUrl, from: 'flag' } as const
  if (env.baseUrl !== undefined) return { baseUrl: env.baseUrl, from: 'environment' } as const
  if (sandbox !== null) return { baseUrl: sandbox.url, from: 'sandbox' } as const
  return { baseUrl: defaultBaseUrl, from: 'default' } as const
}

/** Profiles live in the user config, of which there is none yet: naming one must not fall back in silence. */
function unknownProfile(name: string): CliError {
  return new CliError(exit.usage, 'PROFILE_UNKNOWN', `There is no profile "${name}".`)
}
