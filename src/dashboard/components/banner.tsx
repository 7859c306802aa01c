import type { ComponentChildren } from 'preact'

/** Something that concerns the whole page, for as long as it holds. */
export function Banner({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="banner" role="status">
      {children}
    </div>
  )
}
