const secret = /\bsk_(live|test)_[0-9A-Za-z]{8,}/g

/** What may be shown of an API key: enough to tell two apart, nothing that opens a door. */
export function maskKey(key: string): string {
  return key.length > 20 ? `${key.slice(0, 12)}…${key.slice(-4)}` : '…'
}

/** The text without any API key it may quote. */
export function maskSecrets(text: string, own?: string): string {
  const masked = own === undefined || own === '' ? text : text.replaceAll(own, maskKey(own))
  return masked.replace(secret, maskKey)
}
