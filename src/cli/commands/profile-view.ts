import { maskKey } from '../../sdk/mask.ts'
import { card } from '../card.ts'
import type { ListView, View } from '../output.ts'
import type { Paint } from '../paint.ts'
import type { Profile } from '../user-config.ts'

/** A profile as it may be shown: without its key. */
export interface ShownProfile {
  readonly name: string
  readonly current: boolean
  readonly base_url: string
  readonly mode: Profile['mode']
  readonly read_only: boolean
  readonly key: string
}

export function shownProfile(
  { name, baseUrl, apiKey, mode, readOnly }: Profile,
  current: boolean,
): ShownProfile {
  return { name, current, base_url: baseUrl, mode, read_only: readOnly, key: maskKey(apiKey) }
}

/** Live is red wherever it stands. */
export function modeBrush({ mode }: Pick<Profile, 'mode'>, paint: Paint): (text: string) => string {
  return mode === 'live' ? paint.bad : paint.good
}

export const profileList: ListView<ShownProfile> = {
  things: 'profiles',
  quiet: ({ name }) => name,
  columns: [
    {
      title: 'Name',
      cell: ({ name, current }) => (current ? `${name} ●` : name),
      raw: ({ name }) => name,
      brush: ({ current }, paint) => (current ? paint.strong : (text) => text),
    },
    { title: 'Mode', cell: ({ mode }) => mode, brush: modeBrush },
    { title: 'Writes', cell: ({ read_only: readOnly }) => (readOnly ? 'refused' : 'allowed'), drop: 2 },
    { title: 'Key', cell: ({ key }) => key, drop: 1 },
    { title: 'URL', cell: ({ base_url: url }) => url, least: 20 },
  ],
}

export const profileCard: View<ShownProfile> = {
  quiet: ({ name }) => name,
  text: ({ name, base_url: url, mode, read_only: readOnly, key }, surface) =>
    card(
      [
        ['Profile', name],
        ['URL', url],
        ['Mode', surface.tty ? modeBrush({ mode }, surface.paint)(mode) : mode],
        ['Writes', readOnly ? 'refused' : 'allowed'],
        ['Key', key],
      ],
      surface,
    ),
}

export const goneCard: View<{ readonly name: string; readonly removed: true }> = {
  quiet: ({ name }) => name,
  text: ({ name }, { tty, paint }) => (tty ? `  ${paint.good('✓')} Forgot "${name}" and its key` : name),
}
