const plainName = /^[A-Za-z0-9_][A-Za-z0-9_.:@+-]{0,63}$/

/** Names from elsewhere end up on a command line: what a shell could read as more than a name is not offered. */
export function isPlainName(name: string): boolean {
  return plainName.test(name)
}
