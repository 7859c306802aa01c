import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startLive, type Live, type LiveOptions } from '../../src/live.ts'
import { createClient, type Client } from '../http.ts'
import { lentSchema } from '../stores.ts'
import { expectStatus, temporaryFolder } from '../sandbox.ts'
import { silentLog } from './silent-log.ts'

/** One of several that serve a database, as a client sees it. */
export interface Process extends Client, Pick<Live, 'url' | 'close'> {
  readonly apiKey: string
  /** What was its own fault so far; at the end of the test there must be none. */
  readonly faults: unknown[]
}

export type Wish = Partial<Pick<LiveOptions, 'store' | 'now' | 'keptRequests'>>

export interface Place {
  /** Address of the database. */
  readonly store: string
  /** Starts one more on it. */
  start(wish?: Wish): Promise<Live & { readonly faults: unknown[] }>
}

/** An empty database to serve in this test. */
export async function place(): Promise<Place> {
  const store = await lentSchema(onTestFinished)
  const secretFile = join(await temporaryFolder(), 'secrets.json')
  return {
    store,
    async start(wish = {}) {
      const log = silentLog()
      const live = await startLive({ store, secretFile, port: 0, log, allowEgress: ['127.0.0.0/8'], ...wish })
      onTestFinished(async () => {
        await live.close()
        if (log.faults.length > 0) throw new AggregateError(log.faults, 'The service had faults')
      })
      return { ...live, faults: log.faults }
    },
  }
}

/** Three on one database, with the first admin key and one skill. */
export async function three(wish: Wish = {}): Promise<readonly [Process, Process, Process]> {
  const { start } = await place()
  const first = await start(wish)
  const apiKey = first.apiKey
  if (apiKey === null) throw new Error('A first start makes a key')
  const processOf = ({ url, close, faults }: typeof first): Process => ({
    ...createClient(url, apiKey),
    url,
    close,
    faults,
    apiKey,
  })
  const one = processOf(first)
  const [two, three] = [processOf(await start(wish)), processOf(await start(wish))]
  const skill = { key: 'react', name: 'React' }
  expectStatus(await one.request('POST', '/v1/skills', { body: skill }), 201)
  return [one, two, three]
}

export function draft(name: string = randomUUID()): object {
  return { candidate_email: `${name}@example.com`, skill: 'react' }
}

export async function invited(process: Client, name?: string): Promise<string> {
  const answer = await process.request('POST', '/v1/assess/invites', { body: draft(name) })
  return expectStatus(answer, 201).textAt('id')
}
