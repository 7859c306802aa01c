import { markup, type Html } from '../../core/html.ts'
import type { Page } from './page.ts'
import type { Sight } from './sight.ts'
import { parseUrl } from '../../parse-url.ts'

/** Long enough to read the result, seconds. */
const goOnAfter = 10

/** Where the candidate goes afterwards. Web addresses only: whatever else stands there would run or open something. */
export function onwardFrom({ invite: { redirect_url } }: Sight): URL | null {
  const url = redirect_url === null ? null : parseUrl(redirect_url)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null
}

export function goOn(sight: Sight): Html {
  const onward = onwardFrom(sight)
  if (onward === null) return markup`<p>That is all. You can close this page.</p>`
  const wait = markup`<p>This page takes you there in ${goOnAfter} seconds, unless you
<a href="/i/${sight.token}?stay">stay here</a>.</p>`
  return markup`<h2>How it goes on</h2>${sight.stays ? null : wait}
<p><a class="button main" rel="noreferrer" href="${onward.href}">Go on to <bdi>${onward.host}</bdi></a></p>`
}

export function goingOn(sight: Sight): Pick<Page, 'refresh'> {
  const onward = onwardFrom(sight)
  return onward === null || sight.stays ? {} : { refresh: { seconds: goOnAfter, to: onward.href } }
}
