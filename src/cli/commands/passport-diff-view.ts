import { headline, told } from '../card.ts'
import { clean, field } from '../clean.ts'
import type { Surface } from '../io.ts'
import { tableOf } from '../output.ts'
import type { ListColumn, View } from '../output.ts'
import type { Paint } from '../paint.ts'
import { date } from '../when.ts'
import { shorten, width as widthOf } from '../width.ts'
import { wrap } from '../wrap.ts'
import type { Change, Changes } from './passport-changes.ts'
import { counts, tierBrush } from './passport-view.ts'

const mostRows = 20

/** Two days side by side, one row for every skill that changed. */
export const changesView: View<Changes> = {
  quiet: ({ skills }) =>
    skills
      .filter(isChanged)
      .map(({ skill }) => skill)
      .join('\n'),
  text: (changes, surface) => (surface.tty ? forPeople(changes, surface) : forPrograms(changes)),
}

function isChanged({ from, to, points_change: points, evidence_added: added }: Change): boolean {
  return points !== 0 || from.verified !== to.verified || Object.values(added).some((count) => count !== 0)
}

/** One line a skill, changed or not. */
function forPrograms({ skills }: Changes): string {
  return skills
    .map(({ skill, from, to, points_change: points, reason }) =>
      [skill, from.sci, to.sci, points, from.tier, to.tier, from.verified, to.verified, reason ?? '']
        .map((value) => field(String(value)))
        .join('\t'),
    )
    .join('\n')
}

async function forPeople(changes: Changes, surface: Surface): Promise<string> {
  const { paint, width } = surface
  const { skills } = changes
  const changed = skills.filter(isChanged).toSorted((a, b) => size(b) - size(a))
  const shown = changed.slice(0, mostRows)
  const below = (change: Change) => remarks(change, surface)
  const parts = [
    title(changes, surface),
    ...(shown.length === 0 ? [] : [await tableOf(shown, { columns: columns(paint), below }, surface)]),
    ...rest(changed.length, skills.length, surface),
    paint.faint(wrap(footnote(skills), width, '  ')),
  ]
  return parts.join('\n\n')
}

/** The largest change first: a score that turned, then by points. */
function size({ points_change: points, from, to }: Change): number {
  return Math.abs(points) + (from.verified === to.verified ? 0 : 1_000)
}

function title({ display_name: given, user_id: id, from, to }: Changes, surface: Surface): string {
  const span = `${date(from)} → ${date(to)}`
  const name = shorten(told(given) ?? id, Math.min(surface.width, 100) - span.length - 6)
  return headline(`${surface.paint.strong(name)}  ${span}`, widthOf(name) + 2 + span.length, id, surface)
}

/** How many rows are not there, and why. */
function rest(changed: number, all: number, { paint, width }: Surface): string[] {
  const more = Math.max(0, changed - mostRows)
  const same = all - changed
  const texts = [
    ...(all === 0 ? ['No skills yet.'] : []),
    ...(all > 0 && changed === 0 ? ['Nothing changed.'] : []),
    ...(more > 0 ? [`${more} more changed less; --json has them all.`] : []),
    ...(changed > 0 && same > 0 ? [`${same} other skill${same === 1 ? '' : 's'} did not change.`] : []),
  ]
  return texts.length === 0 ? [] : [paint.faint(wrap(texts.join(' '), width, '  '))]
}

function columns(paint: Paint): ListColumn<Change>[] {
  return [
    { title: 'Skill', cell: ({ name }) => name, least: 8 },
    { title: 'SCI', cell: ({ from, to }) => `${String(from.sci).padStart(2)} → ${to.sci}` },
    { title: 'Points', cell: ({ points_change: by }) => signed(by), align: 'right', brush: pointsBrush },
    {
      title: 'Tier',
      cell: ({ from, to }) => (from.tier === to.tier ? to.tier : `${from.tier} → ${to.tier} ${to.tierLabel}`),
      brush: ({ to }) => tierBrush(to.tier, paint),
    },
    { title: 'Verified', cell: ({ from, to }) => verifiedText(from.verified, to.verified), drop: 1 },
  ]
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : String(points).replace('-', '−')
}

function pointsBrush({ points_change: by }: Change, paint: Paint): (text: string) => string {
  if (by === 0) return paint.faint
  return by > 0 ? paint.good : paint.warn
}

function verifiedText(from: boolean, to: boolean): string {
  if (from === to) return to ? '✓' : '–'
  return to ? '– → ✓' : '✓ → –'
}

/** Why, what is set aside, and what the service told about its tier. */
function remarks(change: Change, { paint, width }: Surface): string[] {
  const { left_out: aside, tier_changes: moves } = change
  const { disputed = 0, revoked = 0 } = aside ?? {}
  const idle = [
    ...(disputed > 0 ? [`${disputed} disputed`] : []),
    ...(revoked > 0 ? [`${revoked} revoked`] : []),
  ]
  const lines = [
    because(change),
    ...(idle.length === 0 ? [] : [`${idle.join(', ')}: counted on neither day.`]),
    ...(moves ?? []).map(
      ({ at, from, to, reason }) => `${date(at)}: ${from} → ${to}, ${clean(reason).replaceAll('_', ' ')}.`,
    ),
  ]
  return lines.map((line) => paint.faint(wrap(line, width, '    ')))
}

function because({ reason, evidence_added: added }: Change): string {
  const news = counts(added)
  if (news === 'none') return 'Age alone: no new evidence.'
  return reason === 'both'
    ? `New: ${news}. Age took more than they gave, or they lowered the score.`
    : `New: ${news}.`
}

function footnote(skills: readonly Change[]): string {
  const lacking = [
    ...(skills.some(({ left_out: aside }) => aside === null) ? ['evidence:read'] : []),
    ...(skills.some(({ tier_changes: moves }) => moves === null) ? ['events:read'] : []),
  ]
  const scopes =
    lacking.length === 0 ? '' : ` A key with the scope ${lacking.join(' and ')} would be told more.`
  return `Both days are computed from what is recorded by now.${scopes}`
}
