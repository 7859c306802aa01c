import { createStore } from './store.ts'

export interface Toast {
  readonly id: number
  readonly text: string
}

export const toasts = createStore<readonly Toast[]>([])

const shownMs = 4_000
let last = 0

/** Says for a moment that something was done. */
export function toast(text: string): void {
  const id = ++last
  toasts.set([...toasts.get(), { id, text }])
  setTimeout(() => toasts.set(toasts.get().filter((one) => one.id !== id)), shownMs)
}
