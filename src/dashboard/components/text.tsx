/** Text that somebody else wrote: in its own direction, cut where there is no room, whole in its title. */
export function Text({ children }: { readonly children: string }) {
  return (
    <span class="foreign" dir="auto" title={children}>
      {children}
    </span>
  )
}
