import type { Environment } from './config.ts'
import type { Connection } from './connection.ts'
import type { Globals } from './globals.ts'
import type { Io } from './io.ts'
import { timeHeader } from './service-time.ts'
import type { ServiceTime } from './service-time.ts'
import type { Fetch } from '../sdk/settings.ts'
import type { ListedFetch } from './fetch.ts'

export interface WireParts {
  readonly io: Io
  readonly env: Environment
  readonly globals: Globals
  now(): number
  readonly heed: ServiceTime['heed']
}

type Place = Pick<Connection, 'baseUrl' | 'from' | 'apiKey'>

/**
 * What carries the requests of a command. To the sandbox of this machine always straight; elsewhere through
 * the proxy of the environment, where one is meant for that address.
 * @throws CliError when the variable of that proxy cannot be read
 */
export async function fetchFor(connection: Place, parts: WireParts): Promise<Fetch> {
  const carry = heeded(await carrierOf(connection, parts.env), parts.heed)
  if (!parts.globals.debug) return carry
  const { debugged } = await import('./debug.ts')
  return debugged(carry, { io: parts.io, now: parts.now, apiKey: connection.apiKey })
}

function heeded(carry: ListedFetch, heed: WireParts['heed']): ListedFetch {
  return async (url, init) => {
    const answer = await carry(url, init)
    heed(answer.headers.get(timeHeader))
    return answer
  }
}

async function carrierOf({ baseUrl, from }: Place, { proxies }: Environment): Promise<ListedFetch> {
  const { localFetch, nodeFetch } = await import('./fetch.ts')
  if (from === 'sandbox' || from === 'default') return localFetch
  if (proxies.http === undefined && proxies.https === undefined) return nodeFetch
  const { proxyFor } = await import('./proxy.ts')
  const proxy = proxyFor(baseUrl, proxies)
  if (proxy === null) return nodeFetch
  const { proxiedFetch } = await import('./proxied-fetch.ts')
  return proxiedFetch(proxy)
}
