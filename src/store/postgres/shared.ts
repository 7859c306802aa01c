import type { Shared } from '../shared.ts'
import { Cells } from './cells.ts'
import { Listening } from './listening.ts'
import { lockNumber } from './locks.ts'
import { Messages } from './messages.ts'
import type { Pool } from './pool.ts'

export interface SharedOptions {
  readonly pool: Pool
  readonly url: string
  readonly schema: string
  readonly pooled: boolean
  /** Settings that each transaction has to bring along. */
  readonly rider: string
  readonly onNotice: (notice: { readonly message: string }) => void
}

export function openShared(options: SharedOptions): Shared & { close(): Promise<void> } {
  const { pool, url, schema, pooled, rider, onNotice } = options
  const channel = `skillpass_${BigInt.asUintN(64, BigInt(lockNumber(schema, 'messages'))).toString(36)}`
  const cells = new Cells(pool, rider)
  const messages = new Messages(pool, channel)
  const listening = new Listening({
    url,
    channel,
    possible: !pooled,
    wanted: () => messages.heard,
    look: () => void messages.look(),
    onNotice,
  })
  return {
    swap: cells.swap,
    tell: (message) => messages.tell(message),
    hear: (listen) => {
      const stop = messages.hear(listen)
      listening.start()
      return stop
    },
    async close() {
      cells.close()
      await Promise.all([messages.close(), listening.close()])
    },
  }
}
