import { headline, told } from '../card.ts'
import type { Surface } from '../io.ts'
import { tableOf } from '../output.ts'
import type { ListColumn, View } from '../output.ts'
import type { Paint } from '../paint.ts'
import { date } from '../when.ts'
import { shorten, width as widthOf } from '../width.ts'
import { wrap } from '../wrap.ts'
import type { Background } from './passport-background.ts'
import { counts, passportColumns } from './passport-view.ts'
import type { Passport } from './passport-view.ts'

type Skill = Passport['skills'][number]

/** A passport and what it leaves open, for one screen. */
export interface Portrait {
  readonly passport: Passport
  readonly background: ReadonlyMap<string, Background>
  /** Every skill, however many screens it takes. */
  readonly whole: boolean
  /** For a day that was asked for, not for today. */
  readonly dated: boolean
}

const mostRows = 20

/** Short enough for a line under a skill; `passport explain` says them in full. */
const reasonTexts: Readonly<Record<Background['unmet'][number], string>> = {
  tier_below_T2: 'below T2 competent',
  low_confidence: 'confidence below 0.60',
  no_recent_passed_assessment: 'no assessment passed in 365 days',
  open_dispute: 'evidence in dispute',
  user_suspended: 'user suspended',
}

/** Who, how good, how sure, since when, until when, and what to do next. */
export const passportScreen: View<Portrait> = {
  quiet: ({ passport }) => passport.user_id,
  text: async (portrait, surface) => {
    const { skills } = portrait.passport
    const parts = [
      title(portrait.passport, surface),
      opening(portrait, surface),
      skills.length === 0 ? null : await rows(portrait, surface),
      skills.length === 0 ? null : legend(portrait.passport, surface),
      next(portrait.passport, surface),
    ]
    return parts.filter((part) => part !== null).join('\n\n')
  },
}

function title(passport: Passport, surface: Surface): string {
  const { paint } = surface
  const [mark, brush] = verdict(passport, paint)
  const room = Math.min(surface.width, 100) - mark.length - 6
  const name = shorten(told(passport.displayName) ?? passport.user_id, room)
  const left = `${paint.strong(name)}  ${brush(mark)}`
  return headline(left, widthOf(name) + 2 + mark.length, passport.user_id, surface)
}

function verdict({ status, verified }: Passport, paint: Paint): [string, (text: string) => string] {
  if (status === 'suspended') return ['suspended', paint.bad]
  return verified ? ['✓ verified', paint.good] : ['not verified', paint.faint]
}

/** What must be known before the rows are read; null when they say it all. */
function opening({ passport, background, dated }: Portrait, { width }: Surface): string | null {
  const { skills, status, asOf } = passport
  const verified = skills.filter((skill) => skill.verified).length
  const lines = [
    ...(dated ? [`As of ${date(asOf)}, from what is recorded by now.`] : []),
    ...(status === 'suspended' ? ['While the user is suspended, nothing counts as verified.'] : []),
    ...(skills.length === 0 ? ['No skills yet: nothing has been recorded.'] : []),
    ...(skills.length > 1
      ? [`${verified === 0 ? 'None' : verified} of ${skills.length} skills verified.`]
      : []),
    ...(background.size < skills.length ? [...background].map(([key, one]) => strongest(key, one)) : []),
  ].filter((line) => line !== '')
  return lines.length === 0 ? null : wrap(lines.join(' '), width, '  ')
}

function strongest(key: string, { unmet }: Background): string {
  return unmet.length === 0 ? '' : `The strongest, ${key}, is not: ${reasons(unmet)}.`
}

function reasons(unmet: Background['unmet']): string {
  return unmet.map((reason) => reasonTexts[reason]).join(', ')
}

async function rows({ passport, background, whole }: Portrait, surface: Surface): Promise<string> {
  const { skills } = passport
  const shown = whole ? skills : skills.slice(0, mostRows)
  const detailed = background.size === skills.length
  const below = (skill: Skill) => [details(skill, background.get(skill.key), surface)]
  const columns = columnsFor(passport, surface, detailed)
  const table = await tableOf(shown, detailed ? { columns, below } : { columns }, surface)
  const rest = skills.length - shown.length
  return rest === 0 ? table : `${table}\n  ${surface.paint.faint(`and ${rest} weaker skills: --all`)}`
}

/** Where the rows below tell the dates, the columns need not. */
function columnsFor(passport: Passport, surface: Surface, detailed: boolean): ListColumn<Skill>[] {
  const columns = passportColumns(passport, surface)
  return detailed ? columns.filter(({ title }) => title !== 'Last evidence') : columns
}

function details(skill: Skill, known: Background | undefined, { width, paint }: Surface): string {
  const lines = (text: string) => wrap(text, width, '    ')
  const { tier, tierUntil, evidence, lastEvidence } = skill
  if (lastEvidence === undefined) return paint.faint(lines('Not verified: no evidence counts.'))
  const unmet = known?.unmet ?? []
  const missing = unmet.length === 0 ? [] : [paint.warn(lines(`Not verified: ${reasons(unmet)}.`))]
  const holds = tierUntil === null ? '' : ` ${tier} holds to ${date(tierUntil)}.`
  const basis = `${counts(evidence)} ${spanOf(known?.since ?? null, lastEvidence)}.`
  return [...missing, paint.faint(lines(`${basis}${holds}`))].join('\n')
}

function spanOf(since: string | null, last: string): string {
  if (since === null) return `to ${date(last)}`
  return since === last ? `on ${date(last)}` : `from ${date(since)} to ${date(last)}`
}

function legend({ asOf, model }: Passport, { paint, width }: Surface): string {
  const text = `On ${date(asOf)} by ${model}. SCI: how good (0 to 100). CONF: how sure (0 to 1).`
  return paint.faint(wrap(text, width, '  '))
}

function next(passport: Passport, { paint, width }: Surface): string {
  const { user_id: id, skills, status } = passport
  const [first] = skills
  const steps =
    first === undefined
      ? ['Invite: skillpass invite send EMAIL --skill KEY']
      : [`Why: skillpass passport explain ${id} ${first.key}`, `Changes: skillpass passport diff ${id}`]
  const lift = status === 'suspended' ? [`Lift: skillpass user update ${id} --status active`] : []
  return paint.faint(wrap([...steps, ...lift].join('\n'), width, '  '))
}
