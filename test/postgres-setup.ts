import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

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
  const desk = createServer((request, response) => {
    const kind = request.url === '/durable' ? '--durable' : '--quick'
    const server = servers.get(kind) ?? startServer(kind)
    servers.set(kind, server)
    server.url.then(
      (url) => response.end(url),
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
