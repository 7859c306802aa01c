import { z } from 'zod'
import { id, instant, metadata, mode } from './formats.ts'
import { once } from './lazy.ts'

export const inviteStatuses = [
  'pending',
  'accepted',
  'in_progress',
  'completed',
  'declined',
  'expired',
  'cancelled',
] as const

export const invite = once(() =>
  z
    .strictObject({
      id: id('inv'),
      inviteId: id('inv').describe('The same as `id`.'),
      object: z.literal('invite'),
      status: z.enum(inviteStatuses),
      candidate_email: z.string(),
      candidate_name: z.string().nullable(),
      user_id: z.string().nullable(),
      skill: z.string(),
      expires_at: instant(),
      due_at: instant().nullable().describe('End of the time limit once the assessment was started.'),
      created_at: instant(),
      accepted_at: instant().nullable(),
      started_at: instant().nullable(),
      completed_at: instant().nullable(),
      closed_at: instant().nullable(),
      closed_reason: z.string().nullable(),
      external_id: z.string().nullable(),
      redirect_url: z.string().nullable(),
      time_limit_seconds: z.int().nullable(),
      metadata: metadata(),
      send_email: z.boolean(),
      delivery: z.strictObject({
        status: z.enum(['queued', 'sent', 'failed', 'suppressed']),
        sent_at: instant().nullable(),
        last_error: z.string().nullable(),
      }),
      invite_url: z
        .string()
        .nullable()
        .describe('The candidate’s link; only callers with `invites:write` see it.'),
      result_id: z.string().nullable(),
      result_status: z.enum(['scored', 'voided']).nullable(),
      mode: mode(),
      secret_unavailable: z
        .boolean()
        .optional()
        .describe('True when a replayed answer can no longer show its link; `invite_url` is null then.'),
    })
    .meta({ id: 'Invite', title: 'Invite' }),
)
