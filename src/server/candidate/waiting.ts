import { markup, type Html } from '../../core/html.ts'
import type { Page } from './page.ts'
import type { Sight } from './sight.ts'

/** How often the page looks for a result, seconds. */
const lookEvery = 15

/** The result is not ready: the page says so, and looks again by itself unless it was told not to. */
export function waiting({ token, stays }: Sight): Html {
  const now = markup`<a href="/i/${token}${stays ? '?stay' : null}">Look now</a>`
  const how = stays
    ? markup`<p>It will appear here when you look again.</p>
<p>${now} · <a href="/i/${token}">Look every ${lookEvery} seconds</a></p>`
    : markup`<p>This page looks for it every ${lookEvery} seconds. You can also close it and come back later with the same link.</p>
<p>${now} · <a href="/i/${token}?stay">Stop looking by itself</a></p>`
  return markup`<h2>The result is not ready yet</h2>${how}`
}

export function lookingAgain({ stays }: Sight): Pick<Page, 'refresh'> {
  return stays ? {} : { refresh: { seconds: lookEvery } }
}
