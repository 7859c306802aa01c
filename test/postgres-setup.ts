import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { Schemas } from './postgres-schemas.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run says where its PostgreSQL server is. */
    postgresDesk: string
  }
}

const program = fileURLToPath(new URL('postgres-server.mjs', import.meta.url))

/** One server for a run, started when the first test asks for it: most runs need none. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const servers = new Map<string, Server>()
  const serverUrl = async (kind: string): Promise<string> => {
    const server = servers.get(kind) ?? startServer(kind)
    servers.set(kind, server)
    return server.url
  }
  let schemas: Schemas | null = null
  const answer = async (request: IncomingMessage): Promise<string> => {
    if (request.url !== '/schema') return serverUrl(request.url === '/durable' ? '--durable' : '--quick')
    const given = process.env['SKILLPASS_TEST_POSTGRES'] ?? ''
    schemas ??= new Schemas(given === '' ? serverUrl('--quick') : Promise.resolve(given))
    if (request.method === 'POST') return schemas.lend()
    schemas.giveBack(await text(request))
    return ''
  }
  const desk = createServer((request, response) => {
    answer(request).then(
      (found) => response.end(found),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  desk.listen(0, '127.0.0.1')
  await once(desk, 'listening')
  const address = desk.address()
  if (address === null || typeof address === 'string') throw new Error('The desk has no port.')
  project.provide('postgresDesk', `http://127.0.0.1:${address.port}`)
  return async () => {
    desk.close()
    await schemas?.drop()
    await Promise.all(Array.from(servers.values(), async (server) => server.stop()))
  }
}

interface Server {
  readonly url: Promise<string>
  stop(): Promise<void>
}

function startServer(kind: string): Server {
  const child = spawn(process.execPath, [program, kind], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  return {
    url: firstLine(child),
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The server has no output.')
  for await (const line of createInterface(child.stdout)) return line
  throw new Error('The PostgreSQL server did not start.')
}
