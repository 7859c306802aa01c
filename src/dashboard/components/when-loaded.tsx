import type { ComponentChildren } from 'preact'
import type { Loaded } from '../use-load.ts'
import { ErrorPanel } from './error-panel.tsx'
import { Skeleton } from './skeleton.tsx'

interface WhenLoadedParts<T> {
  readonly of: Loaded<T>
  /** Lines that it will have, about: the page does not jump when it comes. */
  readonly lines?: number
  readonly children: (data: T) => ComponentChildren
}

/** What was loaded; before it came, that it is waited for; when it was refused, why. */
export function WhenLoaded<T>({ of: { data, error, reload }, lines = 4, children }: WhenLoadedParts<T>) {
  if (error !== undefined) return <ErrorPanel error={error} onRetry={reload} />
  if (data === undefined) return <Skeleton lines={lines} />
  return <>{children(data)}</>
}
