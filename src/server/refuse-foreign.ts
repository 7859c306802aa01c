import { ApiError } from '../core/error.ts'
import type { Exchange } from './exchange.ts'
import type { Address, Service } from './service.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Keeps web pages of other origins away: a page can make a browser send requests here, under a name of its
 * own (DNS rebinding) or with its own Origin. @throws ApiError HOST_FORBIDDEN, ORIGIN_FORBIDDEN
 */
export function refuseForeign(address: Address, exchange: Exchange): void {
  const { host } = exchange.caller
  if (host === undefined || !isOurs(address, host)) {
    throw new ApiError('HOST_FORBIDDEN', `This server does not answer to the host name ${host ?? '(none)'}.`)
  }
  const { origin } = exchange.node.headers
  if (origin === undefined || exchange.method === 'GET' || exchange.method === 'HEAD') return
  if (origin === `http://${host}` || origin === `https://${host}` || address.corsOrigins.includes(origin))
    return
  throw new ApiError('ORIGIN_FORBIDDEN', `Pages of ${origin} may not change anything here.`)
}

/**
 * What watches a deployed service (a load balancer, Kubernetes, Prometheus) asks by the process's own address, which
 * nobody configures as a name. These answers hold nothing that a foreign page must not read.
 */
export function isProbe({ mode, address }: Service, { path }: Exchange): boolean {
  if (path === '/metrics') return address.metrics === 'open'
  return mode === 'live' && (path === '/healthz' || path === '/readyz')
}

/** Pages of configured origins may read the answer. */
export function shareWith(address: Address, { node, answer }: Exchange): void {
  const { origin } = node.headers
  if (origin === undefined || !address.corsOrigins.includes(origin)) return
  answer.headers['access-control-allow-origin'] = origin
  answer.headers['access-control-expose-headers'] = '*'
  answer.headers['vary'] = 'Origin'
}

function isOurs(address: Address, host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return loopback.has(name) || address.hosts.includes(name)
}
