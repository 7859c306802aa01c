import type { Mistake } from './diagnose-mistakes.ts'

/** A secret and whose it is. */
export interface KnownSecret {
  readonly secret: string
  /** Such as `we_01j… (previous)`. */
  readonly label?: string
}

export interface KeyForm {
  readonly mistakes: readonly Mistake[]
  readonly key: Uint8Array
  readonly from: KnownSecret
}

const prefix = 'whsec_'

/** The keys with which someone may have signed: the right ones first. */
export function keyForms(
  secrets: readonly KnownSecret[],
  others: readonly KnownSecret[],
): readonly KeyForm[] {
  return [
    ...secrets.flatMap((secret) => formsOf(secret, [])),
    ...others.flatMap((secret) => formsOf(secret, ['other_secret'])),
  ]
}

/** Whether it has the shape of a webhook secret. */
export function isWebhookSecret(text: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(withoutPrefix(text))
}

function formsOf(from: KnownSecret, mistakes: readonly Mistake[]): KeyForm[] {
  const trimmed = from.secret
    .trim()
    .replaceAll(/^(["'])(.*)\1$/g, '$2')
    .trim()
  const padded: readonly Mistake[] = trimmed === from.secret ? [] : ['secret_padded']
  const form = (key: Uint8Array, ...more: Mistake[]): KeyForm => ({
    mistakes: [...mistakes, ...padded, ...more],
    key,
    from,
  })
  const encoded = withoutPrefix(trimmed)
  const right = isWebhookSecret(trimmed) ? [form(Buffer.from(encoded, 'base64'))] : []
  return [
    ...right,
    form(Buffer.from(encoded, 'utf8'), 'secret_not_decoded'),
    // Whole, as text; and decoded whole, which lenient decoders do without a word.
    form(Buffer.from(trimmed, 'utf8'), 'secret_prefix_kept'),
    form(Buffer.from(trimmed, 'base64'), 'secret_prefix_kept'),
  ]
}

function withoutPrefix(text: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text
}
