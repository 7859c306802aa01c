import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { errorCatalogue } from '../../src/contract/errors.ts'
import { openapi } from '../../src/contract/openapi.ts'
import { table } from './table.ts'

const document = openapi('1.2.3', 'http://127.0.0.1:4747', 'sandbox', table)
const text = JSON.stringify(document)

function at(value: unknown, ...path: readonly string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  return typeof value === 'object' && value !== null ? at(Reflect.get(value, name), ...rest) : undefined
}

function keysAt(...path: readonly string[]): string[] {
  return Object.keys(Object(at(document, ...path)))
}

test('redocly finds nothing to say against it', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
  try {
    await writeFile(join(folder, 'openapi.json'), text)
    const lint = [
      'lint',
      'openapi.json',
      '--extends',
      'recommended',
      '--format',
      'json',
      '--max-problems',
      '1000',
    ]
    const { stdout } = await execa('redocly', lint, {
      cwd: folder,
      preferLocal: true,
      localDir: import.meta.dirname,
      reject: false,
      timeout: 50_000,
      env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
    })
    const report: { totals: unknown; problems: { ruleId: string; message: string }[] } = JSON.parse(stdout)
    expect(report.problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
    expect(report.totals).toMatchObject({ errors: 0, warnings: 0 })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('every operation stands under every one of its paths, with an id of its own', () => {
  const ids: string[] = []
  for (const { name, route } of table) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const id = at(document, 'paths', path, route.method.toLowerCase(), 'operationId')
      expect(id).toMatch(new RegExp(`^${name.replace('.', '\\.')}(?:\\.alias)?$`))
      ids.push(String(id))
    }
  }
  expect(ids).toEqual([...new Set(ids)])
})

test('every link leads somewhere, and every component is linked to', () => {
  const links = new Set(
    [...text.matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)].map((match) => `${match[1]} ${match[2]}`),
  )
  const parts = ['schemas', 'responses', 'headers', 'parameters']
  const present = parts.flatMap((part) => keysAt('components', part).map((name) => `${part} ${name}`))
  expect(present.toSorted()).toEqual([...links].toSorted())
})

test('the resources are named components', () => {
  expect(keysAt('components', 'schemas')).toEqual(
    expect.arrayContaining([
      'Invite',
      'Result',
      'Passport',
      'User',
      'Evidence',
      'Skill',
      'ApiKey',
      'Event',
      'Webhook',
      'Delivery',
      'Log',
      'Error',
    ]),
  )
})

test('a live document has no sandbox routes', () => {
  const live = openapi('1.2.3', 'https://api.example.org', 'live', table)
  const sandboxPaths = (paths: readonly string[]) => paths.filter((path) => path.startsWith('/v1/sandbox/'))
  expect(sandboxPaths(keysAt('paths')).toSorted()).toEqual([
    '/v1/sandbox/clock',
    '/v1/sandbox/faults',
    '/v1/sandbox/mail',
    '/v1/sandbox/reset',
    '/v1/sandbox/trigger',
  ])
  expect(sandboxPaths(Object.keys(Object(live['paths'])))).toEqual([])
  expect(at(live, 'servers', '0', 'url')).toBe('https://api.example.org')
})

test('without rows of its own the document is that of the table', () => {
  expect(at(openapi('1.2.3', 'https://api.example.org', 'live'), 'paths', '/v1/users', 'get')).toBeDefined()
})

test('every resource has its tag', () => {
  const named = Object(document['tags']).map(({ name }: { name: string }) => name)
  expect(named.toSorted()).toEqual([...new Set(table.map(({ resource }) => resource))].toSorted())
})

test('a stream is an event stream of its messages, and says how it resumes', () => {
  const link = { $ref: '#/components/parameters/LastEventId' }
  const answer = ['responses', '200', 'content']
  const events = ['paths', '/v1/events/stream', 'get']
  expect(keysAt(...events, ...answer)).toEqual(['text/event-stream'])
  expect(at(document, ...events, ...answer, 'text/event-stream', 'schema')).toEqual({
    $ref: '#/components/schemas/Event',
  })
  expect(at(document, ...events, 'parameters')).toContainEqual(link)
  expect(at(document, 'paths', '/v1/webhooks/{id}/stream', 'get', 'parameters')).not.toContainEqual(link)
  expect(keysAt('paths', '/v1/events', 'get', ...answer)).toEqual(['application/json'])
})

test('every error an operation lists stands in its document', () => {
  for (const { route } of table) {
    const responses = at(document, 'paths', route.path, route.method.toLowerCase(), 'responses')
    for (const code of route.errors) {
      const link = at(responses, `${errorCatalogue[code].status}`, '$ref')
      const name = String(link).split('/').at(-1) ?? ''
      expect(at(document, 'components', 'responses', name, 'x-error-codes')).toContain(code)
    }
  }
})

test('writes take an idempotency key, reads do not', () => {
  const link = { $ref: '#/components/parameters/IdempotencyKey' }
  expect(at(document, 'paths', '/v1/users', 'post', 'parameters')).toContainEqual(link)
  expect(at(document, 'paths', '/v1/users', 'get', 'parameters')).not.toContainEqual(link)
})

test('scopes stand with the operations that need them', () => {
  expect(at(document, 'paths', '/v1/verify/skill/{userId}/{skillKey}', 'get', 'security')).toEqual([
    { apiKey: ['skills:verify', 'passports:read'] },
  ])
  expect(at(document, 'paths', '/healthz', 'get', 'security')).toEqual([])
})

test('the whole document is plain JSON and says nothing of this machine', () => {
  expect(JSON.parse(text)).toEqual(document)
  expect(text).not.toContain(process.cwd())
})
