import { timingSafeEqual } from 'node:crypto'

/** Whether two secrets are the same; how long it takes says nothing about where they differ. */
export function sameText(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
