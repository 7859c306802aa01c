import type { Sight } from './sight.ts'
import { cancelled, declined, expired } from './closed.ts'
import { accepted, pending } from './open.ts'
import type { Page } from './page.ts'
import { completed } from './result.ts'
import { underWay } from './under-way.ts'

const pages: Readonly<Record<Sight['invite']['status'], (sight: Sight) => Page>> = {
  pending,
  accepted,
  in_progress: underWay,
  completed,
  declined,
  expired,
  cancelled,
}

/** The page of the state that the invite is in. */
export function pageOf(sight: Sight): Page {
  return pages[sight.invite.status](sight)
}
