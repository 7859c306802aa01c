import { z } from 'zod'
import { email, id, instant, list, page, reference } from './formats.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

const mail = once(() =>
  z
    .strictObject({
      id: id('mail'),
      object: z.literal('mail'),
      invite_id: id('inv'),
      to: z.string(),
      subject: z.string(),
      text: z.string().describe('Without the link where `link` is null.'),
      link: z.string().nullable().describe('The candidate’s link; only callers with `invites:write` see it.'),
      sent_at: instant(),
    })
    .meta({ id: 'Mail', title: 'Mail' }),
)

/** The verbs of `sandbox` about the mail that it keeps instead of sending. */
export const sandboxMailRows = {
  mail: route({
    method: 'GET',
    path: '/v1/sandbox/mail',
    summary: 'List the mail that invites would have sent',
    description: 'Newest first. A sandbox sends no mail: it keeps it here, with the link.',
    access: ['sandbox:write'],
    query: () =>
      z.strictObject({
        invite_id: reference().optional(),
        to: email().optional().describe('The address as the invite has it.'),
        ...page(),
      }),
    responses: () => ({ 200: list(mail()) }),
    errors: [],
    secrets: ['link', 'text'],
    mode: 'sandbox',
    example: { query: { limit: '10' } },
  }),
}
