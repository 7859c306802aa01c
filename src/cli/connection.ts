import type { Environment } from './config.ts'
import { findSandbox, originOf } from './locator.ts'
import type { LocalSandbox } from './locator.ts'
import { readUserConfig, unknownProfile } from './user-config.ts'
import type { Profile } from './user-config.ts'

/** Where requests go and what they carry. `from` names the place the address was found in. */
export interface Connection {
  readonly baseUrl: string
  readonly from: 'flag' | 'environment' | 'profile' | 'sandbox' | 'default'
  readonly apiKey: string | undefined
  readonly keyFrom: 'environment' | 'profile' | 'sandbox' | 'none'
  /** The profile that has this address. */
  readonly profile: Profile | null
  readonly sandbox: LocalSandbox | null
}

export interface ConnectionWish {
  readonly baseUrl: string | undefined
  readonly profile: string | undefined
  readonly dataDir: string | undefined
}

interface Chosen {
  readonly profile: Profile
  readonly by: 'flag' | 'environment' | 'config'
}

const nowhere = { baseUrl: 'http://127.0.0.1:4747', from: 'default' } as const

/** Flag, then environment, then the profile in use, then the running local sandbox, then the default address. */
export async function connect(wish: ConnectionWish, env: Environment, cwd: string): Promise<Connection> {
  const chosen = await chosenProfile(wish, env)
  const sandbox = await findSandbox(wish.dataDir ?? env.dataDir, cwd)
  const place = address(wish, env, chosen, sandbox)
  const isAt = (url: string) => originOf(url) === originOf(place.baseUrl)
  const profile = chosen !== null && isAt(chosen.profile.baseUrl) ? chosen.profile : null
  const local = sandbox?.answersAt(place.baseUrl) === true ? sandbox.apiKey : undefined
  // Who names a profile means its key too, whatever else the environment holds.
  const named = chosen?.by === 'flag' ? profile?.apiKey : undefined
  const [apiKey, keyFrom] = firstKey([
    [named, 'profile'],
    [env.apiKey, 'environment'],
    [profile?.apiKey, 'profile'],
    [local, 'sandbox'],
  ])
  return { ...place, apiKey, keyFrom, profile, sandbox }
}

function firstKey(
  keys: readonly (readonly [string | undefined, Connection['keyFrom']])[],
): readonly [string | undefined, Connection['keyFrom']] {
  return keys.find(([key]) => key !== undefined) ?? [undefined, 'none']
}

async function chosenProfile({ profile }: ConnectionWish, env: Environment): Promise<Chosen | null> {
  const config = await readUserConfig(env.configDir)
  const name = profile ?? env.profile ?? config.current
  if (name === null) return null
  const found = config.profiles.find((one) => one.name === name)
  if (found === undefined) throw unknownProfile(name, config)
  return {
    profile: found,
    by: profile !== undefined ? 'flag' : env.profile !== undefined ? 'environment' : 'config',
  }
}

function address(
  wish: ConnectionWish,
  env: Environment,
  chosen: Chosen | null,
  sandbox: LocalSandbox | null,
) {
  const profile = chosen === null ? null : ({ baseUrl: chosen.profile.baseUrl, from: 'profile' } as const)
  const own = sandbox === null ? null : ({ baseUrl: sandbox.url, from: 'sandbox' } as const)
  if (wish.baseUrl !== undefined) return { baseUrl: wish.baseUrl, from: 'flag' } as const
  if (profile !== null && chosen?.by === 'flag') return profile
  // Where it does not run, nobody else is meant: least of all the live service that a profile may name.
  if (wish.dataDir !== undefined) return own ?? nowhere
  if (env.baseUrl !== undefined) return { baseUrl: env.baseUrl, from: 'environment' } as const
  if (profile !== null && chosen?.by === 'environment') return profile
  if (own !== null && env.dataDir !== undefined) return own
  return profile ?? own ?? nowhere
}
