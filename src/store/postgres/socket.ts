import { connect, type Socket } from 'node:net'

export interface Hosts {
  readonly host: readonly string[]
  readonly port: readonly number[]
  /** Of a Unix socket; falsy without one. */
  readonly path?: string | false | undefined
}

/**
 * Where a connection gets its socket from: one that it may use up. The library under it would connect again by
 * itself and send the rest of a broken transaction outside of any; here it is refused another.
 */
export class Dial {
  #socket: Socket | null = null
  #spent = false
  #tried = 0
  readonly #timeoutMs: number

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** From now on there is no other socket. */
  spend(): void {
    this.#spent = true
  }

  hangUp(): void {
    this.#spent = true
    this.#socket?.destroy()
  }

  /** Tries the hosts in turn; asked again, when one turned out the wrong one, goes on with the next. */
  async open({ host, port, path }: Hosts): Promise<Socket> {
    let failure: unknown = new Error('No host is left to connect to.')
    for (; !this.#spent && this.#tried < host.length;) {
      const at = this.#tried++
      const name = host[at] ?? 'localhost'
      const target = path ? { path } : { host: name, port: port[at] ?? 5432 }
      try {
        this.#socket = await dialled(target, this.#timeoutMs)
        // The library reads the name from here when it checks a certificate.
        return Object.assign(this.#socket, { host: name })
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }
}

async function dialled(
  target: { path: string } | { host: string; port: number },
  timeoutMs: number,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...target, noDelay: true })
    const timer = setTimeout(() => socket.destroy(new Error('It did not answer in time.')), timeoutMs)
    socket.once('error', reject)
    socket.once('close', () => clearTimeout(timer))
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', reject)
      resolve(socket)
    })
  })
}
