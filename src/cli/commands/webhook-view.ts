import { card, headline, told } from '../card.ts'
import type { Fact } from '../card.ts'
import { CliError, exit } from '../failure.ts'
import type { Surface } from '../io.ts'
import type { ListView, View } from '../output.ts'
import type { Paint } from '../paint.ts'
import { moment } from '../when.ts'
import type { Output } from '../../contract/index.ts'

export type Webhook = Output<'webhooks', 'get'>
export type FreshWebhook = Output<'webhooks', 'create'>
type Replay = Output<'webhooks', 'getReplay'>

function statusBrush({ status }: Webhook, paint: Paint): (text: string) => string {
  return status === 'enabled' ? paint.good : paint.warn
}

/** Where its deliveries go. */
function place({ url, name }: Webhook): string {
  return url ?? `listener ${name ?? ''}`
}

function counts({ stats: { pending, succeeded, failed } }: Webhook): string {
  return `${pending} waiting, ${succeeded} arrived, ${failed} given up`
}

export const webhookList: ListView<Webhook> = {
  things: 'webhooks',
  quiet: (webhook) => webhook.id,
  columns: [
    { title: 'Id', cell: (webhook) => webhook.id },
    { title: 'Status', cell: (webhook) => webhook.status, brush: statusBrush },
    { title: 'Waiting', cell: (webhook) => String(webhook.stats.pending), align: 'right', drop: 2 },
    { title: 'To', cell: place, least: 14 },
    { title: 'Events', cell: (w) => w.events.join(' '), raw: (w) => w.events.join(','), least: 8, drop: 1 },
  ],
}

export const webhookCard: View<Webhook> = {
  quiet: (webhook) => webhook.id,
  text: (webhook, surface) => text(webhook, [], surface),
}

/** The only time the secret is seen: alone with `--quiet`, so that it can go straight into a vault. */
export const freshWebhookCard: View<FreshWebhook> = {
  quiet: (webhook) => {
    if (webhook.secret !== null) return webhook.secret
    const hint = 'Rotate it for a new one: skillpass webhook rotate-secret ID'
    throw new CliError(
      exit.unexpected,
      'SECRET_UNAVAILABLE',
      'The secret of this webhook was shown before.',
      hint,
    )
  },
  text: (webhook, surface) => {
    const { tty, paint } = surface
    const secret = webhook.secret ?? 'was shown before'
    const shown = text(webhook, [['Secret', tty ? paint.accent(secret) : secret]], surface)
    return tty && webhook.secret !== null
      ? `${shown}\n\n  ${paint.warn('Store the secret now: it is not shown again.')}`
      : shown
  },
}

function text(webhook: Webhook, first: readonly Fact[], surface: Surface): string {
  const { tty, paint } = surface
  const body = card([...(tty ? [] : plainHead(webhook)), ...first, ...facts(webhook, surface)], surface)
  const { kind, status, id } = webhook
  const left = `${paint.strong(kind === 'http' ? 'webhook' : 'listener')}  ${statusBrush(webhook, paint)(status)}`
  const leftWidth = (kind === 'http' ? 7 : 8) + 2 + status.length
  return tty ? `${headline(left, leftWidth, id, surface)}\n\n${body}` : body
}

function plainHead({ id, status, kind }: Webhook): Fact[] {
  return [
    ['Id', id],
    ['Status', status],
    ['Kind', kind],
  ]
}

function facts(webhook: Webhook, surface: Surface): Fact[] {
  const { pending, succeeded, failed } = webhook.stats
  return [
    ['URL', webhook.url],
    ['Name', told(webhook.name)],
    ['About', told(webhook.description)],
    ['Events', webhook.events.join(' '), webhook.events.join(',')],
    ['Accepts', webhook.ack === '200' ? 'status 200' : 'any status 2xx', webhook.ack],
    ['Disabled', told(webhook.disabled_reason)],
    ['Deliveries', counts(webhook), `${pending},${succeeded},${failed}`],
    ['Secret ends', `…${webhook.secret_last4}`],
    ['Old secret to', moment(webhook.previous_secret_expires_at, surface)],
    ['Created', moment(webhook.created_at, surface)],
  ]
}

export const replayCard: View<Replay> = {
  quiet: (replay) => replay.id,
  text: (replay, surface) =>
    card(
      [
        ['Id', replay.id],
        ['Status', replay.status],
        ['Webhook', replay.webhook_id],
        ['From', moment(replay.since, surface)],
        ['To', moment(replay.until, surface)],
        [
          'Events',
          replay.types === null ? 'what it subscribes to' : replay.types.join(' '),
          replay.types?.join(',') ?? '',
        ],
        ['Which', replay.filter === 'all' ? 'all' : 'those that did not arrive', replay.filter],
        ['Found', String(replay.matched)],
        ['Queued', String(replay.queued)],
        ['Completed', moment(replay.completed_at, surface)],
      ],
      surface,
    ),
}
