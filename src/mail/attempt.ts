import type { MailRow } from '../store/rows.ts'
import type { Message, Trouble } from './mailer.ts'

/** One leased mail: everything that sending it needs. */
export interface Outgoing {
  readonly mail: MailRow
  readonly message: Message
  /** By the service's clock, milliseconds. */
  readonly startedAt: number
}

/** How one attempt to send it went. */
export type Ending =
  | { readonly trouble: null }
  /** `reason` is for whoever sent the invite. */
  | { readonly trouble: Trouble; readonly reason: string }
