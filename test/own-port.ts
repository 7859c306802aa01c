import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A free port below those that the system gives to whoever asks for any: nobody takes it between two servers. */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    await once(server.close(), 'close')
    return true
  } catch {
    return false
  }
}
