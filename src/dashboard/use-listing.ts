import { useState } from 'preact/hooks'
import type { Page } from '../sdk/pages.ts'
import { useLoad, type Freshness, type Loaded } from './use-load.ts'

export interface Listing<T> extends Loaded<readonly T[]> {
  readonly hasMore: boolean
  loadMore(): void
}

/**
 * A list, page by page. `fetchPage` gets no cursor: the pages after the first are asked of it by the client. What is
 * shown is fetched again as a whole when something changes, so that no row is older than its neighbours.
 */
export function useListing<T>(
  name: string,
  fetchPage: (signal: AbortSignal) => Promise<Page<T>>,
  freshness: Freshness = {},
): Listing<T> {
  const [wanted, setWanted] = useState({ name, pages: 1 })
  const pages = wanted.name === name ? wanted.pages : 1
  const loaded = useLoad(name, async (signal) => await pagesOf(fetchPage, pages, signal), freshness)
  const { data, error, isLoading, reload } = loaded
  return {
    data: data?.rows,
    error,
    isLoading,
    reload,
    hasMore: data?.hasMore ?? false,
    loadMore: () => {
      setWanted({ name, pages: pages + 1 })
      // After the drawing that knows the new number of pages.
      setTimeout(reload)
    },
  }
}

async function pagesOf<T>(
  fetchPage: (signal: AbortSignal) => Promise<Page<T>>,
  count: number,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly T[]; readonly hasMore: boolean }> {
  const rows: T[] = []
  let page: Page<T> | null = await fetchPage(signal)
  for (let number = 1; page !== null; number++) {
    rows.push(...page.data)
    if (number === count) return { rows, hasMore: page.has_more }
    page = await page.nextPage()
  }
  return { rows, hasMore: false }
}
