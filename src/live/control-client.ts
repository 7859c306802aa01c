import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AuditVerdict } from '../operations/audit-log.ts'
import type { MadeKey } from '../keeper/bootstrap.ts'
import { linesOf } from '../keeper/dump-file.ts'
import type { Compacted, Keeper } from '../keeper/keeper.ts'
import type { AuditRow, TableName } from '../store/rows.ts'
import { StorageError, StoreOpenError } from '../store/types.ts'
import { socketOf } from './control-place.ts'

/** The keeper of a data folder that another process has open; null when that process takes no orders. */
export async function connectControl(dir: string): Promise<Keeper | null> {
  const path = await socketOf(dir)
  try {
    const { label } = await ask<{ label: string }>(path, 'GET', '/')
    return remoteKeeper(path, label)
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null
    throw error
  }
}

/** Both ends are of this package: what comes is what the other end's keeper answered. */
function remoteKeeper(path: string, label: string): Keeper {
  return {
    label,
    rows: () => ask<number | null>(path, 'GET', '/rows'),
    changes: (tables) => changesFrom(path, tables),
    compact: () => ask<Compacted>(path, 'POST', '/compact'),
    bootstrap: (name) => ask<MadeKey>(path, 'POST', `/bootstrap?${query({ name })}`),
    audit: (limit) => ask<AuditRow[]>(path, 'GET', `/audit?limit=${limit}`),
    verifyAudit: (head) =>
      ask<AuditVerdict>(path, 'GET', `/audit/verify${head === undefined ? '' : `?${query({ head })}`}`),
  }
}

async function* changesFrom(
  path: string,
  tables: readonly TableName[] | undefined,
): AsyncGenerator<readonly string[]> {
  const query = tables === undefined ? '' : `?tables=${tables.join(',')}`
  const response = await send(path, 'GET', `/changes${query}`)
  try {
    if (response.statusCode !== 200) throw failure(await textOf(response))
    // A connection that breaks off makes this throw: half of a store never looks like a whole one.
    yield* linesOf(response)
  } finally {
    response.destroy()
  }
}

async function ask<A>(path: string, method: string, target: string): Promise<A> {
  const response = await send(path, method, target)
  const text = await textOf(response)
  if (response.statusCode !== 200) throw failure(text)
  return JSON.parse(text)
}

async function send(socketPath: string, method: string, path: string): Promise<IncomingMessage> {
  const outgoing = request({ socketPath, method, path })
  outgoing.end()
  const [response] = await once(outgoing, 'response')
  return response
}

async function textOf(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8')
  let text = ''
  for await (const part of response) text += String(part)
  return text
}

function failure(text: string): Error {
  const { message, reason, hint, storage } = JSON.parse(text)
  if (reason !== undefined) return new StoreOpenError(reason, message, hint)
  return storage === true ? new StorageError(message) : new Error(message)
}

function query(values: Readonly<Record<string, string>>): string {
  return new URLSearchParams(values).toString()
}
