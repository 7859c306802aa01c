import { tierLabel } from '../../core/tiers.ts'
import type { ResultRow } from '../../store/rows.ts'
import { markup, type Html } from '../../core/html.ts'
import { notice } from './notice.ts'
import { goingOn, goOn } from './onward.ts'
import type { Page } from './page.ts'
import type { Sight } from './sight.ts'
import { moment } from './times.ts'
import { lookingAgain, waiting } from './waiting.ts'

/** The page of a finished assessment: its result, once there is one. */
export function completed(sight: Sight): Page {
  const { invite, result, skill } = sight
  const title = `Your ${skill} assessment`
  if (invite.result_status === null) {
    const body = markup`<p>Your answers have arrived. Thank you!</p>${waiting(sight)}`
    return { status: 200, state: 'Finished', title, body, ...lookingAgain(sight) }
  }
  if (invite.result_status === 'voided' || result === null) return withdrawn(sight)
  const body = markup`${notice(sight)}${score(result)}${details(sight, result)}${sections(result)}${goOn(sight)}`
  return { status: 200, state: 'Finished', title, body, ...goingOn(sight) }
}

function withdrawn({ skill }: Sight): Page {
  const body = markup`<p>You finished this assessment, but its result was withdrawn and no longer counts.</p>
<p>To learn why, or to be assessed again, ask whoever invited you: reply to the message that brought you here.</p>`
  return { status: 410, state: `${skill} assessment`, tone: 'bad', title: 'The result was withdrawn', body }
}

function score({ score, max_score, percent, passed, pass_mark }: ResultRow): Html {
  const verdict = passed
    ? `Passed: ${pass_mark} % were needed.`
    : `Not passed this time: ${pass_mark} % were needed.`
  return markup`<p class="score">${percent} %</p>
<svg class="bar" aria-hidden="true"><rect class="ground" width="100%" height="100%" rx="7"/>
<rect class="value" width="${percent}%" height="100%" rx="7"/><rect class="mark" x="${pass_mark}%" width="2" height="100%"/></svg>
<p><strong>${verdict}</strong> You reached ${score} of ${max_score} points.</p>`
}

function details({ skill, now }: Sight, { sci_effect, completion, submitted_at }: ResultRow): Html {
  const late = completion === 'timed_out' ? '. That was after the time limit.' : null
  return markup`<dl>
<div><dt>Handed in</dt><dd>${moment(submitted_at, now)}${late}</dd></div>
<div><dt>Skill passport</dt><dd><bdi>${skill}</bdi> ${change(sci_effect)}</dd></div></dl>`
}

function change({ before, after, tier_before, tier_after }: ResultRow['sci_effect']): string {
  const way = before === after ? `stays at ${after}` : `went from ${before} to ${after}`
  const was = tier_before === tier_after ? '' : `, was ${tierLabel(tier_before)}`
  return `${way} of 100 (${tierLabel(tier_after)}${was})`
}

function sections({ sections }: ResultRow): Html | null {
  if (sections.length === 0) return null
  const rows = sections.map(
    ({ name, score, max_score }) =>
      markup`<tr><th scope="row"><bdi>${name}</bdi></th><td>${score} of ${max_score}</td></tr>`,
  )
  return markup`<h2>By section</h2><table><thead><tr><th scope="col">Section</th><th scope="col">Points</th></tr></thead>
<tbody>${rows}</tbody></table>`
}
