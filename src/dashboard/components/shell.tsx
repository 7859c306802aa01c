import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { isConnected } from '../live.ts'
import { pages } from '../pages.ts'
import { place } from '../router.ts'
import { signOut, type Me } from '../session.ts'
import { useStore } from '../store.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Link } from './link.tsx'
import { ModeBadge } from './mode-badge.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { ToastList } from './toast-list.tsx'

interface ShellParts {
  readonly me: Me
  readonly children: ComponentChildren
}

/** What stands around every page. */
export function Shell({ me, children }: ShellParts) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <Button kind="quiet" label="Menu" onClick={() => setMenuOpen(!isMenuOpen)} expanded={isMenuOpen}>
          <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M2 4h12M2 8h12M2 12h12" />
          </svg>
        </Button>
        <Link to="/" class="brand">
          skillpass
        </Link>
        <ModeBadge mode={me.mode} />
      </header>
      <Navigation isOpen={isMenuOpen} isSandbox={me.mode === 'sandbox'} onFollow={() => setMenuOpen(false)} />
      <main id="main" tabIndex={-1}>
        {useStore(isConnected) || <Banner>The server does not answer. Trying again…</Banner>}
        {children}
      </main>
      <ToastList />
    </div>
  )
}

interface NavigationParts {
  readonly isOpen: boolean
  readonly isSandbox: boolean
  readonly onFollow: () => void
}

function Navigation({ isOpen, isSandbox, onFollow }: NavigationParts) {
  const { path } = useStore(place)
  const shown = pages.filter(({ nav, isSandboxOnly }) => nav !== undefined && (isSandbox || !isSandboxOnly))
  return (
    <nav id="navigation" class={isOpen ? 'side side-open' : 'side'} aria-label="Pages">
      <ul>
        {shown.map((entry) => (
          <li key={entry.path}>
            <Link to={entry.path} current={isAt(entry.path, path)} onFollow={onFollow}>
              {entry.nav}
            </Link>
          </li>
        ))}
      </ul>
      <div class="side-end">
        <a href="/docs">API reference</a>
        <ThemeToggle />
        <Button kind="quiet" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </nav>
  )
}

function isAt(entry: string, path: string): boolean {
  return path === entry || (entry !== '/' && path.startsWith(`${entry}/`))
}
