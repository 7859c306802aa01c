import type { Invite } from '../commands/invite-view.ts'

/** What became of a row. */
export type Outcome =
  | { readonly status: 'sent' | 'existing'; readonly inviteId: string; readonly invite: Invite | null }
  | { readonly status: 'failed'; readonly code: string; readonly message: string }
  /** Nothing to do: an earlier run sent it, or an earlier line asks for the same. */
  | { readonly status: 'skipped'; readonly inviteId: string | null; readonly sameAs: number | null }
  /** The command ended before it was answered. */
  | { readonly status: 'unsent' }

/** Those of one status. */
export type Of<S extends Outcome['status']> = Extract<Outcome, { readonly status: S }>
