import type { Shared } from '../shared.ts'
import type { Store } from '../types.ts'
export interface PostgresStore extends Store {
  readonly shared: Shared
  readonly description: string
}
export async function openPostgresStore(_options: {
  url: string
  onNotice: (notice: { message: string }) => void
  pool?: number
}): Promise<PostgresStore> {
  throw new Error('elsewhere')
}
