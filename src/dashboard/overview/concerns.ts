import type { Output } from '../../contract/index.ts'
import { client } from '../client.ts'
import type { Tone } from '../components/badge.tsx'
import { count, relativeTime } from '../format.ts'

type Webhook = Output<'webhooks', 'get'>
type Invite = Output<'invites', 'get'>
type ApiKey = Output<'keys', 'get'>

export interface Concern {
  readonly tone: Tone
  readonly what: string
  /** Where something can be done about it. */
  readonly to: string
  readonly name: string
  readonly text: string
}

const dayMs = 86_400_000
/** A page of each list: the first concerns matter, the hundredth is none. */
const limit = 100

export async function findConcerns(now: number, signal: AbortSignal): Promise<readonly Concern[]> {
  const call = { signal }
  const [webhooks, retrying, keys, pending, accepted] = await Promise.all([
    client.webhooks.list({ limit }, call),
    client.deliveries.list({ status: 'retrying', limit }, call),
    client.keys.list({ limit }, call),
    client.invites.list({ status: 'pending', limit }, call),
    client.invites.list({ status: 'accepted', limit }, call),
  ])
  return [
    ...webhooks.data.flatMap((webhook) => ofWebhook(webhook, retriesOf(webhook, retrying.data))),
    ...keys.data.flatMap((key) => ofKey(key, now)),
    ...ofInvites([...pending.data, ...accepted.data], now),
  ]
}

function retriesOf(
  { id }: Webhook,
  retrying: readonly Output<'deliveries', 'list'>['data'][number][],
): number {
  return retrying.filter(({ webhook_id: webhookId }) => webhookId === id).length
}

function ofWebhook(webhook: Webhook, waiting: number): readonly Concern[] {
  const { id, url, name, status, disabled_reason: reason, stats } = webhook
  const shared = { to: `/webhooks/${id}`, name: url ?? name ?? id }
  if (status === 'disabled') {
    const why = reason === null ? '' : `: ${reason}`
    return [{ ...shared, tone: 'bad', what: 'Endpoint disabled', text: `Nothing is sent${why}.` }]
  }
  if (waiting > 0) {
    const text = `${some(waiting, 'delivery', 'deliveries')} failed and will be tried again.`
    return [{ ...shared, tone: 'bad', what: 'Endpoint failing', text }]
  }
  if (stats.failed === 0) return []
  const text = `${some(stats.failed, 'delivery was', 'deliveries were')} given up in the last 30 days.`
  return [{ ...shared, tone: 'warn', what: 'Endpoint failed', text }]
}

function ofKey({ id, name, status, expires_at: expiry }: ApiKey, now: number): readonly Concern[] {
  if (status !== 'active' || expiry === null || Date.parse(expiry) - now > 7 * dayMs) return []
  const text = `It expires ${relativeTime(Date.parse(expiry), now)}.`
  return [{ tone: 'warn', what: 'Key expires', to: `/keys/${id}`, name, text }]
}

/** The soonest first; of many the first few, and how many more. */
function ofInvites(invites: readonly Invite[], now: number): readonly Concern[] {
  const soon = invites
    .filter(({ expires_at: expiry }) => Date.parse(expiry) - now <= dayMs)
    .toSorted((one, other) => Date.parse(one.expires_at) - Date.parse(other.expires_at))
  return soon.slice(0, 5).map(({ id, candidate_email: name, skill, expires_at: expiry }, index) => {
    const more = index === 4 && soon.length > 5 ? ` ${count(soon.length - 5)} more expire within a day.` : ''
    const text = `The invite for ${skill} expires ${relativeTime(Date.parse(expiry), now)}.${more}`
    return { tone: 'info' as const, what: 'Invite expires', to: `/invites/${id}`, name, text }
  })
}

function some(number: number, one: string, many: string): string {
  return `${count(number)}${number === limit ? ' or more' : ''} ${number === 1 ? one : many}`
}
