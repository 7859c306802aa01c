import { BadValue, flag, instant, many, toggle } from '../flags.ts'
import type { Kind } from '../flags.ts'
import { eventTypes, localAddress } from '../listener/target.ts'

/** Flags of every command that starts a sandbox. */

export const serverGroup = { group: 'Server' }
const webhooks = { group: 'Webhooks' }
const clock = { group: 'Clock' }

const perMinute: Kind<number | 'off'> = {
  placeholder: 'N|off',
  parse: (given) => {
    if (given === 'off') return 'off'
    if (/^[1-9]\d{0,8}$/.test(given)) return Number(given)
    throw new BadValue(`takes requests a minute, or off, not "${given}"`)
  },
}

export const rateLimit = flag(perMinute, 'requests a minute for every key', serverGroup)

export const webhookFlags = {
  forwardTo: flag(localAddress, 'send webhook events there', webhooks),
  events: many(eventTypes, 'types, families such as invite.*, by comma (default all)', webhooks),
}

export const clockFlags = {
  clock: flag(instant('WHEN'), 'where the clock of the service starts', clock),
  freeze: toggle('the clock stands still', clock),
}
