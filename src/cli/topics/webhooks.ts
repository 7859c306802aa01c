import { choices } from '../../sdk/choices.gen.ts'
import type { Surface } from '../io.ts'
import { examples, page, paragraph, section } from '../page.ts'
import { span } from '../when.ts'

/** `skillpass help webhooks`. */
export async function webhooks(surface: Surface): Promise<string> {
  const { delays } = await import('../../core/retry.ts')
  const waits = delays.map((ms) => span(ms / 1_000)).join(', ')
  return page([
    'Webhooks: what happens here, told to your server.',
    paragraph(
      'Answer 200 within 15 s; any other status, redirects included, is a failure and tried again. An event may ' +
        'come twice and out of order: keep the webhook-id, and do nothing when you know it.',
      surface,
    ),
    section(
      'Three things',
      [
        ['events', [...choices['events.list'].type, 'invite.*, *'].join(', ')],
        ['retries', `${delays.length + 1} tries, the next one after ${waits}`],
        ['headers', 'webhook-id, webhook-timestamp, webhook-signature: Standard Webhooks 1.0'],
      ],
      surface,
    ),
    paragraph(
      'Check the signature over the raw body, before anything parses it: HMAC-SHA256 of id.timestamp.body. ' +
        '"webhook verify" says why one does not match.',
      surface,
    ),
    examples(
      'Examples',
      [
        ['skillpass webhook listen --forward-to localhost:3000/hook', 'to your own machine'],
        ['skillpass event trigger assessment.completed', 'make something happen'],
        ['skillpass delivery list --status retrying', 'what does not get through'],
        ['skillpass clock advance 72h', 'all retries, now'],
      ],
      surface,
    ),
  ])
}
