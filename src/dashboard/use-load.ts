import { useEffect, useRef, useState } from 'preact/hooks'
import { AbortedError, ConnectionError, type SkillpassError } from '../sdk/errors.ts'
import { asSkillpassError } from './client.ts'
import { follow, type Topic } from './live.ts'
import { onReloadAll, soon } from './reload.ts'

export interface Loaded<T> {
  /** What came last; it stays while it is fetched again. */
  readonly data: T | undefined
  readonly error: SkillpassError | undefined
  readonly isLoading: boolean
  reload(): void
}

export interface Freshness {
  /** Events after which it is fetched again. */
  readonly live?: readonly Topic[]
  /** Milliseconds after which it is fetched again, for what tells no event of itself. */
  readonly every?: number
  /** Milliseconds from one fetch to the next at the least. Default 2,000. */
  readonly gap?: number
}

interface State<T> {
  readonly name: string
  readonly data?: T
  readonly error?: SkillpassError
  readonly isLoading: boolean
}

/**
 * Fetches something and keeps it fresh. `name` says what is fetched, such as an id with its filters: another name
 * begins anew, and what the last one still fetches is dropped.
 */
export function useLoad<T>(
  name: string,
  load: (signal: AbortSignal) => Promise<T>,
  freshness: Freshness = {},
): Loaded<T> {
  const [state, setState] = useState<State<T>>({ name, isLoading: true })
  const loader = useRef(load)
  loader.current = load
  const reload = useRef(() => {})

  useEffect(() => {
    let running = new AbortController()
    const run = (): void => {
      running.abort()
      running = new AbortController()
      setState((old) => ({ ...(old.name === name ? old : { name }), isLoading: true }))
      void fetched(loader.current, running.signal, (came) => setState((old) => settled(old, name, came)))
    }
    reload.current = run
    run()
    const end = keepFresh(run, freshness)
    return () => {
      end()
      running.abort()
    }
  }, [name, freshness.every])

  const shown = state.name === name ? state : { data: undefined, error: undefined, isLoading: true }
  return {
    data: shown.data,
    error: shown.error,
    isLoading: shown.isLoading,
    reload: () => reload.current(),
  }
}

type Came<T> = { readonly data: T } | { readonly error: SkillpassError }

async function fetched<T>(
  load: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  tell: (came: Came<T>) => void,
): Promise<void> {
  const came = await load(signal).then(
    (data) => ({ data }),
    (cause: unknown) => ({ error: asSkillpassError(cause) }),
  )
  if (!signal.aborted && !('error' in came && came.error instanceof AbortedError)) tell(came)
}

/** A service that is away for a moment takes nothing off the page: the banner says that it is. */
function settled<T>(old: State<T>, name: string, came: Came<T>): State<T> {
  if ('data' in came) return { name, data: came.data, isLoading: false }
  const isAway = came.error instanceof ConnectionError && old.data !== undefined
  if (isAway) return { ...old, isLoading: false }
  return { name, error: came.error, isLoading: false }
}

/** Answers how to stop. */
export function keepFresh(run: () => void, { live, every, gap }: Freshness): () => void {
  const later = soon(run, gap)
  const ends = [onReloadAll(later.call), later.cancel]
  if (live !== undefined) ends.push(follow(live, later.call))
  if (every !== undefined) {
    const timer = setInterval(later.call, every)
    ends.push(() => clearInterval(timer))
  }
  return () => {
    for (const end of ends) end()
  }
}
