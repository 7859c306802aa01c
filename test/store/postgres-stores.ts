import { connect, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll } from 'vitest'
import { openPostgresStore, type PostgresStore } from '../../src/store/postgres/open.ts'
import { StoreOpenError } from '../../src/store/types.ts'

export async function openedPostgres(url: string, pool = 4): Promise<PostgresStore> {
  return openPostgresStore({ url, pool, onNotice: () => undefined })
}

/** Why it does not open. */
export async function postgresRefusal(url: string): Promise<StoreOpenError> {
  try {
    await (await openedPostgres(url)).close()
  } catch (error) {
    if (error instanceof StoreOpenError) return error
    throw error
  }
  throw new Error('It opened.')
}

/** A wire to a database that can be cut and mended. */
export async function wireTo(url: string): Promise<{ url: string; cut(): void; mend(): Promise<void> }> {
  const { hostname, port } = new URL(url)
  const ends = new Set<Socket>()
  const server: Server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        ends.delete(one)
        other.destroy()
      })
    }
  })
  const listen = async (at: number): Promise<void> => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The wire has no port.')
  const cut = (): void => {
    server.close()
    for (const end of ends) end.destroy()
  }
  afterAll(cut)
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(address.port)
  return { url: through.href, cut, mend: async () => listen(address.port) }
}
