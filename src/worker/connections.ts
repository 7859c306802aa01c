import { isIPv6 } from 'node:net'
import type { LookupFunction } from 'node:net'
import type { Pool } from 'undici'

export interface ConnectionOptions {
  /** Origins that are kept open at the same time. */
  readonly limit: number
  readonly connectTimeoutMs: number
  /** Certificates to trust instead of the system's, PEM. */
  readonly ca?: string
}

/** The longest wait for one address of several before the next is tried as well. */
const nextAddressMs = 1_000

/**
 * Open connections, kept for the next delivery to the same place. A connection only ever goes to the
 * addresses that were checked, under the name that the URL has: `Host` and the certificate belong to it.
 */
export class Connections {
  readonly #make: typeof Pool
  readonly #options: ConnectionOptions
  readonly #pools = new Map<string, Pool>()

  private constructor(make: typeof Pool, options: ConnectionOptions) {
    this.#make = make
    this.#options = options
  }

  /** Loads undici: too slow for the start of the process, so the first delivery does it. */
  static async open(options: ConnectionOptions): Promise<Connections> {
    const undici = await import('undici')
    return new Connections(undici.Pool, options)
  }

  /** To be used at once: later it may have been closed in favour of others. */
  to(url: URL, addresses: readonly string[]): Pool {
    const key = [url.origin, ...addresses.toSorted()].join(' ')
    const pool = this.#pools.get(key) ?? new this.#make(url.origin, this.#poolOptions(addresses))
    // Taken out and put back, it is the youngest.
    this.#pools.delete(key)
    this.#pools.set(key, pool)
    this.#closeOldest()
    return pool
  }

  /** Cuts whatever is still under way. */
  async close(): Promise<void> {
    const pools = [...this.#pools.values()]
    this.#pools.clear()
    await Promise.all(pools.map((pool) => pool.destroy()))
  }

  #closeOldest(): void {
    for (const [key, pool] of this.#pools) {
      if (this.#pools.size <= this.#options.limit) return
      this.#pools.delete(key)
      // Lets what is under way there end.
      void pool.close()
    }
  }

  /** No limit of connections and no timeouts: how much is sent and how long it may take is decided before. */
  #poolOptions(addresses: readonly string[]): Pool.Options {
    const { connectTimeoutMs, ca } = this.#options
    return {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        timeout: connectTimeoutMs,
        lookup: pinned(addresses),
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: Math.min(nextAddressMs, Math.ceil(connectTimeoutMs / 2)),
        allowH2: false,
        ...(ca !== undefined && { ca }),
      },
    }
  }
}

/** Answers with the checked addresses, whatever the name leads to by now. */
function pinned(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (hostname, options, callback) => {
    const [first] = all
    if (first === undefined) return callback(new Error(`No address for ${hostname}`), [])
    if (options.all === true) return callback(null, all)
    return callback(null, first.address, first.family)
  }
}
