import { ApiError } from '../core/error.ts'
import type { Exchange } from './exchange.ts'
import { otherMethod } from './other-method.ts'
import type { Service } from './service.ts'

/** `GET /metrics`, for Prometheus. @throws ApiError ROUTE_NOT_FOUND for whoever may not read it */
export async function serveMetrics(service: Service, exchange: Exchange): Promise<void> {
  if (service.address.metrics !== 'open' && !isFromHere(exchange)) {
    throw new ApiError(
      'ROUTE_NOT_FOUND',
      'Only this machine may read /metrics, and not through a proxy. Start the server with --metrics open to change that.',
    )
  }
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return otherMethod(exchange, ['GET'])
  const { answer } = exchange
  answer.body = await service.metrics.text(service)
  answer.status = 200
  answer.headers['content-type'] = 'text/plain; version=0.0.4; charset=utf-8'
}

const loopback = /^(?:::ffff:)?127\.|^::1$/
/** A proxy on this machine comes from here too, for callers from anywhere. */
const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Of the connection itself: what headers say of the caller's address anybody can write. */
function isFromHere({ node }: Exchange): boolean {
  const isForwarded = forwarded.some((name) => node.headers[name] !== undefined)
  return !isForwarded && loopback.test(node.socket.remoteAddress ?? '')
}
