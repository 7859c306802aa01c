/** What is in a file of secrets cannot be used, or the file not be read or written. */
export class SecretFileError extends Error {
  override readonly name = 'SecretFileError'
  readonly path: string
  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}
