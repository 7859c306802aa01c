/** Something the operator should hear of; the store itself is well. */
export interface Notice {
  readonly kind: 'torn_tail' | 'salvaged' | 'compaction_failed'
  readonly message: string
  /** The file or folder that it is about. */
  readonly path: string
}
