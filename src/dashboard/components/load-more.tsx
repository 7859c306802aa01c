import type { Listing } from '../use-listing.ts'
import { Button } from './button.tsx'

export function LoadMore<T>({ of }: { readonly of: Listing<T> }) {
  if (!of.hasMore) return null
  return (
    <div class="load-more">
      <Button isBusy={of.isLoading} onClick={of.loadMore}>
        Load more
      </Button>
    </div>
  )
}
