import { errorCatalogue, isErrorCode, type ErrorEntry } from '../contract/errors.ts'
import { rows } from '../contract/index.ts'
import { ApiError } from '../core/error.ts'
import type { Exchange } from './exchange.ts'
import { text } from '../core/html.ts'
import { framedNowhere } from './security-headers.ts'
import type { Service } from './service.ts'

const style =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}' +
  'h1{font-size:1.6rem;line-height:1.25}h2{font-size:1.1rem;margin-top:2rem}code,pre{font:14px/1.5 ui-monospace,monospace}' +
  'pre{padding:1rem;overflow-x:auto;background:#8881;border-radius:6px}td,th{padding:.2rem 1rem .2rem 0;text-align:left;' +
  'vertical-align:top}.scroll{overflow-x:auto}'

/** The pages under /docs: plain HTML from the same catalogue and table that the API answers from. */
export function servePage(service: Service, exchange: Exchange): void {
  const html = pageAt(service, exchange.path.replace(/\/$/, ''))
  if (html === undefined) {
    throw new ApiError('ROUTE_NOT_FOUND', `There is no page ${exchange.path}. The index is at /docs.`)
  }
  const { answer } = exchange
  answer.status = 200
  answer.headers['content-type'] = 'text/html; charset=utf-8'
  framedNowhere(
    answer,
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  )
  answer.body = html
}

function pageAt(service: Service, path: string): string | undefined {
  if (path === '/docs') return index()
  const code = /^\/docs\/errors\/(\w+)$/.exec(path)?.[1]?.toUpperCase()
  if (code === undefined || !isErrorCode(code)) return path === '/docs/errors' ? index() : undefined
  return errorPage(service, code, errorCatalogue[code])
}

function index(): string {
  const operations = rows().map(
    ({ route }) =>
      `<tr><td><code>${route.method}</code></td><td><code>${route.path}</code></td><td>${text(route.summary)}</td></tr>`,
  )
  const errors = Object.entries(errorCatalogue).map(
    ([code, { status, title }]) =>
      `<tr><td>${status}</td><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${text(title)}</td></tr>`,
  )
  return document(
    'skillpass reference',
    '<h1>skillpass</h1><p>The whole API as OpenAPI 3.1: <a href="/v1/openapi.json">/v1/openapi.json</a></p>' +
      `<h2>Operations</h2><div class="scroll"><table>${operations.join('')}</table></div>` +
      `<h2 id="errors">Errors</h2><div class="scroll"><table>${errors.join('')}</table></div>`,
  )
}

function errorPage(service: Service, code: string, entry: ErrorEntry): string {
  const { given, steps } = entry.example
  return document(
    code,
    `<p><a href="/docs#errors">All errors</a></p><h1><code>${code}</code></h1>` +
      `<p>${entry.status} · ${text(entry.title)}</p>` +
      `<h2>Cause</h2><p>${text(entry.cause)}</p><h2>What to do</h2><p>${text(entry.resolution)}</p>` +
      `<h2>Retry</h2><p>${text(entry.retry)}</p>` +
      `<h2>How to provoke it</h2>${given === undefined ? '' : `<p>${text(given)}</p>`}` +
      steps.map((step) => `<pre>${text(curl(service.address.baseUrl, step))}</pre>`).join(''),
  )
}

type Step = ErrorEntry['example']['steps'][number]

function curl(baseUrl: string, { method, path, headers, body }: Step): string {
  const all = {
    authorization: 'Bearer $SKILLPASS_API_KEY',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  }
  const lines = [`curl -X ${method} '${baseUrl}${path}'`]
  for (const [name, value] of Object.entries(all)) lines.push(`-H "${name}: ${value}"`)
  if (body !== undefined) lines.push(`-d '${typeof body === 'string' ? body : JSON.stringify(body)}'`)
  return lines.join(' \\\n  ')
}

function document(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${text(title)} · skillpass</title><style>${style}</style><body><main>${body}</main></body></html>`
  )
}
