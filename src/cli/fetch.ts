import { request as requestHttp } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { ConnectionError } from '../sdk/errors.ts'
import type { Fetch, FetchInit, FetchResponse } from '../sdk/settings.ts'
import { SandboxError } from './failure.ts'
import type { CliError } from './failure.ts'

/** The HTTP client of the commands. Loading the global `fetch` takes longer than a whole command may. */
export const nodeFetch: Fetch = async (url, init) => {
  const target = new URL(url)
  const request = target.protocol === 'https:' ? (await import('node:https')).request : requestHttp
  return exchange(request, target, init)
}

/** To a sandbox nobody named: when nothing listens it does not run, and trying again would not start it. */
export const localFetch: Fetch = async (url, init) => {
  try {
    return await nodeFetch(url, init)
  } catch (error) {
    throw isRefused(error) ? final(notRunning()) : error
  }
}

export function notRunning(): SandboxError {
  return new SandboxError('SANDBOX_NOT_RUNNING', 'No sandbox is running here.', 'Start one: skillpass dev')
}

/** What the client does not try again. */
export function final(cause: CliError): ConnectionError {
  return new ConnectionError({ code: cause.code, message: cause.message, retryable: false, cause })
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
}

function exchange(request: typeof requestHttp, target: URL, init: FetchInit): Promise<FetchResponse> {
  const { method, headers, signal, body } = init
  const options: RequestOptions = { method, headers, signal }
  return new Promise((resolve, reject) => {
    const outgoing = request(target, options, (answer) => resolve(responseOf(answer)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function responseOf(answer: IncomingMessage): FetchResponse {
  const get = (name: string): string | null => {
    const value = answer.headers[name.toLowerCase()]
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
  }
  return { status: answer.statusCode ?? 0, headers: { get }, text: () => textOf(answer), body: answer }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
