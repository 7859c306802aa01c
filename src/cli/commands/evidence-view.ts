import { card, headline, told } from '../card.ts'
import type { Surface } from '../io.ts'
import type { ListColumn, ListView, View } from '../output.ts'
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

const everything: ListView<Entry> = {
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

const happened: ListColumn<Entry> = { title: 'Date', cell: (entry) => date(entry.occurred_on) }
const skill: ListColumn<Entry> = { title: 'Skill', cell: (entry) => entry.skill, least: 8, drop: 1 }
const what: ListColumn<Entry> = {
  title: 'What',
  cell: (entry) => `${entry.status === 'valid' ? '' : `${entry.status}: `}${entry.type}, ${measure(entry)}`,
  brush: (entry, paint) => (entry.status === 'valid' ? (text) => text : statusBrush(entry, paint)),
  least: 20,
}

/** Below this, type, status and what it says share a column; below the second, the id goes under its row. */
const roomForAll = 112
const roomForIds = 76

/** For any width: the id is never left out, since that is what one acts upon. */
export function evidenceList({ tty, width }: Surface, ofOneSkill: boolean): ListView<Entry> {
  const { things, quiet } = everything
  if (!tty || width >= roomForAll) return everything
  const facts = [happened, ...(ofOneSkill ? [] : [skill]), what]
  if (width >= roomForIds) return { things, quiet, columns: [{ title: 'Id', cell: quiet }, ...facts] }
  return { things, quiet, columns: facts, below: ({ id }, { paint }) => [`    ${paint.faint(id)}`] }
}

export const evidenceCard: View<Entry> = {
  quiet: (entry) => entry.id,
  text: (entry, surface) => {
    const body = card(facts(entry, surface), surface)
    if (!surface.tty) return body
    const { paint } = surface
    const left = `${paint.strong(entry.type)}  ${statusBrush(entry, paint)(entry.status)}`
    const head = headline(left, entry.type.length + 2 + entry.status.length, entry.id, surface)
    return [head, body, ...settling(entry, paint)].join('\n\n')
  },
}

/** What a dispute waits for. */
function settling({ id, status }: Entry, paint: Paint): string[] {
  if (status !== 'disputed') return []
  return [
    `  Settle it, as upheld or as revoked:\n${paint.faint(`  skillpass evidence resolve ${id} --outcome upheld`)}`,
  ]
}

function countsText({ counted, weight, status }: Entry): string {
  if (counted) return `yes, with weight ${weight.toFixed(2)} today`
  if (status === 'valid') return 'no, it weighs nothing'
  return status === 'disputed' ? 'no, while it is disputed' : 'no, it was revoked'
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
    ['Counts', countsText(entry), String(entry.counted)],
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
