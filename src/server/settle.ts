import { StorageError } from '../store/types.ts'
import type { Service } from './service.ts'

/** While the disk refuses writes, reads go on: what is due is then written down as soon as it can be. */
export async function settle(service: Service, what: 'invites' | 'usage', reads: boolean): Promise<void> {
  try {
    await service.settle(what)
  } catch (error) {
    if (!reads || !(error instanceof StorageError)) throw error
  }
}
