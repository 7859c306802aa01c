import { serviceClock, useNow } from '../clock.ts'
import { exactTime } from '../format.ts'
import { pages } from '../pages.ts'
import type { Me } from '../session.ts'
import { useStore } from '../store.ts'
import { Link } from './link.tsx'

/** Whether what is done here is play or real, and what a sandbox takes for now when that is not the time of day. */
export function ModeBadge({ mode }: { readonly mode: Me['mode'] }) {
  const { isMoved, frozenAt } = useStore(serviceClock)
  if (mode === 'live') return <span class="mode mode-live">LIVE</span>
  return (
    <>
      <span class="mode mode-sandbox">Sandbox</span>
      {isMoved && <MovedClock isFrozen={frozenAt !== null} />}
    </>
  )
}

function MovedClock({ isFrozen }: { readonly isFrozen: boolean }) {
  const now = useNow('second')
  const text = `${isFrozen ? 'Stopped at' : 'It is'} ${exactTime(now)}`
  const hasPage = pages.some(({ path }) => path === '/sandbox')
  return <span class="moved-clock">{hasPage ? <Link to="/sandbox">{text}</Link> : text}</span>
}
