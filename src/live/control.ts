import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { tableNames } from '../keeper/change-line.ts'
import type { Keeper } from '../keeper/keeper.ts'
import { StorageError, StoreOpenError } from '../store/types.ts'
import { forgetPlace, socketPlaces } from './control-place.ts'

export interface ControlOptions {
  /** The data folder, which this process holds. */
  readonly dir: string
  readonly keeper: Keeper
  readonly onNotice: (text: string) => void
}

export interface Control {
  close(): Promise<void>
}

/** Who reads no further keeps old rows in memory; after this long he is cut off. */
const stallMs = 60_000

/**
 * Lets the operator's commands reach the store that this process holds: HTTP over a socket that only its own user can
 * open. A service that cannot have one runs all the same, and says so.
 */
export async function openControl({ dir, keeper, onNotice }: ControlOptions): Promise<Control> {
  // There a socket has no owner that others could be kept out by.
  if (process.platform === 'win32') return { close: async () => undefined }
  const server = createServer((request, response) => void answer(keeper, request, response))
  const failure = await listenIn(dir, server)
  if (failure !== null) {
    onNotice(`Commands such as "store backup" cannot reach this process: no socket (${failure}).`)
  }
  return {
    async close() {
      if (failure === null) {
        server.close()
        server.closeAllConnections()
      }
      await forgetPlace(dir)
    },
  }
}

/** null: it listens; else why not. */
async function listenIn(dir: string, server: Server): Promise<string | null> {
  let failure = 'there is no place for one'
  try {
    for await (const path of socketPlaces(dir)) {
      const refusal = await listenAt(path, server)
      if (refusal === null) return null
      failure = refusal
    }
  } catch (error) {
    failure = messageOf(error)
  }
  return failure
}

async function listenAt(path: string, server: Server): Promise<string | null> {
  try {
    server.listen(path)
    await once(server, 'listening')
    await chmod(path, 0o600)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

async function answer(keeper: Keeper, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const url = new URL(request.url ?? '/', 'http://control')
    if (url.pathname === '/changes') await sendChanges(keeper, url.searchParams, response)
    else sendJson(response, 200, await carryOut(keeper, url, request))
  } catch (error) {
    if (response.headersSent) response.destroy()
    else sendJson(response, 500, failureOf(error))
  }
}

async function carryOut(keeper: Keeper, url: URL, request: IncomingMessage): Promise<unknown> {
  const { searchParams: query } = url
  switch (`${request.method ?? ''} ${url.pathname}`) {
    case 'GET /':
      return { label: keeper.label }
    case 'GET /rows':
      return keeper.rows()
    case 'POST /compact':
      return keeper.compact()
    case 'POST /bootstrap':
      return keeper.bootstrap(query.get('name') ?? '')
    case 'GET /audit':
      return keeper.audit(Number(query.get('limit')))
    case 'GET /audit/verify':
      return keeper.verifyAudit(query.get('head') ?? undefined)
    default:
      throw new Error('This version of skillpass, which runs the service, does not know the command.')
  }
}

/** As fast as it is read, not faster. What stands in the way of it is told before its first byte. */
async function sendChanges(keeper: Keeper, query: URLSearchParams, response: ServerResponse): Promise<void> {
  const wanted = query.get('tables')?.split(',')
  const names = wanted === undefined ? tableNames : tableNames.filter((name) => wanted.includes(name))
  response.setTimeout(stallMs, () => response.destroy())
  const changes = keeper.changes(names)[Symbol.asyncIterator]()
  const first = await changes.next()
  await pipeline(textFrom(first, changes), response)
}

async function* textFrom(
  first: IteratorResult<readonly string[]>,
  changes: AsyncIterator<readonly string[]>,
): AsyncGenerator<string> {
  try {
    for (let step = first; step.done !== true; step = await changes.next()) {
      yield step.value.map((line) => `${line}\n`).join('')
    }
  } finally {
    await changes.return?.()
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function failureOf(error: unknown): object {
  const message = messageOf(error)
  if (error instanceof StoreOpenError) return { message, reason: error.reason, hint: error.hint }
  return { message, storage: error instanceof StorageError }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
