import { card, headline, told } from '../card.ts'
import type { Surface } from '../io.ts'
import type { ListView, View } from '../output.ts'
import type { Paint } from '../paint.ts'
import { date, moment } from '../when.ts'
import type { Output } from '../../contract/index.ts'

type Entry = Output<'evidence', 'get'>

function statusBrush({ status }: Entry, paint: Paint): (text: string) => string {
  if (status === 'valid') return paint.good
  return status === 'disputed' ? paint.warn : paint.faint
}

/** What it says, in the measure of its type. */
export function measure(entry: Entry): string {
  if (entry.type === 'assessment') return `${entry.score ?? '–'} of ${entry.max_score ?? '–'}`
  if (entry.type === 'session') return entry.rating === null ? 'unrated' : `rated ${entry.rating} of 5`
  return `by ${entry.endorser_id ?? entry.endorser_name ?? 'someone'}${entry.endorser_tier === null ? '' : `, ${entry.endorser_tier}`}`
}

function weight({ counted, weight: left }: Entry): string {
  return counted ? left.toFixed(2) : '–'
}

export const evidenceList: ListView<Entry> = {
  things: 'entries',
  quiet: (entry) => entry.id,
  columns: [
    { title: 'Id', cell: (entry) => entry.id },
    { title: 'Type', cell: (entry) => entry.type },
    { title: 'Skill', cell: (entry) => entry.skill, least: 8, drop: 2 },
    { title: 'Date', cell: (entry) => date(entry.occurred_on), raw: (entry) => entry.occurred_on, drop: 3 },
    { title: 'Status', cell: (entry) => entry.status, brush: statusBrush },
    { title: 'Weight', cell: weight, raw: (entry) => String(entry.weight), align: 'right', drop: 4 },
    { title: 'Says', cell: measure, least: 10, drop: 1 },
  ],
}

export const evidenceCard: View<Entry> = {
  quiet: (entry) => entry.id,
  text: (entry, surface) => {
    const body = card(facts(entry, surface), surface)
    if (!surface.tty) return body
    const { paint } = surface
    const left = `${paint.strong(entry.type)}  ${statusBrush(entry, paint)(entry.status)}`
    return `${headline(left, entry.type.length + 2 + entry.status.length, entry.id, surface)}\n\n${body}`
  },
}

function facts(entry: Entry, surface: Surface): (readonly [string, string | null, string?])[] {
  const { tty } = surface
  return [
    ['Id', tty ? null : entry.id],
    ['Type', tty ? null : entry.type],
    ['Status', tty ? null : entry.status],
    ['User', entry.user_id],
    ['Skill', entry.skill],
    ['Says', told(measure(entry))],
    ['Quality', entry.quality.toFixed(2)],
    [
      'Counts',
      entry.counted ? `yes, with weight ${entry.weight.toFixed(2)} today` : 'no',
      String(entry.counted),
    ],
    ['Happened', tty ? date(entry.occurred_on) : entry.occurred_on],
    ['Recorded', moment(entry.recorded_at, surface)],
    ['By', entry.actor],
    ['Partner', told(entry.partner_id)],
    ['Source', told(entry.source)],
    ['Summary', told(entry.summary)],
    ['Link', told(entry.url)],
    ['Reason', told(entry.status_reason)],
    ['Hash', tty ? `${entry.hash.slice(0, 16)}…` : entry.hash],
  ]
}
