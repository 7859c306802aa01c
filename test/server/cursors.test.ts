import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Client } from '../http.ts'
import { expectError, expectStatus, freshSandbox, sharedSandbox } from '../sandbox.ts'

const sandbox = await sharedSandbox({ rateLimit: 'off' })
const invites = '/v1/assess/invites'
const skills = ['react', 'python', 'go']

async function invite(client: Client, number: number): Promise<string> {
  const body = { candidate_email: `candidate${number}@example.com`, skill: skills[number % skills.length] }
  return expectStatus(await client.request('POST', invites, { body }), 201).textAt('id')
}

/** 250 invites, oldest first. */
const made: string[] = []
for (let number = 0; number < 250; number++) made.push(await invite(sandbox, number))
const newestFirst = made.toReversed()

interface Page {
  readonly ids: readonly string[]
  readonly next: string | null
}

async function page(client: Client, query: Readonly<Record<string, string>>): Promise<Page> {
  const answer = expectStatus(
    await client.request('GET', `${invites}?${new URLSearchParams(query).toString()}`),
    200,
  )
  const next = answer.at('next_cursor') === null ? null : answer.textAt('next_cursor')
  expect(answer.at('has_more')).toBe(next !== null)
  const data = answer.at('data')
  if (!Array.isArray(data)) throw new TypeError(answer.text)
  return {
    ids: data.map((_, at) => answer.textAt(`data.${at}.id`)),
    next,
  }
}

/** Every id of the listing, page by page; `between` runs before each further page. */
async function walk(
  client: Client,
  filters: Readonly<Record<string, string>>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const found: string[] = []
  let current = await page(client, filters)
  for (;;) {
    found.push(...current.ids)
    if (current.next === null) return found
    await between()
    current = await page(client, { ...filters, cursor: current.next })
  }
}

describe('a walk', () => {
  test.each([7, 25, 83, 100])('of 250 invites by %i meets each once, newest first', async (limit) => {
    expect(await walk(sandbox, { limit: String(limit) })).toEqual(newestFirst)
  })

  test('by 1', async () => {
    const filters = {
      limit: '1',
      skill: 'react',
      created_before: new Date(Date.now() + 60_000).toISOString(),
    }
    expect(await walk(sandbox, filters)).toEqual(newestFirst.filter((_, at) => (249 - at) % 3 === 0))
  })

  test('by any limit and filter gives the same list', async () => {
    const all = await walk(sandbox, { limit: '100', skill: 'python' })
    expect(all).toEqual(newestFirst.filter((_, at) => (249 - at) % 3 === 1))
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 10, max: 100 }), fc.boolean(), async (limit, byStatus) => {
        const filters = { limit: String(limit), skill: 'python', ...(byStatus && { status: 'pending' }) }
        expect(await walk(sandbox, filters)).toEqual(all)
      }),
      { numRuns: 10 },
    )
  })

  test('is not disturbed by what is inserted meanwhile', async () => {
    const busy = await freshSandbox({ rateLimit: 'off' })
    const before: string[] = []
    for (let number = 0; number < 60; number++) before.push(await invite(busy, number))
    let number = 1000
    const seen = await walk(busy, { limit: '7' }, async () => await invite(busy, number++))
    expect(seen).toEqual(before.toReversed())
  })

  test('of a whole number of pages ends without an empty one', async () => {
    const last = await page(sandbox, { limit: '50' })
    expect(last.ids).toHaveLength(50)
    const pages: number[] = []
    let cursor = last.next
    while (cursor !== null) {
      const { ids, next } = await page(sandbox, { limit: '50', cursor })
      pages.push(ids.length)
      cursor = next
    }
    expect(pages).toEqual([50, 50, 50, 50])
  })

  test('may change its step on the way', async () => {
    const first = await page(sandbox, { limit: '3' })
    const { ids } = await page(sandbox, { limit: '5', cursor: first.next ?? '' })
    expect(ids).toEqual(newestFirst.slice(3, 8))
  })

  test('of nothing: an empty page, and it is the last', async () => {
    expect(await page(sandbox, { external_id: 'nobody' })).toEqual({ ids: [], next: null })
  })
})

const cursor = (await page(sandbox, { limit: '1' })).next ?? ''

describe('a cursor', () => {
  const refusal = async (altered: string, rest = '') =>
    await sandbox.request('GET', `${invites}?cursor=${encodeURIComponent(altered)}${rest}`)

  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_='

  test('in a spelling that was not handed out is invalid, though it means the same bytes', async () => {
    const same = characters.split('').map((character) => cursor.slice(0, -1) + character)
    const bytes = Buffer.from(cursor, 'base64url')
    const others = same.filter((text) => text !== cursor && Buffer.from(text, 'base64url').equals(bytes))
    expect(others.length).toBeGreaterThan(0)
    for (const text of [...others, `${cursor}=`, ` ${cursor}`]) {
      expectError(await refusal(text), 'CURSOR_INVALID')
    }
  })

  test('altered anywhere is invalid', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(cursor.length - 1),
        fc.constantFrom(...characters.split('')),
        fc.constantFrom('replace', 'insert', 'cut'),
        async (at, character, how) => {
          const tail = how === 'insert' ? at : at + 1
          const altered = cursor.slice(0, at) + (how === 'cut' ? '' : character) + cursor.slice(tail)
          fc.pre(altered !== cursor)
          expectError(await refusal(altered), 'CURSOR_INVALID')
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each(['', 'made-up', 'null', '%', 'AAAA', '🙂'])('%j is invalid', async (text) => {
    expect(expectError(await refusal(text), 'CURSOR_INVALID').status).toBe(400)
  })

  test('of another server is invalid', async () => {
    const other = await freshSandbox()
    expectError(await other.request('GET', `${invites}?cursor=${cursor}`), 'CURSOR_INVALID')
  })

  test.each(['&status=pending', '&skill=react', '&created_after=2026-01-01T00:00:00Z', '&user_id=kim'])(
    'with other filters (%s) does not fit',
    async (filter) => {
      const answer = expectError(await refusal(cursor, filter), 'CURSOR_FILTER_MISMATCH')
      expect(answer.status).toBe(400)
      expect(answer.at('error.param')).toBe('cursor')
    },
  )

  test('of a filtered list does not fit without, or with another value', async () => {
    const filtered = (await page(sandbox, { limit: '1', skill: 'react' })).next ?? ''
    expectError(await refusal(filtered), 'CURSOR_FILTER_MISMATCH')
    expectError(await refusal(filtered, '&skill=python'), 'CURSOR_FILTER_MISMATCH')
    expectStatus(await refusal(filtered, '&skill=react'), 200)
  })

  test('of one list does not fit another', async () => {
    for (const path of [
      '/v1/users',
      '/v1/skills',
      '/v1/keys',
      '/v1/events',
      '/v1/logs',
      '/v1/assess/results',
    ]) {
      const answer = await sandbox.request('GET', `${path}?cursor=${cursor}`)
      expectError(answer, 'CURSOR_FILTER_MISMATCH')
    }
  })

  test('shows nothing of its key, and is the same list under the alias', async () => {
    expect(cursor).toMatch(/^[\w-]+$/)
    expectStatus(await sandbox.request('GET', `/v1/assess/invite?cursor=${cursor}`), 200)
  })

  test('works for another key', async () => {
    const { secret: key } = await sandbox.newKey(['invites:read'])
    const answer = await sandbox.request('GET', `${invites}?limit=2&cursor=${cursor}`, { key })
    expect([answer.at('data.0.id'), answer.at('data.1.id')]).toEqual(newestFirst.slice(1, 3))
  })
})
