import { tierLabel } from '../../core/tiers.ts'
import type { ResultRow } from '../../store/rows.ts'
import { markup, type Html } from '../html.ts'
import { notice } from './open.ts'
import type { Page, Refresh } from './page.ts'
import type { Sight } from './sight.ts'
import { moment } from './times.ts'
import { waiting } from './under-way.ts'

/** Long enough to read the result, seconds. */
const goOnAfter = 10

/** The page of a finished assessment: its result, once there is one. */
export function completed(sight: Sight): Page {
  const { invite, result, skill, token } = sight
  const title = `Your ${skill} assessment`
  if (invite.result_status === null) {
    const body = markup`<p>Your answers have arrived. Thank you!</p>${waiting(token)}`
    return { status: 200, state: 'Finished', title, body, refresh: { seconds: 15 } }
  }
  if (invite.result_status === 'voided' || result === null) return withdrawn(title)
  const onward = onwardFrom(invite.redirect_url)
  const body = markup`${notice(sight)}${score(result)}${details(sight, result)}${sections(result)}${goOn(sight, onward)}`
  return { status: 200, state: 'Finished', title, body, ...(onward !== null && { refresh: onward }) }
}

function withdrawn(title: string): Page {
  const body = markup`<p>You finished this assessment, but its result was withdrawn and no longer counts.</p>
<p>To learn why, or to be assessed again, ask whoever invited you: reply to the message that brought you here.</p>`
  return { status: 410, state: 'Withdrawn', tone: 'bad', title, body }
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
  const { before, after, tier_before, tier_after } = sci_effect
  const tier =
    tier_before === tier_after
      ? tierLabel(tier_after)
      : `${tierLabel(tier_after)}, was ${tierLabel(tier_before)}`
  return markup`<dl>
<div><dt>Handed in</dt><dd>${moment(submitted_at, now)}${completion === 'timed_out' ? '. That was after the time limit.' : null}</dd></div>
<div><dt>Skill passport</dt><dd><bdi>${skill}</bdi> went from ${before} to ${after} of 100 (${tier})</dd></div></dl>`
}

function sections({ sections }: ResultRow): Html | null {
  if (sections.length === 0) return null
  const rows = sections.map(
    ({ name, score, max_score }) =>
      markup`<tr><th scope="row" dir="auto">${name}</th><td>${score} of ${max_score}</td></tr>`,
  )
  return markup`<h2>By section</h2><table><thead><tr><th scope="col">Section</th><th scope="col">Points</th></tr></thead>
<tbody>${rows}</tbody></table>`
}

/** Web addresses only: whatever else stands there would run or open something. */
function onwardFrom(address: string | null): Required<Refresh> | null {
  if (address === null || !URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return protocol === 'http:' || protocol === 'https:' ? { seconds: goOnAfter, to: href } : null
}

function goOn({ token }: Sight, onward: Required<Refresh> | null): Html {
  if (onward === null) return markup`<p>That is all. You can close this page.</p>`
  return markup`<h2>How it goes on</h2><p>This page takes you there in ${onward.seconds} seconds,
unless you <a href="/i/${token}?stay">stay here</a>.</p>
<p><a class="button main" rel="noreferrer" href="${onward.to}">Go on to <bdi>${new URL(onward.to).host}</bdi></a></p>`
}
