import { card, headline } from '../card.ts'
import { clean, field } from '../clean.ts'
import type { Surface } from '../io.ts'
import { tableOf } from '../output.ts'
import type { ListView, View } from '../output.ts'
import type { Paint } from '../paint.ts'
import { absolute, moment, relative, span } from '../when.ts'
import { wrap } from '../wrap.ts'
import type { Output } from '../../contract/index.ts'

export type Delivery = Output<'deliveries', 'list'>['data'][number]
type Detailed = Output<'deliveries', 'get'>
type Attempt = Detailed['attempts'][number]

function statusBrush({ status }: Delivery, paint: Paint): (text: string) => string {
  if (status === 'succeeded') return paint.good
  if (status === 'exhausted') return paint.bad
  return status === 'retrying' || status === 'held' ? paint.warn : paint.faint
}

export const deliveryList: ListView<Delivery> = {
  things: 'deliveries',
  quiet: (delivery) => delivery.id,
  columns: [
    { title: 'Id', cell: (delivery) => delivery.id },
    { title: 'Status', cell: (delivery) => delivery.status, brush: statusBrush },
    { title: 'Event', cell: (delivery) => delivery.event_type, least: 10 },
    { title: 'Tries', cell: (delivery) => String(delivery.attempt_count), align: 'right', drop: 1 },
    { title: 'Last', cell: (delivery) => delivery.last_outcome ?? '', drop: 2 },
    { title: 'Made', cell: (d, { now }) => relative(d.created_at, now), raw: (d) => d.created_at, drop: 3 },
    { title: 'Webhook', cell: (delivery) => delivery.webhook_id, drop: 4 },
  ],
}

export const deliveryCard: View<Delivery> = {
  quiet: (delivery) => delivery.id,
  text: (delivery, surface) => head(delivery, surface),
}

/** The delivery and below it every attempt in order, each with what came of it. */
export const timeline: View<Detailed> = {
  quiet: (delivery) => delivery.id,
  text: async (delivery, surface) => {
    if (!surface.tty) return [head(delivery, surface), ...delivery.attempts.map(attemptFields)].join('\n')
    const steps = stepsOf(delivery)
    if (steps.length === 0) return head(delivery, surface)
    return `${head(delivery, surface)}\n\n${await tableOf(steps, attemptTable, surface)}`
  },
}

function head(delivery: Delivery, surface: Surface): string {
  const { tty, paint } = surface
  const body = card(
    [
      ['Id', tty ? null : delivery.id],
      ['Status', tty ? null : delivery.status],
      ['Event type', tty ? null : delivery.event_type],
      ['Event', delivery.event_id],
      ['Webhook', delivery.webhook_id],
      ['Tries', String(delivery.attempt_count)],
      ['Last outcome', tty ? null : delivery.last_outcome],
      ['Created', moment(delivery.created_at, surface)],
      ['Next try', tty && delivery.attempt_count > 0 ? null : moment(delivery.next_attempt_at, surface)],
      ['Gives up', delivery.completed_at === null ? moment(delivery.deadline_at, surface) : null],
      ['Completed', moment(delivery.completed_at, surface)],
    ],
    surface,
  )
  if (!tty) return body
  const left = `${paint.strong(delivery.event_type)}  ${statusBrush(delivery, paint)(delivery.status)}`
  return `${headline(left, delivery.event_type.length + 2 + delivery.status.length, delivery.id, surface)}\n\n${body}`
}

function attemptFields({
  number,
  started_at: at,
  outcome,
  status,
  duration_ms: took,
  hint,
}: Attempt): string {
  return ['attempt', number, at, outcome, status ?? '', took, hint ?? '']
    .map((part) => field(String(part)))
    .join('\t')
}

/** An attempt, or the one that is planned, told from the first: the clock of a sandbox is not the reader's. */
interface Step {
  readonly at: string
  readonly since: string
  readonly attempt: Attempt | null
}

function stepsOf({ attempts, next_attempt_at: next, status }: Detailed): Step[] {
  const first = attempts[0]?.started_at
  if (first === undefined) return []
  const made = attempts.map((attempt) => ({
    at: attempt.started_at,
    since: since(first, attempt.started_at),
    attempt,
  }))
  const isPlanned = next !== null && status !== 'delivering'
  return isPlanned ? [...made, { at: next, since: since(first, next), attempt: null }] : made
}

function since(first: string, at: string): string {
  const seconds = Math.floor((Date.parse(at) - Date.parse(first)) / 1_000)
  return seconds === 0 ? '' : `+ ${span(seconds)}`
}

const attemptTable: Pick<ListView<Step>, 'columns' | 'below'> = {
  columns: [
    { title: '#', cell: ({ attempt }) => (attempt === null ? '→' : String(attempt.number)), align: 'right' },
    { title: 'At', cell: ({ at }) => absolute(at).replace(/ UTC$/, at.slice(16, 19)) },
    { title: 'After', cell: (step) => step.since, drop: 1 },
    { title: 'Outcome', cell: ({ attempt }) => attempt?.outcome ?? 'next try', brush: outcomeBrush },
    { title: 'ms', cell: ({ attempt }) => attempt?.duration_ms.toFixed(0) ?? '', align: 'right', drop: 2 },
  ],
  below: ({ attempt }, { paint, width }) =>
    attempt === null ? [] : remarks(attempt).map((remark) => paint.faint(wrap(remark, width, '       '))),
}

function outcomeBrush({ attempt }: Step, paint: Paint): (text: string) => string {
  if (attempt === null) return paint.faint
  return attempt.outcome === 'succeeded' ? paint.good : paint.bad
}

/** What is probably wrong, and the beginning of what was answered. */
function remarks({ hint, response, outcome }: Attempt): string[] {
  const advice = hint === 'non_200_ack' ? ackAdvice : hint
  const body = response === null || outcome === 'succeeded' ? '' : clean(response.body).trim()
  return [
    ...(advice === null ? [] : [clean(advice)]),
    ...(body === '' ? [] : [body.length > 48 ? `${body.slice(0, 47)}…` : body]),
  ]
}

const ackAdvice = 'Only status 200 acknowledges. Answer 200, or: skillpass webhook update ID --ack 2xx'
