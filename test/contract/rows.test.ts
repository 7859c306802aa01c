import { describe, expect, test } from 'vitest'
import { commonErrors, isErrorCode } from '../../src/contract/errors.ts'
import { usualStatus, type Route } from '../../src/contract/route.ts'
import { atoms } from '../../src/contract/scopes.ts'
import { validate } from '../../src/contract/validate.ts'
import { nearest } from '../../src/core/nearest.ts'
import { table, type TableRow } from './table.ts'

const each = table.map((row): [string, TableRow] => [row.name, row])

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

function shapesOf(route: Route): string[] {
  return [route.params, route.query, route.body].flatMap((part) => Object.keys(part?.shape ?? {}))
}

describe.each(each)('%s', (_name, { route }) => {
  test('its example is a valid request', () => {
    const { params = {}, query = {}, body } = route.example
    expect(validate(route, { params, query, body }, nearest)).toMatchObject({ ok: true })
  })

  test('its path names exactly its parameters, on every alias', () => {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      expect(namesIn(path)).toEqual(Object.keys(route.params?.shape ?? {}))
    }
  })

  test('no name stands for two things in its input', () => {
    const names = shapesOf(route)
    expect(names).toEqual([...new Set(names)])
  })

  test('every error it lists exists, once, and is its own', () => {
    expect(route.errors.filter((code) => !isErrorCode(code))).toEqual([])
    const all = [...commonErrors(route), ...route.errors]
    expect(all).toEqual([...new Set(all)])
  })

  test('needs scopes that exist', () => {
    const needed = typeof route.access === 'string' ? [] : route.access
    expect(needed.filter((atom) => !atoms.includes(atom))).toEqual([])
    if (typeof route.access !== 'string') expect(needed.length).toBeGreaterThan(0)
  })

  test('is described in plain sentences', () => {
    expect(route.summary).toMatch(/^[A-Z][^.]+$/)
    if (route.description !== undefined) expect(route.description).toMatch(/\.$/)
  })

  test('hands its schemas out as one and the same object every time', () => {
    expect(route.responses).toBe(route.responses)
    expect(route.body).toBe(route.body)
    expect(route.query).toBe(route.query)
  })
})

test('no method and path stand for two operations', () => {
  const places = table.flatMap(({ route }) =>
    [route.path, ...(route.aliases ?? [])].map(
      (path) => `${route.method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    ),
  )
  expect(places.length).toBeGreaterThan(70)
  expect(places).toEqual([...new Set(places)])
})

test('an invite is created with 201 although it can also answer 200', () => {
  const create = table.find(({ name }) => name === 'invites.create')
  expect(create && usualStatus(create.route)).toBe(201)
  expect(create && Object.keys(create.route.responses)).toEqual(['200', '201'])
})

test('every location is filled from its answer', () => {
  for (const { name, route } of table) {
    if (route.location === undefined) continue
    const schema = route.responses[usualStatus(route)]
    const fields = schema !== undefined && 'shape' in schema ? Object.keys(schema.shape ?? {}) : []
    expect([name, fields]).toEqual([name, expect.arrayContaining(namesIn(route.location))])
  }
})

test('only the sandbox routes are kept from live servers', () => {
  for (const { route } of table) expect(route.mode === 'sandbox').toBe(route.path.startsWith('/v1/sandbox/'))
})

test('what reads nothing writes down nothing: a public route settles nothing', () => {
  const settling = table.filter(({ route }) => route.access === 'public' && route.settles !== undefined)
  expect(settling.map(({ name }) => name)).toEqual([])
})

test('a stream is a read with one kind of message, and only a stream resumes', () => {
  const streams = table.filter(({ route }) => route.stream)
  expect(streams.map(({ name }) => name).toSorted()).toEqual([
    'events.stream',
    'logs.stream',
    'webhooks.stream',
  ])
  for (const { route } of streams) {
    expect(route.method).toBe('GET')
    expect(Object.keys(route.responses)).toEqual(['200'])
  }
  expect(table.filter(({ route }) => route.resumes && !route.stream)).toEqual([])
})
