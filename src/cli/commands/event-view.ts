import { card, headline } from '../card.ts'
import { clean } from '../clean.ts'
import type { Surface } from '../io.ts'
import type { ListView, View } from '../output.ts'
import { moment, relative } from '../when.ts'
import type { Output } from '../../contract/index.ts'

export type Event = Output<'events', 'get'>

const envelope: ReadonlySet<string> = new Set([
  'id',
  'event',
  'created_at',
  'occurred_at',
  'sequence',
  'api_version',
  'mode',
])

/** Whom and what it is about, in a few words. */
function about(event: Event): string {
  if ('changed_skills' in event) return `${event.user_id}  ${event.changed_skills.join(' ')}`
  if ('new_tier' in event)
    return `${event.user_id}  ${event.skill} ${event.previous_tier} → ${event.new_tier}`
  if ('percent' in event)
    return `${event.user_id}  ${event.skill} ${event.percent} %${event.passed ? '' : ' failed'}`
  return 'webhook_id' in event ? event.webhook_id : `${event.candidate_email}  ${event.skill}`
}

export const eventList: ListView<Event> = {
  things: 'events',
  quiet: (event) => event.id,
  columns: [
    { title: 'Id', cell: (event) => event.id, drop: 1 },
    { title: 'When', cell: (e, { now }) => relative(e.created_at, now), raw: (e) => e.created_at, drop: 2 },
    { title: 'Type', cell: (event) => event.event, brush: (_, paint) => paint.accent },
    { title: 'About', cell: about, least: 12 },
  ],
}

export const eventCard: View<Event> = {
  quiet: (event) => event.id,
  text: (event, surface) => {
    const body = card(
      [
        ['Id', surface.tty ? null : event.id],
        ['Event', surface.tty ? null : event.event],
        ['Created', moment(event.created_at, surface)],
        ['Occurred', occurred(event, surface)],
        ['Sequence', String(event.sequence)],
        ...Object.entries(event)
          .filter(([name, value]) => !envelope.has(name) && value !== null)
          .map(([name, value]) => [name, valueOf(value)] as const),
      ],
      surface,
    )
    const { paint, tty } = surface
    return tty
      ? `${headline(paint.strong(event.event), event.event.length, event.id, surface)}\n\n${body}`
      : body
  },
}

/** Only worth a line of its own when it was noticed later than it happened. */
function occurred({ occurred_at: at, created_at: noticed }: Event, surface: Surface): string | null {
  return surface.tty && at === noticed ? null : moment(at, surface)
}

function valueOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(' ')
  return clean(typeof value === 'string' ? value : JSON.stringify(value))
}

/** One line of a live stream: its columns are fixed, since nobody knows what comes. */
export function eventLine(event: Event, { tty, paint }: Surface): string {
  if (!tty) return [event.created_at, event.event, event.id, about(event)].join('\t')
  const time = paint.faint(event.created_at.slice(11, 19))
  return `  ${time}  ${paint.accent(event.event.padEnd(20))}  ${clean(about(event))}  ${paint.faint(event.id)}`
}
