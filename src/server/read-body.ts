import { ApiError } from '../core/error.ts'
import type { Exchange } from './exchange.ts'

/** Largest request body, bytes. */
export const bodyLimit = 256 * 1024

/** For the whole body, milliseconds: less than Node's own limit, which ends the connection without an answer. */
const bodyTimeoutMs = 20_000

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @throws ApiError PAYLOAD_TOO_LARGE, BODY_MALFORMED (not UTF-8), REQUEST_TIMEOUT */
export async function readBody(exchange: Exchange): Promise<void> {
  const { node } = exchange
  const declared = node.headers['content-length']
  if (declared === undefined && node.headers['transfer-encoding'] === undefined) return
  if (Number(declared ?? 0) > bodyLimit) throw tooLarge(exchange)
  const bytes = await collect(exchange)
  try {
    exchange.requestBody = utf8.decode(bytes)
  } catch {
    throw new ApiError('BODY_MALFORMED', 'The body is not valid UTF-8.')
  }
}

function collect(exchange: Exchange): Promise<Buffer> {
  const { node } = exchange
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const incomplete = (): void => reject(cutOff(exchange))
    const late = setTimeout(incomplete, bodyTimeoutMs)
    node.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > bodyLimit) reject(tooLarge(exchange))
      else chunks.push(chunk)
    })
    node.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    node.on('error', incomplete)
    node.on('close', () => {
      clearTimeout(late)
      if (!node.complete) incomplete()
    })
  })
}

/** The rest of the body is not read: the connection cannot serve another request. */
function tooLarge(exchange: Exchange): ApiError {
  exchange.answer.headers['connection'] = 'close'
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than ${bodyLimit} bytes. Send less, or in parts.`,
    {
      details: { limit_bytes: bodyLimit },
    },
  )
}

function cutOff(exchange: Exchange): ApiError {
  exchange.answer.headers['connection'] = 'close'
  return new ApiError('REQUEST_TIMEOUT', 'The body did not arrive whole.')
}
