import type { Output } from '../../contract/index.ts'

export type ApiKey = Output<'keys', 'get'>
export type KeyWithSecret = Output<'keys', 'create'>

/** All that is ever shown of a secret. */
export function maskOf({ prefix, last4 }: Pick<ApiKey, 'prefix' | 'last4'>): string {
  return `${prefix}…${last4}`
}
