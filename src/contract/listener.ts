import { z } from 'zod'
import { alongside, id, number, reference, whole } from './formats.ts'
import { once } from './lazy.ts'

/** What passes between the service and a listener: attempts down the stream, results up. */

/** Connections that failed, by how: an attempt's outcome as the listener can tell it. */
export const connectionFailures = [
  'dns',
  'connect_refused',
  'tls',
  'timeout_connect',
  'timeout_response',
  'reset',
] as const

/** One attempt on its way to the listener. */
export const listenerAttempt = once(() =>
  z
    .strictObject({
      delivery_id: id('dlv'),
      event_id: id('evt'),
      event_type: z.string(),
      attempt: z.int().describe('1 for the first. Send it back with the result.'),
      headers: z.record(z.string(), z.string()).describe('To be forwarded as they are.'),
      body: z.string().describe('To be forwarded byte for byte, as UTF-8: it is what was signed.'),
    })
    .meta({ id: 'ListenerAttempt', title: 'Attempt for a listener' }),
)

interface Ending {
  readonly status?: unknown
  readonly error?: unknown
}

/** What a local server answers is its own affair: what cannot be kept is replaced, nothing is refused. */
const anyText = once(() => z.string().transform((given) => given.replaceAll(/[\0\p{Cs}]/gu, '\uFFFD')))

/** What became of an attempt at the listener's end. */
export const attemptResult = once(() =>
  z
    .strictObject({
      delivery_id: reference(),
      attempt: whole(1, 1_000_000).describe('As it came in the stream.'),
      status: whole(100, 599).nullable().default(null).describe('Status of the local answer.'),
      error: z
        .enum(connectionFailures)
        .nullable()
        .default(null)
        .describe('Why there was no answer; it becomes the outcome of the attempt.'),
      headers: z.record(z.string(), anyText()).default({}).describe('Headers of the local answer.'),
      body: anyText().default('').describe('Body of the local answer; 64 KiB of it are kept.'),
      duration_ms: number(0, 86_400_000).describe('How long the local answer took.'),
    })
    .refine(({ status, error }: Ending) => !(isGiven(status) && isGiven(error)), {
      path: ['error'],
      error: 'cannot stand beside status: send one of the two',
      ...alongside,
    })
    .refine(({ status, error }: Ending) => isGiven(status) || isGiven(error), {
      path: ['status'],
      error: 'or error is required',
      ...alongside,
    }),
)

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
