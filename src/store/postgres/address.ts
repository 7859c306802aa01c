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
  const match = /^postgres(?:ql)?:\/\/(?:[^@/?]*@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(url)
  if (match === null)
    throw new StoreOpenError('unsupported', 'This is no address of a PostgreSQL database.', hint)
  const [, hosts = '', database = '', query = ''] = match
  const name = decoded(database)
  return {
    url,
    description: `${hosts === '' ? 'localhost' : hosts}${name === '' ? '' : `/${name}`}`,
    pooled: new URLSearchParams(query).get('prepare') === 'false',
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StoreOpenError('unsupported', 'The address of the database has a broken %-sequence.', hint)
  }
}
