import type { Output } from '../../contract/index.ts'

export type Clock = Output<'sandbox', 'clock'>
export type Due = Clock['happened'][number]

export const told: Readonly<Record<Due['kind'], string>> = {
  delivery: 'Delivery tried',
  invite: 'Invite expired',
  key: 'Key expired',
  key_secret: 'Old key secret ended',
  webhook_secret: 'Old webhook secret ended',
  tier: 'Tier decayed',
}

export const awaited: Readonly<Record<Due['kind'], string>> = {
  delivery: 'A delivery is tried',
  invite: 'An invite expires',
  key: 'A key expires',
  key_secret: 'An old key secret ends',
  webhook_secret: 'An old webhook secret ends',
  tier: 'A tier decays',
}

const nouns: Readonly<Record<Due['kind'], string>> = {
  delivery: 'deliveries',
  invite: 'invites',
  key: 'keys',
  key_secret: 'keys',
  webhook_secret: 'webhooks',
  tier: 'passports',
}

/** The page of what falls due. */
export function pathOf({ kind, id }: Due): string {
  return `/${nouns[kind]}/${encodeURIComponent(id)}`
}
