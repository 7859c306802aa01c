import { card } from '../card.ts'
import type { Connection } from '../connection.ts'
import type { Surface } from '../io.ts'
import { show } from '../output.ts'
import type { View } from '../output.ts'
import { verb } from '../verb.ts'
import { moment } from '../when.ts'
import type { Output } from '../../contract/index.ts'
import { modeBrush } from './profile-view.ts'

interface Identity extends Pick<Output<'me', 'get'>, 'key' | 'mode' | 'version'> {
  readonly base_url: string
  /** Where the address was found. */
  readonly base_url_from: Connection['from']
  readonly key_from: Connection['keyFrom']
  readonly profile: string | null
  readonly read_only: boolean
}

const places: Readonly<Record<Connection['from'] | Connection['keyFrom'], string>> = {
  flag: '--base-url',
  environment: 'the environment',
  profile: 'the profile',
  sandbox: 'the running sandbox',
  default: 'the default',
  none: 'nowhere',
}

export const whoami = verb({
  name: 'whoami',
  summary: 'which key commands use, where, and what it may do',
  examples: [
    ['skillpass whoami', 'before a write'],
    ['skillpass whoami --json | jq -r .mode', 'sandbox or live, for a script'],
  ],
  run: async (_, context) => {
    const { baseUrl, from, keyFrom, profile } = await context.connection()
    const { key, mode, version } = await (await context.client()).me.get()
    const identity: Identity = {
      base_url: baseUrl,
      base_url_from: from,
      mode,
      version,
      key,
      key_from: keyFrom,
      profile: profile?.name ?? null,
      read_only: profile?.readOnly ?? false,
    }
    await show(context, identity, identityCard)
  },
})

const identityCard: View<Identity> = {
  quiet: ({ key }) => key.id,
  text: (identity, surface) => {
    const { key, mode } = identity
    return card(
      [
        ['Key', `${key.name}  ${key.prefix}…${key.last4}`, `${key.prefix}…${key.last4}`],
        ['Key id', key.id],
        ['Mode', surface.tty ? modeBrush(identity, surface.paint)(mode === 'live' ? 'LIVE' : mode) : mode],
        ['URL', identity.base_url],
        ['Address from', place(identity.base_url_from, identity), identity.base_url_from],
        ['Key from', place(identity.key_from, identity), identity.key_from],
        ['Writes', identity.read_only ? 'refused on this side' : null],
        ['Scopes', key.scopes.join(' ')],
        ['Rate limit', `${key.rate_limit.per_minute} a minute, ${key.rate_limit.burst} at once`],
        ['Expires', ends(key.expires_at, surface)],
        ['Service', identity.version],
      ],
      surface,
    )
  },
}

function place(from: Connection['from'] | Connection['keyFrom'], { profile }: Identity): string {
  return from === 'profile' && profile !== null ? `${places.profile} "${profile}"` : places[from]
}

function ends(at: string | null, surface: Surface): string {
  return moment(at, surface) ?? 'never'
}
