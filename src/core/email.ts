const maxLength = 320
const label = /^(?!-)[\p{L}\p{N}\p{M}-]{1,63}(?<!-)$/u
/** No spaces, nothing that could open a second header line, none of the marks that separate addresses. */
const localPart = /^[^\s\p{C}@<>()[\],;:\\"]+$/u

/** Whether mail could be sent there: one `@`, a sane local part, a domain of labels (any script). */
export function isEmail(text: string): boolean {
  const address = text.trim()
  if (address.length > maxLength) return false
  const at = address.lastIndexOf('@')
  if (!localPart.test(address.slice(0, Math.max(at, 0)))) return false
  return address
    .slice(at + 1)
    .split('.')
    .every((part) => label.test(part))
}

/** The spelling by which addresses are compared: the domain in lower case, the local part as typed. */
export function emailKey(text: string): string {
  const address = text.trim()
  const at = address.lastIndexOf('@')
  return address.slice(0, at + 1) + address.slice(at + 1).toLowerCase()
}
