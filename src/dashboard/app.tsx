import { useEffect } from 'preact/hooks'
import { Outlet, preloadPage } from './components/outlet.tsx'
import { Shell } from './components/shell.tsx'
import { SignIn } from './components/sign-in.tsx'
import { Banner } from './components/banner.tsx'
import { useServiceClock } from './clock.ts'
import { useLive } from './live.ts'
import { session, type Me } from './session.ts'
import { useStore } from './store.ts'

export function App() {
  const current = useStore(session)
  // The page's own script arrives while the sign-in is still under way.
  useEffect(preloadPage, [])
  if (current.state === 'in') return <SignedIn me={current.me} />
  if (current.state === 'out') return <SignIn error={current.error} />
  return current.state === 'unreachable' ? <Banner>The server does not answer. Trying again…</Banner> : null
}

function SignedIn({ me }: { readonly me: Me }) {
  const isSandbox = me.mode === 'sandbox'
  useLive(me)
  useServiceClock(isSandbox)
  return (
    <Shell me={me}>
      <Outlet isSandbox={isSandbox} />
    </Shell>
  )
}
