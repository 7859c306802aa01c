import { request as requestHttp } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http'
import { ConnectionError } from '../sdk/errors.ts'
import type { FetchInit, FetchResponse } from '../sdk/settings.ts'
import { SandboxError } from './failure.ts'
import { hasCode } from './system-error.ts'
import type { CliError } from './failure.ts'

/** An answer that can also say which headers it has. */
export interface ListedResponse extends FetchResponse {
  readonly list: readonly (readonly [name: string, value: string])[]
  readonly body: AsyncIterable<Uint8Array>
}

export type ListedFetch = (url: string, init: FetchInit) => Promise<ListedResponse>

/** The HTTP client of the commands. Loading the global `fetch` takes longer than a whole command may. */
export const nodeFetch: ListedFetch = async (url, init) => {
  const target = new URL(url)
  const request = target.protocol === 'https:' ? (await import('node:https')).request : requestHttp
  return exchange(request, target, init)
}

/** To a sandbox nobody named: when nothing listens it does not run, and trying again would not start it. */
export const localFetch: ListedFetch = async (url, init) => {
  try {
    return await nodeFetch(url, init)
  } catch (error) {
    throw hasCode(error, 'ECONNREFUSED') ? final(notRunning()) : error
  }
}

export function notRunning(): SandboxError {
  return new SandboxError('SANDBOX_NOT_RUNNING', 'No sandbox is running here.', 'Start one: skillpass dev')
}

/** What the client does not try again. */
export function final(cause: CliError): ConnectionError {
  return new ConnectionError({ code: cause.code, message: cause.message, retryable: false, cause })
}

function exchange(request: typeof requestHttp, target: URL, init: FetchInit): Promise<ListedResponse> {
  const { method, headers, signal, body } = init
  const options: RequestOptions = { method, headers, signal }
  return new Promise((resolve, reject) => {
    const outgoing = request(target, options, (answer) => resolve(answerOf(answer)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function answerOf(answer: IncomingMessage): ListedResponse {
  return responseOf(answer.statusCode ?? 0, answer.headers, answer)
}

export function responseOf(
  status: number,
  headers: IncomingHttpHeaders,
  body: AsyncIterable<Uint8Array>,
): ListedResponse {
  const list = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  const known = new Map(list)
  const get = (name: string) => known.get(name.toLowerCase()) ?? null
  return { status, headers: { get }, list, text: () => textOf(body), body }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
