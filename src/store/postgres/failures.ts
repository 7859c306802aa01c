import postgres from 'postgres'

/** The connection is gone, and with it what was not committed. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  /** Whether it ever stood. */
  readonly established: boolean
  constructor(established: boolean, cause: unknown) {
    super(established ? 'The connection to the database was lost.' : 'The database cannot be reached.', {
      cause,
    })
    this.established = established
  }
}

/** All connections were in use for too long. */
export class PoolExhausted extends Error {
  override readonly name = 'PoolExhausted'
}

/**
 * - `collision`: another transaction was first; the work can be run again
 * - `duplicate`: an id or an order is taken
 * - `missing`: there was no such row to update
 * - `lost`: the connection ended before COMMIT was sent
 * - `outage`: the database is not there, or refuses to write
 * - `fault`: a statement is wrong, which is our own doing
 */
export type FailureKind = 'collision' | 'duplicate' | 'missing' | 'lost' | 'outage' | 'fault'

const byCode: Readonly<Record<string, FailureKind>> = {
  '40001': 'collision',
  '40P01': 'collision',
  '23505': 'duplicate',
  // Division by zero: how an update says that it found nothing.
  '22012': 'missing',
  '57014': 'outage',
  '25006': 'outage',
  '57P01': 'lost',
  '57P02': 'lost',
  '25P03': 'lost',
}

/** Connection, authorisation, no such database, resources, operator, system, corruption. */
const outages = new Set(['08', '28', '3D', '53', '57', '58', 'XX'])

export function kindOf(error: unknown): FailureKind {
  if (error instanceof ConnectionLost) return error.established ? 'lost' : 'outage'
  if (error instanceof PoolExhausted) return 'outage'
  const code = codeOf(error)
  if (code === null) return 'fault'
  return byCode[code] ?? (outages.has(code.slice(0, 2)) ? 'outage' : 'fault')
}

/** What the server gave as its reason: five characters of SQLSTATE. */
export function codeOf(error: unknown): string | null {
  return error instanceof postgres.PostgresError ? error.code : null
}

/** The reason in words, of the error or of what caused it. Never the statement or its values. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof ConnectionLost ? error.cause : error
  if (!(cause instanceof Error)) return 'the connection was closed'
  const code = 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : ''
  // Where several addresses were tried there is no message of its own.
  return cause.message === '' ? `no address answered${code}` : `${cause.message.replace(/\.$/, '')}${code}`
}
