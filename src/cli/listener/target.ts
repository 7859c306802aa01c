import { BadValue } from '../flags.ts'
import type { Kind } from '../flags.ts'
import { parseUrl } from '../../parse-url.ts'

/** `http://localhost:3000/hook`, `localhost:3000/hook`, or the port alone. */
export const localAddress: Kind<URL> = {
  placeholder: 'URL',
  parse: (given) => {
    const text = /^\d{1,5}(?=$|\/)/.test(given) ? `localhost:${given}` : given
    const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
    const url = parseUrl(whole)
    if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '')
      throw new BadValue(`takes an address such as http://localhost:3000/webhook, not "${given}"`)
    if (url.username !== '' || url.password !== '') throw new BadValue('takes no user name or password')
    return url
  },
}

/** `invite.*,assessment.completed`, as often as wanted. */
export const eventTypes: Kind<readonly string[]> = {
  placeholder: 'TYPES',
  parse: (given) => {
    const names = given.split(/[\s,]+/).filter((name) => name !== '')
    if (names.length === 0) throw new BadValue('cannot be empty')
    return names
  },
}
