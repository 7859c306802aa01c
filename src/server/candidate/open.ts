import { spellDuration } from '../../core/duration.ts'
import { markup, type Html } from '../../core/html.ts'
import { notice } from './notice.ts'
import { onwardFrom } from './onward.ts'
import type { Page } from './page.ts'
import type { Sight } from './sight.ts'
import { moment } from './times.ts'

/** The page before the start. */
export function pending(sight: Sight): Page {
  const { skill, host, token } = sight
  const body = markup`${notice(sight)}<p>${greeting(sight)} whoever sent you this link asks you to show what you can do.
The assessment is run by skillpass at ${host}. Its result goes to them and into your skill passport.</p>
${facts(sight)}
<div class="row">${button(token, 'accept', 'Accept', 'main')}${button(token, 'start', 'Accept and start now')}</div>
<small>Accepting does not start the assessment. You can do that later, until the time above.</small>
${declining(sight)}`
  return { status: 200, state: 'You are invited', title: `${skill} assessment`, body }
}

export function accepted(sight: Sight): Page {
  const { skill, token, invite } = sight
  const limit = invite.time_limit_seconds
  const clock =
    limit === null
      ? 'Start when it suits you.'
      : `Start when you have ${spellDuration(limit)} to yourself: the clock cannot be stopped.`
  const body = markup`${notice(sight)}<p>${greeting(sight)} thank you for accepting. ${clock}</p>${facts(sight)}
<div class="row">${button(token, 'start', 'Start the assessment', 'main')}</div>${declining(sight)}`
  return { status: 200, state: 'You have accepted', title: `${skill} assessment`, body }
}

function greeting({ invite: { candidate_name: name } }: Sight): Html {
  return name === null ? markup`Hello,` : markup`Hello <bdi>${name}</bdi>,`
}

function facts(sight: Sight): Html {
  const { invite, skill, now } = sight
  const limit = invite.time_limit_seconds
  const onward = onwardFrom(sight)
  return markup`<dl>
<div><dt>For</dt><dd><bdi>${invite.candidate_email}</bdi></dd></div>
<div><dt>Skill</dt><dd><bdi>${skill}</bdi></dd></div>
<div><dt>Start by</dt><dd>${moment(invite.expires_at, now)}</dd></div>
<div><dt>Time limit</dt><dd>${limit === null ? 'None' : `${spellDuration(limit)}, counted from your start`}</dd></div>
${onward === null ? null : markup`<div><dt>Afterwards</dt><dd>You go on to <bdi>${onward.host}</bdi></dd></div>`}</dl>`
}

function button(token: string, step: string, label: string, kind = ''): Html {
  return markup`<form method="post" action="/i/${token}/${step}"><button class="${kind}">${label}</button></form>`
}

/** Folded away: a step that cannot be taken back should not be one slip from the others. */
function declining({ token, fields }: Sight): Html {
  const reason = fields['reason'] ?? ''
  return markup`<details ${reason === '' ? null : 'open'}><summary>Not for you? Decline</summary>
<form method="post" action="/i/${token}/decline">
<label for="reason">Your reason <span class="soft">(optional; whoever invited you can read it)</span></label>
<textarea id="reason" name="reason" rows="2" maxlength="500" dir="auto">
${reason}</textarea>
<button class="quiet">Decline the invite</button></form></details>`
}
