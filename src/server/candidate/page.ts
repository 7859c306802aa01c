import { hash } from 'node:crypto'
import type { Mode } from '../../store/rows.ts'
import type { Exchange } from '../exchange.ts'
import { Html, markup } from '../../core/html.ts'
import { framedNowhere } from '../security-headers.ts'
import { style } from './style.ts'

/** What a candidate is shown. */
export interface Page {
  readonly status: number
  /** In a word or two, above the heading. */
  readonly state: string
  readonly tone?: 'warn' | 'bad'
  readonly title: string
  readonly body: Html
  readonly refresh?: Refresh
}

/** The browser goes there by itself. Without `to`: it asks again. */
export interface Refresh {
  readonly seconds: number
  readonly to?: string
}

/** Where the page is shown. */
export interface Place {
  readonly mode: Mode
  /** Under which the service is reached: `skills.example`. */
  readonly host: string
}

const policy =
  `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src data:; base-uri 'none'; ` +
  "form-action 'self'; frame-ancestors 'none'"

/** Puts the page into the answer. Its address is a secret, so nothing may keep it, index it or pass it on. */
export function show(exchange: Exchange, page: Page, place: Place): void {
  const { headers } = exchange.answer
  const text = document(page, place).text
  headers['content-type'] = 'text/html; charset=utf-8'
  headers['cache-control'] = 'no-store'
  framedNowhere(exchange.answer, policy)
  headers['x-robots-tag'] = 'noindex, nofollow'
  // Under `no-referrer` browsers send forms with `Origin: null`, which is refused like any foreign one.
  headers['referrer-policy'] = text.includes('<form') ? 'same-origin' : 'no-referrer'
  if (page.refresh !== undefined) headers['refresh'] = refresh(page.refresh)
  exchange.answer.status = page.status
  exchange.answer.body = text
}

/** A header, not an element of the page: both do the same, and this one a strict reader of the page lets pass. */
function refresh({ seconds, to }: Refresh): string {
  return to === undefined ? String(seconds) : `${seconds}; url=${to}`
}

function document({ state, tone, title, body }: Page, { mode, host }: Place): Html {
  const badge = mode === 'sandbox' ? markup`<span class="badge">Sandbox: nothing counts</span>` : null
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · skillpass</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon.text)}"><style>${new Html(style)}</style></head>
<body><header>${icon}<span>skillpass</span>${badge}</header>
<main><p class="state ${tone ?? ''}">${state}</p><h1>${title}</h1>${body}</main>
<footer><p>skillpass at ${host}</p></footer></body></html>
`
}

const icon = markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#1f6f5c"/><path d="M9 17l5 5 9-12" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
