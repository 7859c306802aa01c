import { clean, fenced } from '../clean.ts'
import type { Environment } from '../config.ts'
import { connect } from '../connection.ts'
import type { Connection, ConnectionWish } from '../connection.ts'
import { nodeFetch } from '../fetch.ts'
import type { Candidate, Thing } from './shape.ts'
import { isPlainName } from './plain-name.ts'

/** A list of the service: which field names an entry, and which describe it. */
interface Listing {
  readonly path: string
  readonly name: string
  readonly about: readonly string[]
}

const listings: Readonly<Record<Thing, Listing>> = {
  invite: { path: '/v1/assess/invites', name: 'id', about: ['candidate_email', 'skill', 'status'] },
  user: { path: '/v1/users', name: 'id', about: ['display_name'] },
  skill: { path: '/v1/skills', name: 'key', about: ['name'] },
  webhook: { path: '/v1/webhooks', name: 'id', about: ['url', 'name', 'status'] },
  event: { path: '/v1/events', name: 'id', about: ['event', 'occurred_at'] },
  delivery: { path: '/v1/deliveries', name: 'id', about: ['event_type', 'status'] },
  key: { path: '/v1/keys', name: 'id', about: ['name', 'status'] },
  fault: { path: '/v1/sandbox/faults', name: 'id', about: ['method', 'path', 'status'] },
  request: { path: '/v1/logs', name: 'request_id', about: ['method', 'path', 'status'] },
}

/** Somebody waits with a finger on the Tab key. */
const patienceMs = 500
const pageLimit = 3

/** What the service has of a thing, newest first. What came before the time was up, if it is too slow. */
export async function candidatesOf(
  thing: Thing,
  wish: ConnectionWish,
  env: Environment,
  cwd: string,
): Promise<Candidate[]> {
  const listing = listings[thing]
  const connection = await connect(wish, env, cwd)
  const signal = AbortSignal.timeout(patienceMs)
  const found: Candidate[] = []
  let cursor: string | null = null
  for (let pages = 0; pages === 0 || (cursor !== null && pages < pageLimit); pages++) {
    const page: Page = await pageOf(connection, target(listing, thing, cursor), signal).catch(() => noPage)
    found.push(...page.entries.flatMap((entry) => candidateOf(entry, listing)))
    cursor = thing === 'skill' ? page.next : null
  }
  return found
}

function target({ path }: Listing, thing: Thing, cursor: string | null): string {
  if (thing === 'fault') return path
  return `${path}?limit=100${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
}

interface Page {
  readonly entries: readonly unknown[]
  readonly next: string | null
}

const noPage: Page = { entries: [], next: null }

async function pageOf({ baseUrl, apiKey }: Connection, path: string, signal: AbortSignal): Promise<Page> {
  const headers = {
    accept: 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  }
  const answer = await nodeFetch(baseUrl.replace(/\/+$/, '') + path, {
    method: 'GET',
    headers,
    signal,
    redirect: 'manual',
  })
  const body: unknown = JSON.parse(await answer.text())
  const entries = field(body, 'data')
  const next = field(body, 'next_cursor')
  return { entries: Array.isArray(entries) ? entries : [], next: typeof next === 'string' ? next : null }
}

function candidateOf(entry: unknown, { name, about }: Listing): Candidate[] {
  const value = field(entry, name)
  if (typeof value !== 'string' || !isPlainName(value)) return []
  const told = about
    .map((key) => field(entry, key))
    .filter((fact) => typeof fact === 'string' || typeof fact === 'number')
  return [{ value, about: fenced(clean(told.join(', '))) }]
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
