import { markup, type Html } from '../../core/html.ts'
import { notice } from './notice.ts'
import type { Page } from './page.ts'
import type { Sight } from './sight.ts'
import { moment } from './times.ts'
import { lookingAgain, waiting } from './waiting.ts'

/** The page between the start and the result. */
export function underWay(sight: Sight): Page {
  const { skill, isLate } = sight
  const live = sight.mode === 'live'
  const body = markup`${notice(sight)}${live ? atProvider(sight) : null}${clock(sight)}${live ? waiting(sight) : finishing(sight)}`
  return {
    status: 200,
    state: isLate ? 'Your time is up' : 'Under way',
    ...(isLate && { tone: 'warn' }),
    title: `${skill} assessment`,
    body,
    ...(live && lookingAgain(sight)),
  }
}

function clock({ invite: { started_at, due_at }, isLate, now }: Sight): Html {
  const end =
    due_at === null
      ? markup`None`
      : markup`${moment(due_at, now)}${isLate ? '. What is handed in now counts as late.' : null}`
  return markup`<dl>
${started_at === null ? null : markup`<div><dt>Started</dt><dd>${moment(started_at, now)}</dd></div>`}
<div><dt>Time limit</dt><dd>${end}</dd></div></dl>`
}

function atProvider({ isLate }: Sight): Html {
  return isLate
    ? markup`<p>The time for this assessment has passed. If you have handed in your answers, its result will appear here.
If you have not, ask whoever invited you what to do: reply to the message that brought you here.</p>`
    : markup`<p>The assessment takes place at the assessment provider, not on this page. Follow the instructions that
you were given there.</p>`
}

/** Only a sandbox lets candidates choose. */
function finishing({ token, fields }: Sight): Html {
  const action = `/i/${token}/complete`
  return markup`<p>In a sandbox there are no questions to answer. Choose the score to finish with.</p>
<form method="post" action="${action}"><fieldset><legend class="soft">Finish at once with</legend>
<input type="hidden" name="max_score" value="100">
<div class="row three">${[95, 70, 40].map((percent) => markup`<button name="score" value="${percent}">${percent} %</button>`)}</div>
</fieldset></form>
<form method="post" action="${action}"><fieldset><legend class="soft">Or with a score of your own</legend>
<div class="row"><div><label for="score">Score</label>${number('score', fields['score'] ?? '')}</div>
<div><label for="max_score">Highest possible</label>${number('max_score', fields['max_score'] ?? '100')}</div></div>
<button class="main">Finish with this score</button></fieldset></form>`
}

function number(name: string, value: string): Html {
  return markup`<input id="${name}" name="${name}" value="${value}" inputmode="decimal" autocomplete="off" required>`
}
