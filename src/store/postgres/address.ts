import { StoreOpenError } from '../types.ts'

export interface Address {
  readonly url: string
  /** Hosts and database, for people: no user, no password. */
  readonly description: string
  /** Behind PgBouncer and the like, sessions are not ours: neither statements nor settings may be left in them. */
  readonly pooled: boolean
}

const hint = 'Use postgres://user:password@host:5432/database'

/** @throws StoreOpenError that does not repeat the address: it holds a password */
export function readAddress(url: string): Address {
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new StoreOpenError('unsupported', 'This is no address of a PostgreSQL database.', hint)
  const [, hosts = '', database = ''] = /^([^/]*)(?:\/(.*))?$/s.exec(placeOf(url)) ?? []
  const name = decoded(database)
  return {
    url,
    description: `${hosts === '' ? 'localhost' : hosts}${name === '' ? '' : `/${name}`}`,
    pooled: new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]).get('prepare') === 'false',
  }
}

/**
 * Hosts and database as they are written. Everything up to the last @ may be of a password, for whoever writes one into
 * it unescaped means it so; where one stands behind a ?, nobody can tell what is.
 */
export function placeOf(url: string): string {
  if (/\?.*@/s.test(url)) return '…'
  return url.replace(/^.*(@|:\/\/)/s, '').replace(/[?#].*$/s, '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StoreOpenError('unsupported', 'The address of the database has a broken %-sequence.', hint)
  }
}
