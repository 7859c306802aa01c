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
  { path: '/invites', nav: 'Invites', load: async () => (await import('./pages/invites.tsx')).Invites },
  { path: '/invites/:id', load: async () => (await import('./pages/invite.tsx')).Invite },
  {
    path: '/passports',
    nav: 'Passports',
    load: async () => (await import('./pages/passports.tsx')).Passports,
  },
  { path: '/passports/:user', load: async () => (await import('./pages/passport.tsx')).PassportPage },
  {
    path: '/passports/:user/:skill',
    load: async () => (await import('./pages/passport-skill.tsx')).PassportSkillPage,
  },
  { path: '/evidence/:id', load: async () => (await import('./pages/evidence-entry.tsx')).EvidenceEntry },
  { path: '/webhooks', nav: 'Webhooks', load: async () => (await import('./pages/webhooks.tsx')).Webhooks },
  { path: '/webhooks/:id', load: async () => (await import('./pages/webhook.tsx')).Webhook },
  { path: '/events', nav: 'Events', load: async () => (await import('./pages/events.tsx')).Events },
  { path: '/events/:id', load: async () => (await import('./pages/event.tsx')).Event },
  {
    path: '/deliveries',
    nav: 'Deliveries',
    load: async () => (await import('./pages/deliveries.tsx')).Deliveries,
  },
  { path: '/deliveries/:id', load: async () => (await import('./pages/delivery.tsx')).Delivery },
  { path: '/logs', nav: 'Logs', load: async () => (await import('./pages/logs.tsx')).Logs },
  { path: '/logs/:id', load: async () => (await import('./pages/log.tsx')).LogEntry },
  { path: '/keys', nav: 'API keys', load: async () => (await import('./pages/keys.tsx')).Keys },
  { path: '/keys/:id', load: async () => (await import('./pages/key.tsx')).Key },
  {
    path: '/sandbox',
    nav: 'Sandbox',
    isSandboxOnly: true,
    load: async () => (await import('./pages/sandbox.tsx')).Sandbox,
  },
  {
    path: '/mail',
    nav: 'Mail',
    isSandboxOnly: true,
    load: async () => (await import('./pages/mail.tsx')).Mail,
  },
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
