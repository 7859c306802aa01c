import type { ComponentChildren } from 'preact'
import type { Tone } from './badge.tsx'

/** Something to read before going on; a bad one is read out at once. */
export function Notice({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return (
    <div class={`notice notice-${tone}`} role={tone === 'bad' ? 'alert' : undefined} dir="auto">
      {children}
    </div>
  )
}
