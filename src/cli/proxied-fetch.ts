import { ProxyAgent, request } from 'undici'
import { ConnectionError } from '../sdk/errors.ts'
import type { FetchInit } from '../sdk/settings.ts'
import { responseOf } from './fetch.ts'
import type { ListedFetch, ListedResponse } from './fetch.ts'
import type { Proxy } from './proxy.ts'

/** Through a proxy: plain requests are handed to it whole, those to https go through a tunnel. */
export function proxiedFetch(proxy: Proxy): ListedFetch {
  const dispatcher = new ProxyAgent({
    uri: proxy.url.href,
    proxyTunnel: false,
    // How long anything may take is decided by the client.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return async (url, init) => {
    const { method, headers, signal, body = null } = init
    try {
      // A copy: undici writes into what it is given.
      const answer = await request(url, { dispatcher, method, headers: { ...headers }, signal, body })
      return judged(responseOf(answer.statusCode, answer.headers, answer.body), init, proxy)
    } catch (cause) {
      if (signal.aborted || cause instanceof ConnectionError) throw cause
      throw failure(init, proxy, reasonOf(cause), cause)
    }
  }
}

/** What a proxy answers itself is no JSON, which everything of the service is: then it was not the service. */
function judged(response: ListedResponse, init: FetchInit, proxy: Proxy): ListedResponse {
  const { status, headers } = response
  const isOfService = /^application\/(.+\+)?json\b/i.test(headers.get('content-type') ?? '')
  if (status === 407) throw failure(init, proxy, 'it asks for a user name and password', undefined)
  if (status >= 400 && !isOfService) throw failure(init, proxy, `it answered ${status}`, undefined)
  return response
}

/** A tunnel that is refused looks like an aborted request, though nobody aborted. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const isRefusal = 'code' in cause && cause.code === 'UND_ERR_ABORTED'
  return isRefusal ? `it refused the tunnel: ${cause.message}` : cause.message
}

function failure({ headers }: FetchInit, proxy: Proxy, why: string, cause: unknown): ConnectionError {
  return new ConnectionError({
    code: 'CONNECTION_FAILED',
    message: `Could not reach the service through the proxy ${proxy.shown} (${proxy.variable}): ${why}.`,
    retryable: true,
    idempotencyKey: headers['idempotency-key'] ?? null,
    cause,
  })
}
