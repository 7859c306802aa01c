import type { Context } from '../context.ts'
import { UsageError } from '../failure.ts'
import { flag, maybe, text, whole } from '../flags.ts'
import { parsedJson } from './loose-field.ts'
import { show } from '../output.ts'
import type { View } from '../output.ts'
import { verb } from '../verb.ts'
import { version } from '../../sdk/version.gen.ts'
import { bytesOf, secretFlags, webhookSecret } from './webhook-secret.ts'

interface Signed {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const sign = verb({
  name: 'sign',
  summary: 'make a signed request without the service',
  about:
    'Prints headers, an empty line and the body: what "webhook verify" reads. With --curl a command to send it.',
  args: { file: maybe(text('FILE|-'), 'the body; - for stdin') },
  flags: {
    ...secretFlags,
    data: flag(text('TEXT'), 'the body itself'),
    id: flag(text('ID'), 'webhook-id (default the id in the body, or a new one)'),
    at: flag(whole('SECONDS', 0), 'webhook-timestamp, in Unix seconds (default now)'),
    curl: flag(text('URL'), 'print a curl command that sends it there'),
  },
  examples: [
    [
      'export SKILLPASS_WEBHOOK_SECRET="$(skillpass webhook listen --name ci --print-secret)"',
      'the secret to sign with',
    ],
    [
      `skillpass webhook sign --data '{"event":"webhook.test"}' | skillpass webhook verify -`,
      'there and back',
    ],
    ['skillpass webhook sign event.json --curl http://localhost:3000/webhook | sh', 'try a receiver'],
  ],
  run: async (input, context) => {
    const secret = await webhookSecret(input, context)
    const body = await bodyOf(input, context)
    const [{ sign: signatureOf }, { deliveryHeaders }] = await Promise.all([
      import('../../core/signature.ts'),
      import('../../core/delivery-headers.ts'),
    ])
    const id = input.id ?? textField(body, 'id') ?? (await newId(context))
    const timestamp = input.at ?? Math.floor(context.now() / 1_000)
    const headers = deliveryHeaders({
      eventId: id,
      eventType: textField(body, 'event') ?? 'webhook.test',
      deliveryId: id.replace(/^evt_/, 'dlv_'),
      attempt: 1,
      timestamp,
      signature: told(() => signatureOf(secret, id, timestamp, body)),
      version,
    })
    const length = String(Buffer.byteLength(body))
    await show(context, { headers: { ...headers, 'content-length': length }, body }, viewOf(input.curl))
  },
})

async function bodyOf(
  { file, data }: { readonly file: string | undefined; readonly data: string | undefined },
  context: Context,
): Promise<string> {
  if (file !== undefined && data !== undefined) throw new UsageError('A file and --data exclude each other.')
  if (data !== undefined) return data
  if (file === undefined) throw new UsageError('Missing: the body, as a file, - for stdin, or --data.')
  const bytes = await bytesOf(file, context)
  const body = bytes.toString('utf8')
  if (Buffer.from(body, 'utf8').equals(bytes)) return body
  throw new UsageError(`${file === '-' ? 'stdin' : file} is not UTF-8 text.`)
}

/** A field of the body that is text; undefined when the body is no object or has none. */
function textField(body: string, name: string): string | undefined {
  const whole = parsedJson(body)
  const value: unknown = typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

async function newId({ now }: Context): Promise<string> {
  const { createIds } = await import('../../core/ids.ts')
  return createIds(now).newId('evt')
}

/** What is no secret is the caller's mistake, not ours. */
function told(make: () => string): string {
  try {
    return make()
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`${error.message}.`) : error
  }
}

function viewOf(curl: string | undefined): View<Signed> {
  return {
    quiet: ({ headers }) => headers['webhook-signature'] ?? '',
    text: (signed) => (curl === undefined ? rawRequest(signed) : curlCommand(signed, curl)),
  }
}

function rawRequest({ headers, body }: Signed): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `${lines.join('\n')}\n\n${body}`
}

function curlCommand({ headers, body }: Signed, url: string): string {
  const options = Object.entries(headers)
    .filter(([name]) => name !== 'content-length')
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return [`curl -X POST ${quoted(url)}`, ...options, `--data-binary ${quoted(body)}`].join(' \\\n  ')
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
