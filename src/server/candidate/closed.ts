import { markup, type Html } from '../../core/html.ts'
import type { Page } from './page.ts'
import type { Sight } from './sight.ts'
import { moment } from './times.ts'

/** Invites that lead to no assessment any more. Nobody's name stands here: the link may have gone round. */

const ask = markup`ask whoever invited you: reply to the message that brought you here.`

export function declined({ invite, skill, now }: Sight): Page {
  const { closed_at, closed_reason: reason } = invite
  const body = markup`<p>You declined it${at(closed_at, now)}, and whoever invited you can see that. Nothing more will happen.</p>
${reason === null ? null : markup`<p>Your reason: <q dir="auto">${reason}</q></p>`}
<p>If you have changed your mind, ${ask} This link cannot be opened again, but they can send you a new one.</p>`
  return { status: 200, state: `${skill} assessment`, tone: 'warn', title: 'You declined this invite', body }
}

export function expired({ invite, skill, now }: Sight): Page {
  const body = markup`<p>It could be started until ${moment(invite.expires_at, now)}.</p>
<p>If you would still like to take the assessment, ${ask} They can send you a new invite.</p>`
  return { status: 410, state: `${skill} assessment`, tone: 'bad', title: 'This invite has expired', body }
}

export function cancelled({ invite, skill, now }: Sight): Page {
  const lost = invite.started_at === null ? null : markup` What you had done until then is not scored.`
  const body = markup`<p>Whoever invited you called the assessment off${at(invite.closed_at, now)}.${lost}
You need not do anything.</p><p>If you did not expect this, ${ask}</p>`
  return { status: 410, state: `${skill} assessment`, tone: 'bad', title: 'This invite was called off', body }
}

export function unknown({ mode }: Pick<Sight, 'mode'>): Page {
  const reset =
    mode === 'sandbox'
      ? markup`<p class="soft">A sandbox that was reset has forgotten its invites.</p>`
      : null
  const body = markup`<p>It leads to no invite. Perhaps it was cut off: copy the whole link from the message that brought
you here, to its last character, and open it again.</p>
<p>If that does not help, ${ask} They can send you a new invite.</p>${reset}`
  return { status: 404, state: 'Not found', tone: 'bad', title: 'This link does not work', body }
}

/** What is no state of an invite: the service failed, or was asked for something else. */
export function trouble(status: number, requestId: string): Page {
  const ours = status >= 500
  const body = markup`<p>${
    ours
      ? 'Something went wrong on our side, and nothing was changed. Please try again in a minute.'
      : 'What your browser sent cannot be used here, and nothing was changed.'
  } Go back, or open your link again.</p>
<p>If it happens again, ${ask} Tell them this number: <code>${requestId}</code></p>`
  const title = ours ? 'Please try again' : 'That did not work'
  return { status, state: `Error ${status}`, tone: 'bad', title, body }
}

function at(instant: string | null, now: number): Html | null {
  return instant === null ? null : markup` (${moment(instant, now)})`
}
