import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { pages, type PageEntry, type PageProps } from '../pages.ts'
import { match, type Params } from '../route-match.ts'
import { place } from '../router.ts'
import { useStore } from '../store.ts'
import { Empty } from './empty.tsx'
import { Button } from './button.tsx'
import { Link } from './link.tsx'
import { Page } from './page.tsx'

interface Found {
  readonly entry: PageEntry
  readonly params: Params
}

/** The page that the address names. */
export function Outlet({ isSandbox }: { readonly isSandbox: boolean }) {
  const { path } = useStore(place)
  const found = pageAt(path)
  if (found === null || (found.entry.isSandboxOnly === true && !isSandbox)) return <NoPage />
  return <Loading key={path} {...found} />
}

/** Begins to load the page of the address. */
export function preloadPage(): void {
  // Where it fails, it fails again when the page is shown, and is told there.
  void pageAt(place.get().path)
    ?.entry.load()
    .catch(() => undefined)
}

function pageAt(path: string): Found | null {
  for (const entry of pages) {
    const params = match(entry.path, path)
    if (params !== null) return { entry, params }
  }
  return null
}

const loaded = new Map<PageEntry, ComponentType<PageProps>>()

function Loading({ entry, params }: Found) {
  const [Shown, show] = useState<ComponentType<PageProps> | undefined>(() => loaded.get(entry))
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (Shown === undefined)
      fetchPage(entry).then(
        (page) => show(() => page),
        () => setMissing(true),
      )
  }, [])
  if (isMissing) return <NewVersion />
  return Shown === undefined ? null : <Shown params={params} />
}

async function fetchPage(entry: PageEntry): Promise<ComponentType<PageProps>> {
  const page = await entry.load()
  loaded.set(entry, page)
  return page
}

/** A server that was updated meanwhile has other files. */
function NewVersion() {
  return (
    <Page title="This page did not load">
      <Empty title="The server may have been updated or restarted.">
        <Button onClick={() => location.reload()}>Load the dashboard again</Button>
      </Empty>
    </Page>
  )
}

function NoPage() {
  return (
    <Page title="There is no such page">
      <Empty title="Nothing in this dashboard has that address.">
        <Link to="/">Go to the overview</Link>
      </Empty>
    </Page>
  )
}
