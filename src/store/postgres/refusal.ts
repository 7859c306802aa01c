import { StoreOpenError } from '../types.ts'
import { codeOf, kindOf, reasonOf } from './failures.ts'

/** Why a database cannot be opened, in words that never hold its password. */
export function refusal(error: unknown, description: string): StoreOpenError {
  const code = codeOf(error)
  if (code?.startsWith('28') === true) {
    return new StoreOpenError(
      'refused',
      `The database at ${description} refused the user or the password.`,
      'Check both in the address of the database. Special characters of a password are written as %XX.',
    )
  }
  if (code === '3D000') {
    return new StoreOpenError(
      'refused',
      `There is no such database: ${description}.`,
      'Create it first: CREATE DATABASE.',
    )
  }
  if (code === '42501') {
    return new StoreOpenError(
      'refused',
      `The user may not make tables in ${description}.`,
      'Grant it: GRANT CREATE ON SCHEMA … TO ….',
    )
  }
  const kind = kindOf(error)
  if (kind === 'fault' && code !== null) {
    return new StoreOpenError(
      'unsupported',
      `The database at ${description} cannot be used: ${reasonOf(error)}.`,
      'skillpass needs PostgreSQL 13 or newer.',
    )
  }
  return new StoreOpenError(
    'unreachable',
    `The database at ${description} cannot be reached: ${reasonOf(error)}.`,
    'Is it running, and does a firewall let this machine through?',
  )
}
