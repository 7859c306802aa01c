import { clean, field } from '../clean.ts'
import type { Surface } from '../io.ts'
import { tableOf } from '../output.ts'
import type { ListColumn, View } from '../output.ts'
import type { Paint } from '../paint.ts'
import { absolute, relative } from '../when.ts'
import { shorten } from '../width.ts'
import { wrap } from '../wrap.ts'
import type { Sent, Timeline, Told } from './invite-timeline.ts'
import { inviteCard, inviteSummary } from './invite-view.ts'
import type { Invite } from './invite-view.ts'

export interface InviteStory {
  readonly invite: Invite
  readonly timeline: Timeline
}

/** The invite and below it all that happened to it, in order. */
export const inviteStory: View<InviteStory> = {
  quiet: ({ invite }) => invite.id,
  text: async ({ invite, timeline: { steps, lacking } }, surface) => {
    if (!surface.tty) return [await inviteCard.text(invite, surface), ...steps.flatMap(fieldsOf)].join('\n')
    const table = await tableOf(
      steps,
      { columns: columns(surface), below: (step) => below(step, surface) },
      surface,
    )
    return [inviteSummary(invite, surface), table, ...remark(lacking, surface)].join('\n\n')
  },
}

/** `step`, then a `delivery` line for each of its deliveries. */
function fieldsOf({ at, step, event, deliveries }: Told): string[] {
  const line = (...parts: (string | number)[]) => parts.map((part) => field(String(part))).join('\t')
  return [
    line('step', step, at, event?.type ?? '', event?.id ?? ''),
    ...(deliveries ?? []).map((sent) =>
      line(
        'delivery',
        event?.id ?? '',
        sent.id,
        sent.webhook_id,
        sent.status,
        sent.attempt_count,
        sent.last_outcome ?? '',
      ),
    ),
  ]
}

/** Where there is no room for the ids of events in their row, they stand below it. */
const roomy = 92

function columns({ width }: Surface): ListColumn<Told>[] {
  const id: ListColumn<Told> = { title: 'Id', cell: ({ event }) => event?.id ?? '' }
  return [
    { title: 'At (UTC)', cell: ({ at }) => absolute(at).replace(/ UTC$/, at.slice(16, 19)) },
    { title: 'Step', cell: ({ step }) => step, brush: stepBrush },
    { title: 'Event', cell: ({ event }) => event?.type ?? '' },
    ...(width < roomy ? [] : [id]),
  ]
}

function stepBrush({ step }: Told, paint: Paint): (text: string) => string {
  if (step === 'completed') return paint.good
  return step === 'declined' || step === 'cancelled' || step === 'expired' ? paint.warn : paint.strong
}

function below({ event, deliveries }: Told, surface: Surface): string[] {
  const { paint, width } = surface
  const id = event === null || width >= roomy ? [] : [paint.faint(`      ${event.id}`)]
  return [...id, ...(deliveries ?? []).flatMap((sent) => delivery(sent, surface))]
}

function delivery(sent: Sent, { paint, width, now }: Surface): string[] {
  const { id, status, attempt_count: count, last_outcome: outcome, next_attempt_at: next } = sent
  const facts = [
    status,
    ...(count === 0 ? [] : [`${count} ${count === 1 ? 'try' : 'tries'}`]),
    ...(outcome === null || outcome === 'succeeded' ? [] : [clean(outcome)]),
    ...(next === null || count === 0 ? [] : [`next ${relative(next, now)}`]),
  ]
  const address = shorten(clean(sent.url ?? sent.webhook_id), width - 9)
  const text = wrap(`${id}  ${facts.join(', ')}`, width, '        ')
  return [`      ${paint.accent('→')} ${address}`, statusBrush(status, paint)(text)]
}

function statusBrush(status: Sent['status'], paint: Paint): (text: string) => string {
  if (status === 'succeeded') return paint.good
  if (status === 'exhausted') return paint.bad
  return status === 'retrying' || status === 'held' ? paint.warn : paint.faint
}

function remark(lacking: readonly string[], { paint, width }: Surface): string[] {
  if (lacking.length === 0) return []
  const what = lacking.includes('events:read') ? 'Events and their deliveries' : 'Deliveries'
  return [
    paint.faint(wrap(`${what} are only told to a key with the scope ${lacking.join(' and ')}.`, width, '  ')),
  ]
}
