import type { Context } from '../context.ts'
import { BadValue, duration, flag, many, maybe, text, whole } from '../flags.ts'
import type { Kind } from '../flags.ts'
import { CliError, ConditionNotMet, exit, UsageError } from '../failure.ts'
import { show } from '../output.ts'
import type { View } from '../output.ts'
import { verb } from '../verb.ts'
import { wrap } from '../wrap.ts'
import type { Diagnosis, KeyOrders } from '../../core/diagnose.ts'
import { bytesOf, secretFlags, webhookSecret } from './webhook-secret.ts'

const header: Kind<readonly [string, string]> = {
  placeholder: "'NAME: VALUE'",
  parse: (given) => {
    const [, name, value] = /^([!#$%&'*+.^`|~\w-]+):\s*(.*)$/s.exec(given) ?? []
    if (name === undefined || value === undefined) throw new BadValue(`takes 'name: value', not "${given}"`)
    return [name, value]
  },
}

export const verify = verb({
  name: 'verify',
  summary: 'say whether a signature holds, and if not, why',
  about:
    'The request comes from a file or stdin as it was received: headers, an empty line, the body. With -H only ' +
    'the body. Ends with 0 when the signature holds, with 8 when it does not.',
  args: { file: maybe(text('FILE|-'), 'the request; - for stdin') },
  flags: {
    ...secretFlags,
    header: many(header, 'a header of the request', { short: '-H' }),
    delivery: flag(text('DELIVERY'), 'a request that the service sent, by the id of its delivery'),
    attempt: flag(whole('N', 1), 'which attempt of the delivery (default the last)'),
    tolerance: flag(duration('TIME'), 'how old it may be (default 5m)'),
  },
  examples: [
    ['skillpass webhook verify request.txt', 'a request that was saved'],
    ['skillpass webhook verify --delivery dlv_01j9z8k7m6n5p4q3r2s1t0v9wx', 'is it the right secret'],
    [
      `skillpass webhook verify body.json -H "webhook-id: $ID" -H "webhook-timestamp: $TIME" -H "webhook-signature: $SIGNATURE"`,
      'from its parts',
    ],
  ],
  run: async (input, context) => {
    const secret = await webhookSecret(input, context)
    const request = await requestOf(input, context)
    const [{ diagnose }, keyOrders] = await Promise.all([import('../../core/diagnose.ts'), knownOrders()])
    const { tolerance } = input
    const diagnosis = diagnose({
      secrets: [{ secret }],
      ...request,
      keyOrders,
      ...(tolerance === undefined ? {} : { toleranceSeconds: tolerance }),
    })
    await show(context, diagnosis, diagnosisView)
    if (!diagnosis.ok) throw new ConditionNotMet()
  },
})

const diagnosisView: View<Diagnosis> = {
  quiet: ({ reason }) => reason,
  text: ({ ok, reason, explanation, fix }, { tty, paint, width }) => {
    if (!tty)
      return [`${ok ? 'ok' : 'failed'}\t${reason}`, explanation, ...(fix === null ? [] : [fix])].join('\n')
    const title = ok ? paint.good('✓ the signature holds') : paint.bad(`✗ ${reason.replaceAll('_', ' ')}`)
    const parts = [`  ${title}`, wrap(explanation, width, '  ')]
    return [...parts, ...(fix === null ? [] : [`  ${paint.strong('Fix')}\n${wrap(fix, width, '  ')}`])].join(
      '\n\n',
    )
  },
}

interface Given {
  readonly file: string | undefined
  readonly header: readonly (readonly [string, string])[]
  readonly delivery: string | undefined
  readonly attempt: number | undefined
}

interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Unix seconds. */
  readonly now: number
}

async function requestOf(given: Given, context: Context): Promise<Received> {
  const { file, header: headers, delivery } = given
  if (delivery !== undefined) {
    if (file === undefined && headers.length === 0) return sentRequest(delivery, given.attempt, context)
    throw new UsageError('--delivery stands alone: without a file and without -H.')
  }
  if (given.attempt !== undefined) throw new UsageError('--attempt belongs to --delivery.')
  if (file === undefined && headers.length === 0)
    throw new UsageError('Missing: the request, as a file, - for stdin, or --delivery ID.')
  const bytes = await bytesOf(file ?? '-', context)
  const now = context.now() / 1_000
  if (headers.length > 0) return { headers: Object.fromEntries(headers), body: bytes, now }
  const { parseRawRequest } = await import('../../core/raw-request.ts')
  const parsed = parseRawRequest(bytes)
  if (!parsed.ok) throw new UsageError(parsed.problem)
  return { headers: parsed.headers, body: parsed.body, now }
}

/** What the service keeps of an attempt. How long ago that was says nothing about its signature. */
async function sentRequest(id: string, number: number | undefined, context: Context): Promise<Received> {
  const client = await context.client()
  const { attempts } = await client.deliveries.get({ id })
  const attempt = number === undefined ? attempts.at(-1) : attempts.find((one) => one.number === number)
  if (attempt === undefined) {
    const which = number === undefined ? 'no attempt yet' : `no attempt ${number}`
    throw new CliError(exit.notFound, 'ATTEMPT_NOT_FOUND', `Delivery ${id} has ${which}.`)
  }
  const { headers, body } = attempt.request
  const sent = Number(headers['webhook-timestamp'])
  return {
    headers,
    body: Buffer.from(body, 'utf8'),
    now: Number.isFinite(sent) ? sent : context.now() / 1_000,
  }
}

/** The order in which the service writes the fields of each event: a body that was sorted is then recognised. */
async function knownOrders(): Promise<KeyOrders> {
  const { eventNames, eventTypes } = await import('../../contract/events.ts')
  return Object.fromEntries(eventNames.map((name) => [name, Object.keys(eventTypes[name]().shape)]))
}
