import { bar } from '../bars.ts'
import { card, headline } from '../card.ts'
import type { Surface } from '../io.ts'
import type { ListColumn, ListView, View } from '../output.ts'
import type { Paint } from '../paint.ts'
import { date, relativeDay } from '../when.ts'
import type { Output } from '../../contract/index.ts'

export type Passport = Output<'verify', 'passport'>
export type Standing = Output<'verify', 'skill'>
type Skill = Passport['skills'][number]
type Tier = Skill['tier']

export function tierBrush(tier: Tier, paint: Paint): (text: string) => string {
  if (tier === 'T4' || tier === 'T5') return paint.good
  if (tier === 'T2' || tier === 'T3') return paint.accent
  return tier === 'T1' ? paint.warn : paint.faint
}

/** For programs: one line a skill, no header. */
export const passportLines: View<Passport> = {
  quiet: (passport) => passport.user_id,
  text: (passport, surface) => {
    const columns = passportColumns(passport, surface).filter(({ title }) => title !== '')
    return passport.skills
      .map((skill) => columns.map((one) => one.raw?.(skill) ?? one.cell(skill, surface)).join('\t'))
      .join('\n')
  },
}

export function passportColumns(passport: Passport, { width, paint }: Surface): ListColumn<Skill>[] {
  const today = Date.parse(passport.asOf)
  return [
    { title: 'Skill', cell: (skill) => skill.name, raw: (skill) => skill.key, least: 10 },
    {
      title: 'SCI',
      cell: ({ sci }) => String(sci),
      align: 'right',
      brush: ({ tier }) => tierBrush(tier, paint),
    },
    barColumn(width >= 96 ? 20 : width >= 76 ? 12 : 8, paint),
    {
      title: 'Tier',
      cell: ({ tier, tierLabel }) => (width < 70 ? tier : `${tier} ${tierLabel}`),
      raw: ({ tier }) => tier,
      brush: ({ tier }) => tierBrush(tier, paint),
    },
    { title: 'Conf', cell: ({ confidence }) => confidence.toFixed(2), align: 'right', drop: 2 },
    {
      title: 'Last evidence',
      cell: ({ lastEvidence }) => (lastEvidence === undefined ? '–' : relativeDay(lastEvidence, today)),
      raw: ({ lastEvidence }) => lastEvidence ?? '',
      drop: 3,
    },
    {
      title: 'Verified',
      cell: ({ verified, verifiedUntil }) => mark(verified, verifiedUntil),
      raw: ({ verified }) => String(verified),
      brush: ({ verified }) => (verified ? paint.good : paint.faint),
    },
  ]
}

function barColumn(columns: number, paint: Paint): ListColumn<Skill> {
  const barOf = ({ sciPoints }: Skill) => bar(sciPoints / 1_000, columns)
  return {
    title: '',
    cell: (skill) => `${barOf(skill).filled}${barOf(skill).rest}`,
    brush: (skill) => (text) => {
      const { filled } = barOf(skill)
      return `${tierBrush(skill.tier, paint)(filled)}${paint.faint(text.slice(filled.length))}`
    },
  }
}

function mark(verified: boolean, until: string | null): string {
  if (!verified) return '–'
  return until === null ? '✓' : `✓ to ${date(until)}`
}

/** Why a skill is not verified, as one would say it. */
export const unmetTexts: Readonly<Record<Standing['unmet'][number], string>> = {
  tier_below_T2: 'its tier is below T2 competent',
  low_confidence: 'there is too little evidence: confidence is below 0.60',
  no_recent_passed_assessment: 'no assessment was passed in the last 365 days',
  open_dispute: 'a piece of its evidence is disputed',
  user_suspended: 'the user is suspended',
}

export const standingCard: View<Standing> = {
  quiet: (standing) => standing.skill,
  text: (standing, surface) => {
    const { paint, tty } = surface
    const { tier, tierLabel, sci, sciPoints, confidence, verified, unmet, evidence, evidenceCount } = standing
    const facts = card(
      [
        ['User', tty ? null : standing.user_id],
        ['Skill', tty ? null : standing.skill],
        ['Tier', `${tier} ${tierLabel}`, tier],
        ['SCI', `${sci} of 100  (${sciPoints} points)`, String(sci)],
        ['Points', tty ? null : String(sciPoints)],
        ['Confidence', confidence.toFixed(2)],
        [
          'Evidence',
          'sessions' in evidence ? counts(evidence) : `${evidenceCount} entries`,
          String(evidenceCount),
        ],
        ['Last evidence', dayFact(standing.lastEvidence, tty)],
        ['Last assessed', dayFact(standing.lastAssessment, tty)],
        ['Tier holds to', dayFact(standing.tierUntil, tty)],
        ['Verified to', dayFact(standing.verifiedUntil, tty)],
        ['Verified', tty ? null : String(verified)],
        [
          'Missing',
          unmet.length === 0 ? null : unmet.map((reason) => unmetTexts[reason]).join('; '),
          unmet.join(','),
        ],
        ['As of', dayFact(standing.asOf, tty)],
      ],
      surface,
    )
    if (!tty) return facts
    const verdictText = verified ? '✓ verified' : 'not verified'
    const brush = verified ? paint.good : paint.faint
    const head = `${paint.strong(standing.skill)}  ${brush(verdictText)}`
    return `${headline(head, standing.skill.length + 2 + verdictText.length, standing.user_id, surface)}\n\n${facts}`
  },
}

function dayFact(day: string | null | undefined, tty: boolean): string | null {
  if (day === null || day === undefined) return null
  return tty ? date(day) : day
}

export function counts({ sessions, assessments, endorsements }: Skill['evidence']): string {
  const parts = [
    [sessions, 'session'],
    [assessments, 'assessment'],
    [endorsements, 'endorsement'],
  ] as const
  const told = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}${count === 1 ? '' : 's'}`)
  return told.length === 0 ? 'none' : told.join(', ')
}

export type Verdict = Output<'verify', 'batch'>['results'][number]

export const verdictList: ListView<Verdict> = {
  things: 'users',
  quiet: (item) => item.user_id,
  columns: [
    { title: 'User', cell: (item) => item.user_id, least: 10 },
    { title: 'Skill', cell: (item) => item.skill ?? '–', raw: (item) => item.skill ?? '', least: 6, drop: 1 },
    { title: 'Tier', cell: (item) => item.tier ?? '–', raw: (item) => item.tier ?? '' },
    {
      title: 'SCI',
      cell: (item) => String(item.sci ?? '–'),
      raw: (item) => String(item.sci ?? ''),
      align: 'right',
    },
    { title: 'Verified', cell: (item) => (item.verified ? '✓' : '–'), raw: (item) => String(item.verified) },
    { title: 'Met', cell: metText, raw: (item) => String(item.met ?? '') },
    { title: 'Error', cell: (item) => item.error ?? '', brush: (_, paint) => paint.bad },
  ],
}

function metText({ met }: Verdict): string {
  if (met === null) return ''
  return met ? '✓' : 'no'
}
