import { card, headline, told } from '../card.ts'
import type { Fact } from '../card.ts'
import type { Surface } from '../io.ts'
import type { ListView, View } from '../output.ts'
import type { Paint } from '../paint.ts'
import { moment, relative, span } from '../when.ts'
import type { Output } from '../../contract/index.ts'

export type Invite = Output<'invites', 'get'>
type Result = Output<'invites', 'result'>

const open = new Set<Invite['status']>(['pending', 'accepted', 'in_progress'])

function statusBrush({ status }: Invite, paint: Paint): (text: string) => string {
  if (status === 'completed') return paint.good
  if (status === 'in_progress' || status === 'accepted') return paint.accent
  return status === 'pending' ? paint.warn : paint.faint
}

function statusText({ status }: Invite): string {
  return status.replace('_', ' ')
}

/** What comes next for it: its end while it is open, when it ended afterwards. */
function ending(invite: Invite, { now }: Surface): string {
  if (invite.status === 'in_progress') return invite.due_at === null ? '–' : relative(invite.due_at, now)
  if (open.has(invite.status)) return relative(invite.expires_at, now)
  return relative(invite.closed_at ?? invite.completed_at ?? invite.expires_at, now)
}

export const inviteList: ListView<Invite> = {
  things: 'invites',
  quiet: (invite) => invite.id,
  columns: [
    { title: 'Id', cell: (invite) => invite.id },
    { title: 'Status', cell: statusText, raw: (invite) => invite.status, brush: statusBrush },
    { title: 'Skill', cell: (invite) => invite.skill, least: 8, drop: 2 },
    { title: 'Sent', cell: (i, { now }) => relative(i.created_at, now), raw: (i) => i.created_at, drop: 3 },
    { title: 'Ends', cell: ending, raw: (i) => i.expires_at, drop: 1 },
    { title: 'Candidate', cell: (invite) => invite.candidate_email, least: 10 },
  ],
}

export const inviteCard: View<Invite> = {
  quiet: (invite) => invite.id,
  text: (invite, surface) => {
    if (!surface.tty)
      return card([['Id', invite.id], ['Status', invite.status], ...facts(invite, surface)], surface)
    return forPeople(invite, facts(invite, surface), surface)
  },
}

/** For people, above a timeline: without the instants that it tells. */
export function inviteSummary(invite: Invite, surface: Surface): string {
  const left = facts(invite, surface).filter(([label]) => !inTimeline.has(label))
  return forPeople(invite, left, surface)
}

const inTimeline = new Set(['Sent', 'Accepted', 'Started', 'Completed', 'Closed'])

function forPeople(invite: Invite, shown: readonly Fact[], surface: Surface): string {
  const { paint } = surface
  const status = statusText(invite)
  const title = `${paint.strong(invite.skill)}  ${statusBrush(invite, paint)(status)}`
  const head = headline(title, invite.skill.length + 2 + status.length, invite.id, surface)
  const body = card(
    shown.filter(([label]) => label !== 'Link'),
    surface,
  )
  return [`${head}\n\n${body}`, ...link(invite, paint)].join('\n\n')
}

/** On a line of its own: it must not be cut, and it is copied. */
function link(invite: Invite, paint: Paint): string[] {
  if (!open.has(invite.status) || invite.invite_url === null) return []
  return [`  ${paint.faint('Link of the candidate')}\n  ${invite.invite_url}`]
}

function facts(invite: Invite, surface: Surface): Fact[] {
  const isOpen = open.has(invite.status)
  return [
    ['Candidate', candidate(invite)],
    ['Skill', surface.tty ? null : invite.skill],
    ['User', invite.user_id],
    ['Sent', moment(invite.created_at, surface)],
    ['Mail', mail(invite)],
    ['Accepted', moment(invite.accepted_at, surface)],
    ['Started', moment(invite.started_at, surface)],
    ['Due', isOpen ? moment(invite.due_at, surface) : null],
    ['Completed', moment(invite.completed_at, surface)],
    ['Expires', isOpen && invite.status !== 'in_progress' ? moment(invite.expires_at, surface) : null],
    ['Closed', invite.status === 'completed' ? null : moment(invite.closed_at, surface)],
    ['Reason', told(invite.closed_reason)],
    [
      'Time limit',
      invite.time_limit_seconds === null ? null : span(invite.time_limit_seconds),
      String(invite.time_limit_seconds),
    ],
    [
      'Result',
      invite.result_id === null ? null : `${invite.result_id} ${invite.result_status ?? ''}`.trim(),
      invite.result_id ?? '',
    ],
    ['External id', told(invite.external_id)],
    ['Metadata', metadata(invite.metadata)],
    ['Then to', invite.redirect_url],
    ['Link', isOpen ? invite.invite_url : null],
  ]
}

function candidate({ candidate_name: name, candidate_email: email }: Invite): string {
  return name === null ? email : `${told(name) ?? ''} <${email}>`
}

function mail({ delivery, send_email: wanted }: Invite): string | null {
  if (!wanted) return 'none was wanted'
  return delivery.last_error === null
    ? delivery.status
    : `${delivery.status}: ${told(delivery.last_error) ?? ''}`
}

export function metadata(record: Readonly<Record<string, string>>): string | null {
  const pairs = Object.entries(record).map(([key, value]) => `${key}=${value}`)
  return pairs.length === 0 ? null : told(pairs.join('  '))
}

export const resultCard: View<Result> = {
  quiet: (result) => result.id,
  text: (result, surface) => {
    const { paint, tty } = surface
    const verdict = result.passed ? 'passed' : 'failed'
    const brush = result.passed ? paint.good : paint.bad
    const effect = result.sci_effect
    const body = card(
      [
        ['Id', tty ? null : result.id],
        ['Passed', tty ? null : String(result.passed)],
        [
          'Score',
          `${result.score} of ${result.max_score}  (${result.percent} %, ${result.pass_mark} % needed)`,
          String(result.score),
        ],
        ['Percent', tty ? null : String(result.percent)],
        ['User', result.user_id],
        ['Invite', result.invite_id],
        ['Status', `${result.status}, ${result.completion.replace('_', ' ')}`, result.status],
        ['Time taken', span(result.time_taken_seconds), String(result.time_taken_seconds)],
        ['Submitted', moment(result.submitted_at, surface)],
        ['Passport', `SCI ${effect.before} → ${effect.after}, ${effect.tier_before} → ${effect.tier_after}`],
        ['Evidence', result.evidence_id],
        ...result.sections.map(({ name, score, max_score: max }): Fact => [
          told(name) ?? name,
          `${score} of ${max}`,
        ]),
      ],
      surface,
    )
    if (!tty) return body
    const head = headline(
      `${paint.strong(result.skill)}  ${brush(verdict)}`,
      result.skill.length + 8,
      result.id,
      surface,
    )
    return `${head}\n\n${body}`
  },
}
