/** What there is to complete, without the code that does it: small enough to be read at every Tab. */
export interface Shape {
  readonly commands: readonly CommandShape[]
  /** The flags that every command takes. */
  readonly flags: readonly FlagShape[]
}

/** A command, or a group of them when it has verbs. */
export interface CommandShape {
  readonly name: string
  readonly about: string
  readonly verbs?: readonly CommandShape[]
  readonly args?: readonly ArgShape[]
  readonly flags?: readonly FlagShape[]
}

export interface FlagShape {
  /** The long name first. */
  readonly names: readonly string[]
  readonly about: string
  readonly many: boolean
  /** Null for a flag that takes no value. */
  readonly value: ValueShape | null
}

export interface ArgShape extends ValueShape {
  readonly many: boolean
}

export interface ValueShape {
  readonly choices: readonly string[]
  /** Several of them, by comma. */
  readonly list: boolean
  /** Where more than the choices come from. */
  readonly from: Source | null
}

/** What the service has a list of. */
export type Thing =
  | 'invite'
  | 'user'
  | 'skill'
  | 'webhook'
  | 'event'
  | 'delivery'
  | 'key'
  | 'fault'
  | 'request'

/** Profiles stand in the user config; `file`, `folder` and `command` are for the shell itself to complete. */
export type Source = Thing | 'profile' | 'file' | 'folder' | 'command'

export interface Candidate {
  readonly value: string
  readonly about: string
}
