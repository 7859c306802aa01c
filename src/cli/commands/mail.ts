import type { Output } from '../../contract/index.ts'
import { flag, text } from '../flags.ts'
import { showList } from '../output.ts'
import type { ListView } from '../output.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { relative } from '../when.ts'
import { defaultLimit, limit, pageSize } from './common.ts'

type Mail = Output<'sandbox', 'mail'>['data'][number]

const mailList: ListView<Mail> = {
  things: 'mails',
  quiet: (mail) => mail.id,
  columns: [
    {
      title: 'Sent',
      cell: (mail, { now }) => relative(mail.sent_at, now),
      raw: (mail) => mail.sent_at,
      drop: 1,
    },
    { title: 'To', cell: (mail) => mail.to, least: 12 },
    { title: 'Subject', cell: (mail) => mail.subject, least: 12, drop: 2 },
    // For programs; people find it under the row, whole.
    { title: 'Link', cell: (mail) => mail.link ?? '', forPrograms: true },
  ],
  below: (mail, { paint }) => (mail.link === null ? [] : [`    ${paint.accent(mail.link)}`]),
}

const list = verb({
  name: 'list',
  summary: 'list the mail that the sandbox kept',
  about: 'A sandbox sends no mail: it keeps what invites would have sent, with the link of the candidate.',
  flags: {
    to: flag(text('EMAIL'), 'only to this address', { group: 'Filters' }),
    invite: flag(text('INVITE'), 'only of this invite', { group: 'Filters' }),
    limit,
  },
  examples: [
    ['skillpass mail list', 'newest first'],
    ["skillpass mail list --to kim@example.com --json | jq -r '.[0].link'", 'the link to open'],
  ],
  run: async ({ to, invite, limit: wanted }, context) => {
    const client = await context.client()
    const listing = client.sandbox.mail({ to, invite_id: invite, limit: pageSize(wanted) })
    await showList(context, listing, wanted ?? defaultLimit, mailList)
  },
})

export const mail: Noun = { name: 'mail', summary: 'the mail that invites would have sent', verbs: [list] }
