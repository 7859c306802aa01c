import type { ComponentChildren } from 'preact'

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'plain'

export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: Tone
  readonly children: ComponentChildren
}) {
  return <span class={`badge badge-${tone}`}>{children}</span>
}

const tones: Readonly<Record<string, Tone>> = {
  // Of keys, endpoints, users and evidence.
  active: 'good',
  enabled: 'good',
  valid: 'good',
  revoked: 'bad',
  disabled: 'bad',
  erased: 'bad',
  suspended: 'warn',
  disputed: 'warn',
  // Of invites and results.
  accepted: 'info',
  in_progress: 'info',
  completed: 'good',
  scored: 'good',
  declined: 'warn',
  expired: 'warn',
  // Of deliveries.
  delivering: 'info',
  succeeded: 'good',
  retrying: 'warn',
  exhausted: 'bad',
  failed: 'bad',
  held: 'warn',
}

/** A status word of the API, coloured after what it means. */
export function Status({ of }: { readonly of: string }) {
  return <Badge tone={tones[of] ?? 'plain'}>{of.replaceAll('_', ' ')}</Badge>
}
