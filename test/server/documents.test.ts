import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { errorCatalogue, isErrorCode } from '../../src/contract/errors.ts'
import { rows } from '../../src/contract/index.ts'
import { expectError, expectStatus, freshSandbox, sharedSandbox } from '../sandbox.ts'
import { assembled, intercepted } from './assembled.ts'
import { freshStore } from '../stores.ts'

const sandbox = await sharedSandbox()
const codes = Object.keys(errorCatalogue).filter(isErrorCode)

const open = async (path: string) => await sandbox.request('GET', path, { key: null })

/** The text of a page as a reader sees it. */
function shown(html: string): string {
  const escapes: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => escapes[name] ?? '')
}

describe('the error catalogue', () => {
  test('lists every code, publicly, on one page', async () => {
    const list = expectStatus(await open('/v1/errors'), 200)
    expect(codes.map((_, at) => list.at(`data.${at}.code`))).toEqual(codes)
    expect([list.at('data.length'), list.at('has_more'), list.at('next_cursor')]).toEqual([
      codes.length,
      false,
      null,
    ])
  })

  test.each(codes)('%s as JSON and as a page', async (code) => {
    const entry = errorCatalogue[code]
    const one = expectStatus(await open(`/v1/errors/${code}`), 200)
    const doc_url = `${sandbox.url}/docs/errors/${code}`
    expect(one.body).toEqual({ object: 'error_code', code, doc_url, ...JSON.parse(JSON.stringify(entry)) })

    const page = expectStatus(await open(new URL(one.textAt('doc_url')).pathname), 200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const text = shown(page.text)
    for (const part of [code, entry.title, entry.cause, entry.resolution, entry.retry])
      expect(text).toContain(part)
    for (const { method, path } of entry.example.steps)
      expect(text).toContain(`curl -X ${method} '${sandbox.url}${path}'`)
  })

  test('the doc_url of an answer leads to its page', async () => {
    const refused = await sandbox.request('GET', '/v1/users/none')
    const page = await fetch(refused.textAt('error.doc_url'))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('USER_NOT_FOUND')
  })

  test('an unknown code names the nearest', async () => {
    const answer = expectError(await open('/v1/errors/RATE_LIMIT'), 'ERROR_CODE_NOT_FOUND')
    expect(answer.at('error.message')).toContain('Did you mean RATE_LIMITED?')
  })
})

describe('pages', () => {
  test('the index lists every operation and every error', async () => {
    const { text } = expectStatus(await open('/docs'), 200)
    for (const { route } of rows()) expect(shown(text)).toContain(route.summary)
    for (const code of codes) expect(text).toContain(`href="/docs/errors/${code}"`)
  })

  test.each([
    '/docs/nothing',
    '/docs/errors/NO_SUCH_CODE',
    '/docs/errors/constructor',
    '/docs/../etc/passwd',
  ])('%s is not there', async (path) => {
    expectError(await sandbox.raw('GET', path), 'ROUTE_NOT_FOUND')
  })

  test('run no scripts, and show nothing that a caller sent', async () => {
    const page = await open('/docs/errors/RATE_LIMITED')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page.text).not.toContain('<script')
    const echoed = await sandbox.raw('GET', '/docs/<script>alert(1)</script>')
    expect(echoed.headers.get('content-type')).toBe('application/json')
  })
})

describe('health', () => {
  test('up and ready', async () => {
    expect(expectStatus(await open('/healthz'), 200).body).toEqual({ status: 'ok' })
    expect(expectStatus(await open('/readyz'), 200).body).toEqual({ status: 'ready' })
  })

  test('draining: alive, not ready, and connections end', async () => {
    const service = await assembled()
    service.address.draining = true
    expectStatus(await service.request('GET', '/healthz'), 200)
    const ready = expectError(await service.request('GET', '/readyz'), 'SERVICE_UNAVAILABLE')
    expect(ready.headers.get('retry-after')).toBe('1')
    expect(expectStatus(await service.request('GET', '/v1/me'), 200).headers.get('connection')).toBe('close')
  })

  test('a store that cannot write: alive, not ready, and reads go on', async () => {
    const store = { ...intercepted(await freshStore(), async () => undefined), writable: () => false }
    const service = await assembled({ store })
    expectStatus(await service.request('GET', '/healthz'), 200)
    expectError(await service.request('GET', '/readyz'), 'STORAGE_UNAVAILABLE')
    expectStatus(await service.request('GET', '/v1/skills'), 200)
  })

  test('a request that has begun ends before the sandbox does, and no new one begins', async () => {
    const own = await freshSandbox()
    const headers = { authorization: `Bearer ${own.apiKey}`, 'content-type': 'application/json' }
    const outgoing = request(`${own.url}/v1/users`, { method: 'POST', headers })
    const answered = once(outgoing, 'response')
    outgoing.write('{"display_name":')
    // One answer later the server has read what was written before.
    expectStatus(await own.request('GET', '/healthz'), 200)
    const closed = own.close()
    await expect(own.request('GET', '/healthz')).rejects.toThrow('fetch failed')
    outgoing.end('"Kim"}')
    const [answer] = await answered
    expect([answer.statusCode, answer.headers.connection]).toEqual([201, 'close'])
    answer.resume()
    await closed
  })
})

describe('the OpenAPI document', () => {
  const methods = ['get', 'post', 'patch', 'delete', 'put'] as const

  test('has exactly the routes that answer', async () => {
    const document = expectStatus(await open('/v1/openapi.json'), 200)
    const paths = Object.entries(Object(document.at('paths')))
    const described = paths.flatMap(([path, item]) =>
      methods.filter((method) => method in Object(item)).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const table = rows().flatMap(({ route }) =>
      [route.path, ...(route.aliases ?? [])].map((path) => `${route.method} ${path}`),
    )
    expect(described.toSorted()).toEqual(table.toSorted())

    for (const [path, item] of paths) {
      for (const method of methods) {
        const address = path.replaceAll(/\{\w+\}/g, 'x')
        const answer = await sandbox.request(method.toUpperCase(), address, { key: null })
        const answers = !['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'].includes(answer.code ?? '')
        expect(answers, `${method} ${path}`).toBe(method in Object(item))
      }
    }
  })

  test('names this server and promises the codes that its routes give', async () => {
    const document = await open('/v1/openapi.json')
    expect(document.at('servers.0.url')).toBe(sandbox.url)
    expect(document.at('openapi')).toMatch(/^3\.1\./)
    const promised = new Set(
      document.text
        .match(/"x-error-codes":\[[^\]]*\]/g)
        ?.join()
        .match(/[A-Z][A-Z_]+/g),
    )
    for (const code of ['RATE_LIMITED', 'USER_NOT_FOUND', 'IDEMPOTENCY_IN_PROGRESS', 'CURSOR_INVALID']) {
      expect(promised.has(code), code).toBe(true)
    }
    for (const code of promised) expect(isErrorCode(code), code).toBe(true)
  })
})
