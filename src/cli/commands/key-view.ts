import type { Output } from '../../contract/index.ts'
import { card, headline, told } from '../card.ts'
import type { Fact } from '../card.ts'
import { CliError, exit } from '../failure.ts'
import type { Surface } from '../io.ts'
import type { ListView, View } from '../output.ts'
import type { Paint } from '../paint.ts'
import { moment, relative } from '../when.ts'

export type Key = Output<'keys', 'get'>
export type FreshKey = Output<'keys', 'create'>

function statusBrush({ status }: Key, paint: Paint): (text: string) => string {
  return status === 'active' ? paint.good : paint.faint
}

export const keyList: ListView<Key> = {
  things: 'keys',
  quiet: (one) => one.id,
  columns: [
    { title: 'Id', cell: (one) => one.id },
    { title: 'Status', cell: (one) => one.status, brush: statusBrush },
    { title: 'Key', cell: (one) => `${one.prefix}…${one.last4}`, drop: 3 },
    {
      title: 'Scopes',
      cell: (one) => one.scopes.join(' '),
      raw: (one) => one.scopes.join(','),
      least: 8,
      drop: 1,
    },
    { title: 'Used', cell: used, raw: (one) => one.last_used_at ?? '', drop: 2 },
    { title: 'Name', cell: (one) => one.name, least: 10 },
  ],
}

function used({ last_used_at: at }: Key, { now }: Surface): string {
  return at === null ? 'never' : relative(at, now)
}

export const keyCard: View<Key> = {
  quiet: (one) => one.id,
  text: (one, surface) => text(one, [], surface),
}

/** The only time the secret is seen: alone with `--quiet`, so that it can go straight into a vault. */
export const freshKeyCard: View<FreshKey> = {
  quiet: (one) => {
    if (one.secret !== null) return one.secret
    throw new CliError(
      exit.unexpected,
      'SECRET_UNAVAILABLE',
      'The secret of this key was shown before.',
      'Rotate it for a new one.',
    )
  },
  text: (one, surface) => {
    const { tty, paint } = surface
    const secret = one.secret ?? 'was shown before'
    const shown = text(one, [['Secret', tty ? paint.accent(secret) : secret]], surface)
    return tty && one.secret !== null
      ? `${shown}\n\n  ${paint.warn('Store the secret now: it is not shown again.')}`
      : shown
  },
}

function text(one: Key, first: readonly Fact[], surface: Surface): string {
  const { tty, paint } = surface
  const body = card([...(tty ? [] : plainHead(one)), ...first, ...facts(one, surface)], surface)
  const name = told(one.name) ?? one.id
  const left = `${paint.strong(name)}  ${statusBrush(one, paint)(one.status)}`
  return tty ? `${headline(left, name.length + 2 + one.status.length, one.id, surface)}\n\n${body}` : body
}

function plainHead({ id, name, status }: Key): Fact[] {
  return [
    ['Id', id],
    ['Name', name],
    ['Status', status],
  ]
}

function facts(one: Key, surface: Surface): Fact[] {
  const { per_minute: perMinute, burst } = one.rate_limit
  return [
    ['Key', `${one.prefix}…${one.last4}`],
    ['Mode', one.mode],
    ['Scopes', one.scopes.join(' '), one.scopes.join(',')],
    [
      'May',
      one.permissions.length > 6 ? `${one.permissions.length} permissions` : one.permissions.join(' '),
      one.permissions.join(','),
    ],
    ['Limits', `${one.tier}: ${perMinute} a minute, ${burst} at once`, `${perMinute},${burst}`],
    ['Daily quota', one.daily_quota === null ? null : String(one.daily_quota)],
    ['Created', moment(one.created_at, surface)],
    ['Last used', moment(one.last_used_at, surface)],
    ['Expires', moment(one.expires_at, surface)],
    ['Revoked', moment(one.revoked_at, surface)],
    ...previous(one, surface),
  ]
}

function previous({ previous: old }: Key, surface: Surface): Fact[] {
  if (old === null) return []
  return [
    ['Old secret', `…${old.last4}`],
    ['Works to', moment(old.expires_at, surface)],
    ['Its last use', moment(old.last_used_at, surface) ?? 'never', old.last_used_at ?? ''],
  ]
}
