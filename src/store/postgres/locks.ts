import { createHash } from 'node:crypto'

/** Locks by name are locks by number in PostgreSQL, and one space for a whole database: the schema is part of it. */
export function lockNumber(schema: string, name: string): string {
  const digest = createHash('sha256').update(`skillpass ${schema} ${name}`).digest()
  return digest.readBigInt64BE().toString()
}
