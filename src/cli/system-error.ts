/** The code of an error of the system, such as `ENOENT`; undefined for any other error. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

export function hasCode(error: unknown, code: string): boolean {
  return codeOf(error) === code
}
