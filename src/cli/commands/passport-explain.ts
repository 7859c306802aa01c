import { bar } from '../bars.ts'
import { clean } from '../clean.ts'
import { card, headline } from '../card.ts'
import type { Surface } from '../io.ts'
import type { View } from '../output.ts'
import type { Skillpass } from '../../sdk/index.ts'
import { relativeDay } from '../when.ts'
import { shorten, width } from '../width.ts'
import { wrap } from '../wrap.ts'
import { measure } from './evidence-view.ts'
import { caps, nextStep, sentences, unmetSentences } from './passport-sentences.ts'
import type { Entry, Explained, Explanation } from './passport-sentences.ts'
import { tierBrush } from './passport-view.ts'

const mostShown = 12
const whatRoom = 46

interface Asked {
  readonly userId: string
  readonly skillKey: string
  readonly as_of: string | undefined
}

/** The explanation and what is needed to say it to a person. */
export async function explained(client: Skillpass, asked: Asked): Promise<Explained> {
  const { userId, as_of } = asked
  const [explanation, { evidence }, passport] = await Promise.all([
    client.verify.explain(asked),
    client.verify.skill({ ...asked, evidence: 'chain' }),
    client.verify.passport({ userId, as_of }),
  ])
  const { skill } = explanation
  return {
    ...explanation,
    person: passport.displayName,
    skillName: passport.skills.find(({ key }) => key === skill)?.name ?? skill,
    chain: 'sessions' in evidence ? [] : evidence,
  }
}

/** Reads like an answer to "why is it 84?". */
export const explanationForPeople: View<Explained> = {
  quiet: (explanation) => explanation.skill,
  text: (explanation, surface) =>
    [
      title(explanation, surface),
      wrap(sentences(explanation), surface.width, '  '),
      verification(explanation, surface),
      parts(explanation, surface),
      pieces(explanation, surface),
      setAside(explanation, surface),
    ]
      .filter((part) => part !== null)
      .join('\n\n'),
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

function title({ skillName, verified, user_id: id }: Explained, surface: Surface): string {
  const { paint } = surface
  const mark = verified ? '✓ verified' : 'not verified'
  const name = shorten(clean(skillName), Math.min(surface.width, 100) - mark.length - 6)
  const left = `${paint.strong(name)}  ${verified ? paint.good(mark) : paint.faint(mark)}`
  return headline(left, width(name) + 2 + mark.length, id, surface)
}

function verification(explanation: Explained, { paint, width }: Surface): string | null {
  const reasons = unmetSentences(explanation)
  if (reasons.length === 0) return null
  const lines = reasons.map((reason) => `${paint.warn('    ·')} ${wrap(reason, width, '      ').trimStart()}`)
  const step = nextStep(explanation)
  const advice = step === null ? [] : ['  Next:', paint.faint(`  ${step}`)]
  return [`  ${paint.strong('Not verified, because')}`, ...lines, ...advice].join('\n')
}

function parts({ parts: points, sciPoints, tier }: Explained, { paint }: Surface): string | null {
  if (sciPoints === 0) return null
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

function pieces({ contributions, asOf, chain }: Explained, surface: Surface): string | null {
  if (contributions.length === 0) return null
  const { paint } = surface
  const entries = new Map(chain.map((entry) => [entry.id, entry]))
  const ranked = contributions.toSorted((a, b) => b.points - a.points)
  const more = ranked.slice(mostShown)
  const lines = ranked.slice(0, mostShown).map((piece) => {
    const entry = entries.get(piece.evidence_id)
    if (entry === undefined) return `${share(piece.points)}  ${piece.evidence_id}`
    return `${share(piece.points)}  ${piecesLine(entry, piece.weight > 0 ? '' : 'weighs nothing', asOf, surface)}`
  })
  const rest = more.reduce((sum, { points }) => sum + points, 0)
  const tail = more.length > 0 ? [`${share(rest)}  ${paint.faint(`${more.length} more`)}`] : []
  return [`  ${paint.strong('What each piece of evidence adds')}`, ...lines, ...tail].join('\n')
}

function share(points: number): string {
  return `+${points}`.padStart(7)
}

function piecesLine(entry: Entry, note: string, asOf: string, surface: Surface): string {
  const { paint } = surface
  const remark = note === '' ? '' : `  ${note}`
  const what = shorten(told(entry, asOf), Math.min(whatRoom, surface.width - 11 - remark.length))
  const id = surface.width < 100 ? '' : `${' '.repeat(whatRoom - width(what))}  ${paint.faint(entry.id)}`
  return `${what}${id}${paint.warn(remark)}`
}

function told(entry: Entry, asOf: string): string {
  return clean(`${entry.type}, ${measure(entry)}, ${relativeDay(entry.occurred_on, Date.parse(asOf))}`)
}

/** What was disputed or revoked: with its id, since that is what one acts upon. */
function setAside({ chain, asOf }: Explained, surface: Surface): string | null {
  const { paint } = surface
  const entries = chain.filter(({ status, occurred_on: on }) => status !== 'valid' && on <= asOf)
  if (entries.length === 0) return null
  const lines = entries
    .slice(0, mostShown)
    .flatMap((entry) => [
      `      –  ${piecesLine(entry, entry.status, asOf, surface)}`,
      ...(surface.width < 100 ? [paint.faint(`         ${entry.id}`)] : []),
      ...(entry.status_reason === null
        ? []
        : [paint.faint(wrap(clean(entry.status_reason), surface.width, '         '))]),
    ])
  const more = entries.length - mostShown
  const tail = more > 0 ? [paint.faint(`         ${more} more`)] : []
  return [`  ${paint.strong('What does not count')}`, ...lines, ...tail].join('\n')
}
