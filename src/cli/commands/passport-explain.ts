import { bar } from '../bars.ts'
import { clean } from '../clean.ts'
import { card } from '../card.ts'
import type { Surface } from '../io.ts'
import type { View } from '../output.ts'
import { date, relativeDay } from '../when.ts'
import { wrap } from '../wrap.ts'
import type { Output } from '../../contract/index.ts'
import { measure } from './evidence-view.ts'
import { tierBrush, unmetTexts } from './passport-view.ts'

type Entry = Output<'evidence', 'get'>
type Explanation = Output<'verify', 'explain'>

/** An explanation with the entries it speaks of; without them it tells their ids. */
export type Explained = Explanation & { readonly chain: readonly Entry[] }

const mostShown = 12
const whatRoom = 46
const caps = { assessment: 500, session: 300, endorsement: 200 } as const

/** Reads like an answer to "why is it 84?". */
export const explanationForPeople: View<Explained> = {
  quiet: (explanation) => explanation.skill,
  text: forPeople,
}

export const explanationForPrograms: View<Explanation> = {
  quiet: (explanation) => explanation.skill,
  text: forPrograms,
}

function forPrograms(explanation: Explanation, surface: Surface): string {
  const { parts, contributions, unmet } = explanation
  const facts = card(
    [
      ['User', explanation.user_id],
      ['Skill', explanation.skill],
      ['Tier', explanation.tier],
      ['SCI', String(explanation.sci)],
      ['Points', String(explanation.sciPoints)],
      ['Verified', String(explanation.verified)],
      ['Missing', unmet.length === 0 ? null : unmet.join(',')],
      ['Assessment', String(parts.assessment)],
      ['Session', String(parts.session)],
      ['Endorsement', String(parts.endorsement)],
      ['Summary', explanation.summary],
    ],
    surface,
  )
  const lines = contributions.map(({ evidence_id: id, points, weight }) => `${id}\t${points}\t${weight}`)
  return [facts, ...lines].join('\n')
}

async function forPeople(explanation: Explained, surface: Surface): Promise<string> {
  return [
    wrap(clean(explanation.summary), surface.width, '  '),
    parts(explanation, surface),
    await pieces(explanation, surface),
    verification(explanation, surface),
  ].join('\n\n')
}

function parts({ parts: points, sciPoints, tier }: Explained, { paint }: Surface): string {
  const rows = [
    ['Assessments', points.assessment, caps.assessment],
    ['Sessions', points.session, caps.session],
    ['Endorsements', points.endorsement, caps.endorsement],
  ] as const
  const lines = rows.map(([label, reached, cap]) => {
    const { filled, rest } = bar(reached / cap, 20)
    const numbers = `${String(reached).padStart(3)} of ${cap}`
    return `  ${label.padEnd(14)}${numbers}  ${tierBrush(tier, paint)(filled)}${paint.faint(rest)}`
  })
  return [`  ${paint.strong(`Where its ${sciPoints} of 1000 points come from`)}`, ...lines].join('\n')
}

async function pieces({ contributions, asOf, chain }: Explained, surface: Surface): Promise<string> {
  const { paint } = surface
  const { shorten, width } = await import('../width.ts')
  const entries = new Map(chain.map((entry) => [entry.id, entry]))
  const ranked = contributions.toSorted((a, b) => b.points - a.points)
  const more = ranked.slice(mostShown)
  const lines = ranked.slice(0, mostShown).map((piece) => {
    const entry = entries.get(piece.evidence_id)
    if (entry === undefined) return `${share(piece.points)}  ${piece.evidence_id}`
    const note = remark(entry, piece.weight)
    const what = shorten(told(entry, asOf), Math.min(whatRoom, surface.width - 11 - note.length))
    const id = surface.width < 100 ? '' : `${' '.repeat(whatRoom - width(what))}  ${paint.faint(entry.id)}`
    return `${share(piece.points)}  ${what}${id}${paint.warn(note)}`
  })
  const rest = more.reduce((sum, { points }) => sum + points, 0)
  const tail = more.length > 0 ? [`${share(rest)}  ${paint.faint(`${more.length} more`)}`] : []
  return [`  ${paint.strong('What each piece of evidence adds')}`, ...lines, ...tail].join('\n')
}

function share(points: number): string {
  return `+${points}`.padStart(7)
}

function told(entry: Entry, asOf: string): string {
  return clean(`${entry.type}, ${measure(entry)}, ${relativeDay(entry.occurred_on, Date.parse(asOf))}`)
}

function remark({ status }: Entry, weight: number): string {
  if (status !== 'valid') return `  ${status}`
  return weight > 0 ? '' : '  does not count'
}

function verification(explanation: Explained, { paint }: Surface): string {
  const { verified, verifiedUntil, unmet, tierUntil, tier } = explanation
  const falls = tierUntil === null ? [] : [`  Without new evidence ${tier} holds to ${date(tierUntil)}.`]
  if (verified) {
    const until = verifiedUntil === null ? '' : ` to ${date(verifiedUntil)}`
    return [`  ${paint.good('✓ Verified')}${until}.`, ...falls].join('\n')
  }
  const reasons = unmet.map((reason) => `    ${paint.warn('·')} ${unmetTexts[reason]}`)
  return [`  ${paint.strong('Not verified, because')}`, ...reasons, ...falls].join('\n')
}
