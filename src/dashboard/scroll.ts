import { place } from './router.ts'

const positions = new Map<string, number>()
const longestWaitMs = 5_000
/** Somebody moves the page, and is not to be moved back. */
let isMoved = false

/** Going back shows the part of the page that was left; a new page begins at its top. */
export function rememberScroll(): void {
  for (const touch of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(touch, () => (isMoved = true), { passive: true })
  let shown = place.get()
  place.subscribe(() => {
    const next = place.get()
    if (next.visit === shown.visit) return
    // What is drawn is still the page that is left.
    positions.set(shown.visit, scrollY)
    shown = next
    isMoved = false
    scrollBack(next.by === 'history' ? (positions.get(next.visit) ?? 0) : 0, next.visit)
  })
}

/** What is on the page comes later than the page: it is waited for, until somebody scrolls or goes on. */
function scrollBack(top: number, visit: string, since = performance.now()): void {
  scrollTo({ top, behavior: 'instant' })
  if (scrollY >= top - 1 || performance.now() - since > longestWaitMs) return
  requestAnimationFrame(() => {
    if (place.get().visit === visit && !isMoved) scrollBack(top, visit, since)
  })
}
