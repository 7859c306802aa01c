import type { ComponentType } from 'preact'
import type { Params } from './route-match.ts'

/**
 * Every page of the dashboard, each a file of its own that loads when it is gone to. To add one:
 *
 * 1. Write `pages/NAME.tsx`, which exports a component that takes `PageProps` and draws a `Page` (components/page.tsx)
 *    with its heading. What it shows comes through `useLoad` or `useListing`, and `WhenLoaded` draws waiting and errors.
 * 2. Add its line here. A page with `nav` has a link in the navigation, in the order of this table.
 *
 * Links are `<Link to="/keys">` (components/link.tsx), always without `/dashboard`.
 */
export const pages: readonly PageEntry[] = [
  { path: '/', nav: 'Overview', load: async () => (await import('./pages/overview.tsx')).Overview },
  { path: '/keys', nav: 'API keys', load: async () => (await import('./pages/keys.tsx')).Keys },
  { path: '/keys/:id', load: async () => (await import('./pages/key.tsx')).Key },
  { path: '/webhooks', nav: 'Webhooks', load: async () => (await import('./pages/webhooks.tsx')).Webhooks },
  { path: '/webhooks/:id', load: async () => (await import('./pages/webhook.tsx')).Webhook },
  {
    path: '/deliveries',
    nav: 'Deliveries',
    load: async () => (await import('./pages/deliveries.tsx')).Deliveries,
  },
  { path: '/deliveries/:id', load: async () => (await import('./pages/delivery.tsx')).Delivery },
  { path: '/events', nav: 'Events', load: async () => (await import('./pages/events.tsx')).Events },
  { path: '/events/:id', load: async () => (await import('./pages/event.tsx')).Event },
]

export interface PageProps {
  /** What the path holds: `id` of `/keys/:id`. */
  readonly params: Params
}

export interface PageEntry {
  readonly path: string
  readonly nav?: string
  /** There is no such thing on a live service. */
  readonly isSandboxOnly?: true
  readonly load: () => Promise<ComponentType<PageProps>>
}
