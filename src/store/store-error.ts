/** The medium refused a write: disk full, read-only, gone. The cause stays out of API answers. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

export type OpenRefusal = 'locked' | 'damaged' | 'unsupported' | 'unreadable' | 'unreachable' | 'refused'

/** The data cannot be opened as it is: locked, damaged, of a newer version. `hint` is the way out. */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError'
  readonly reason: OpenRefusal
  readonly hint: string
  constructor(reason: OpenRefusal, message: string, hint: string) {
    super(message)
    this.reason = reason
    this.hint = hint
  }
}
