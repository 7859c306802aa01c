import { useEffect, useState } from 'preact/hooks'

/** A value that components follow. */
export interface Store<T> {
  get(): T
  set(value: T): void
  /** Answers how to stop. */
  subscribe(follow: () => void): () => void
}

export function createStore<T>(value: T): Store<T> {
  const followers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const follow of followers) follow()
    },
    subscribe(follow) {
      followers.add(follow)
      return () => followers.delete(follow)
    },
  }
}

/** The value, and a new drawing whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState({})
  const drawn = store.get()
  useEffect(() => {
    // It may have changed between the drawing and now.
    if (!Object.is(store.get(), drawn)) redraw({})
    return store.subscribe(() => redraw({}))
  }, [store])
  return drawn
}
