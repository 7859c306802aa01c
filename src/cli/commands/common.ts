import type { CallOptions } from '../../sdk/index.ts'
import { isEmail } from '../../core/email.ts'
import { BadValue, flag, text, whole } from '../flags.ts'
import type { Kind } from '../flags.ts'

/** Flags that many commands share, so that they are called and explained the same everywhere. */

export const limit = flag(whole('N', 1), 'how many to list, newest first (default 50)')
export const defaultLimit = 50

export const idempotencyKey = flag(text('KEY'), 'sent again with this key, nothing happens twice')

/** `a=1 b=2` as an object; undefined when there are none. */
export function record(pairs: readonly (readonly [string, string])[]): Record<string, string> | undefined {
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs)
}

/** The options of a write. */
export function once({ idempotencyKey: key }: { readonly idempotencyKey: string | undefined }): CallOptions {
  return { idempotencyKey: key }
}

/** One row more than wanted tells whether there are more, within what a page may hold. */
export function pageSize(wanted = defaultLimit): number {
  return Math.min(100, wanted + 1)
}

export function email(placeholder: string): Kind<string> {
  const parse = (given: string): string => {
    if (isEmail(given)) return given
    throw new BadValue(`takes an e-mail address such as kim@example.com, not "${given}"`)
  }
  return { placeholder, parse }
}
