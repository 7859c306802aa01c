import { createCipheriv, createDecipheriv } from 'node:crypto'

const cipher = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

/** Seals a text that must never stand in the data folder, such as a webhook secret; the key is 32 bytes. */
export function sealText(key: Uint8Array, text: string, randomBytes: (count: number) => Uint8Array): string {
  const iv = randomBytes(ivLength)
  const encrypt = createCipheriv(cipher, key, iv)
  const sealed = [encrypt.update(text, 'utf8'), encrypt.final()]
  return Buffer.concat([iv, encrypt.getAuthTag(), ...sealed]).toString('base64url')
}

/** The text, or null for any other key and for damaged bytes. */
export function openText(key: Uint8Array, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < ivLength + tagLength) return null
  const decrypt = createDecipheriv(cipher, key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
  decrypt.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  const text = decrypt.update(bytes.subarray(ivLength + tagLength))
  try {
    return Buffer.concat([text, decrypt.final()]).toString('utf8')
  } catch {
    // The one way `final` fails: the tag does not fit, which is the answer.
    return null
  }
}

/** A new signing secret as Standard Webhooks writes it. */
export function makeWebhookSecret(randomBytes: (count: number) => Uint8Array): string {
  return `whsec_${Buffer.from(randomBytes(32)).toString('base64')}`
}
