import { useStore, createStore } from './store.ts'

/** Where the dashboard lives; every path in the code is without it: `/keys`. */
const base = '/dashboard'

export interface Place {
  readonly path: string
  readonly query: string
  /** Tells one visit from another: what is scrolled and focused belongs to a visit. */
  readonly visit: string
  /** How it was come to: a page that was linked to takes the focus, the first one does not. */
  readonly by: 'load' | 'link' | 'history'
}

export const place = createStore<Place>(here('load'))

history.scrollRestoration = 'manual'
addEventListener('popstate', () => place.set(here('history')))

export function hrefOf(path: string): string {
  return path === '/' ? base : base + path
}

export function navigate(path: string, { replace = false } = {}): void {
  const visit = String(Date.now() + Math.random())
  history[replace ? 'replaceState' : 'pushState']({ visit }, '', hrefOf(path))
  place.set(here('link'))
}

export type Query = Readonly<Record<string, string>>

/** The filters in the address, and how to change them; `undefined` or an empty text takes one away. */
export function useQuery(): readonly [
  query: Query,
  change: (changes: Readonly<Record<string, string | undefined>>) => void,
] {
  const { query } = useStore(place)
  return [Object.fromEntries(new URLSearchParams(query)), changeQuery]
}

function changeQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const search = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') search.delete(name)
    else search.set(name, value)
  }
  const query = search.size === 0 ? '' : `?${search.toString()}`
  history.replaceState(history.state, '', location.pathname + query)
  place.set({ ...place.get(), query })
}

function here(by: Place['by']): Place {
  const path = location.pathname.slice(base.length).replace(/\/+$/, '')
  return { path: path === '' ? '/' : path, query: location.search, visit: visitOf(history.state), by }
}

function visitOf(state: unknown): string {
  const visit: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'visit') : null
  return typeof visit === 'string' ? visit : 'first'
}
