import { describe, expect, test } from 'vitest'
import { rows } from '../../src/contract/index.ts'
import type { Route } from '../../src/contract/route.ts'
import { expectError, expectStatus, sharedSandbox } from '../sandbox.ts'

const sandbox = await sharedSandbox()

interface Problem {
  readonly pointer: string
  readonly code: string
  readonly message: string
}

async function problemsOf(method: string, path: string, body?: unknown): Promise<Problem[]> {
  const answer = expectError(await sandbox.request(method, path, { body }), 'VALIDATION_FAILED')
  expect(answer.status).toBe(422)
  const details = answer.at('error.details')
  if (!Array.isArray(details)) throw new TypeError(`No list of problems: ${answer.text}`)
  return details
}

const pointers = (problems: readonly Problem[]) => problems.map(({ pointer }) => pointer).toSorted()

describe('details', () => {
  test('hold every problem of path, query and body', async () => {
    const path = `/v1/assess/invites/${'x'.repeat(65)}/complete?verbose=1&limit=5`
    const body = {
      score: 'high',
      max_score: -1,
      sections: [
        { name: 'a', score: 1 },
        { name: '', score: 1, weight: 2 },
      ],
      integrity: [],
      note: '',
    }
    const problems = await problemsOf('POST', path, body)
    expect(pointers(problems)).toEqual([
      '/integrity',
      '/max_score',
      '/note',
      '/score',
      '/sections/1/name',
      '/sections/1/weight',
      'id',
      'limit',
      'verbose',
    ])
    for (const { code, message } of problems) {
      expect(code).toMatch(/^[a-z_]+$/)
      expect(message).toMatch(/^\S+ .*[.?]$/)
    }
  })

  test('the message is the first problem and counts the others; param names it', async () => {
    const answer = await sandbox.request('POST', '/v1/users', { body: { nick: 1, age: 2 } })
    expect(answer.at('error.message')).toMatch(/ \(and 2 more in details\)$/)
    expect(answer.at('error.param')).toBe(answer.textAt('error.details.0.pointer').slice(1))
    const one = await sandbox.request('POST', '/v1/users', { body: {} })
    expect(one.at('error.message')).toBe('display_name is required.')
    expect(one.at('error.param')).toBe('display_name')
  })

  test('end at a hundred', async () => {
    const body = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, at]))
    expect(await problemsOf('POST', '/v1/users', body)).toHaveLength(100)
  })

  test('pointers escape what JSON pointers escape', async () => {
    expect(pointers(await problemsOf('POST', '/v1/users', { display_name: 'Kim', 'a/b~c': 1 }))).toEqual([
      '/a~1b~0c',
    ])
    const metadata = { 'team/web~1': 12 }
    expect(pointers(await problemsOf('POST', '/v1/users', { display_name: 'Kim', metadata }))).toEqual([
      '/metadata/team~1web~01',
    ])
  })
})

describe('unknown names', () => {
  test.each([
    ['POST', '/v1/users', { displayname: 'Kim' }, '/displayname', 'did you mean display_name?'],
    [
      'POST',
      '/v1/assess/invites',
      { candidate_mail: 'a@b.c' },
      '/candidate_mail',
      'did you mean candidate_email?',
    ],
    ['GET', '/v1/users?emial=a@b.c', undefined, 'emial', 'did you mean email?'],
    [
      'GET',
      '/v1/assess/invites?created_aftr=2026-01-01T00:00:00Z',
      undefined,
      'created_aftr',
      'created_after?',
    ],
  ])('%s %s %j at %s: %s', async (method, path, body, pointer, hint) => {
    const found = (await problemsOf(method, path, body)).find((problem) => problem.pointer === pointer)
    expect(found).toMatchObject({ code: 'unknown' })
    expect(found?.message).toContain(hint)
  })

  test('are refused everywhere: every row refuses an unknown query parameter and field', async () => {
    for (const { route, name } of rows()) {
      const path = `${placed(route)}?no_such_parameter=1`
      const body = route.method === 'GET' ? undefined : { no_such_field: 1 }
      const found = pointers(await problemsOf(route.method, path, body))
      expect(found, name).toContain('no_such_parameter')
      if (body !== undefined) expect(found, name).toContain('/no_such_field')
    }
  })

  test('far from any known one get no suggestion', async () => {
    const [problem] = await problemsOf('GET', '/v1/users?zzz=1')
    expect(problem?.message).toBe('zzz is not known here.')
  })
})

describe('both cases of every field', () => {
  const camel = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  /** Right for no field of the table, so that the answer shows how the field was read. */
  const wrong = [{}]

  for (const { name, route } of rows()) {
    const fields = Object.keys(route.body?.shape ?? {}).filter((field) => camel(field) !== field)
    const parameters = Object.keys(route.query?.shape ?? {}).filter((field) => camel(field) !== field)
    if (fields.length + parameters.length === 0) continue

    test(`of ${name}`, async () => {
      for (const field of fields) {
        const snake = await problemsOf(route.method, placed(route), { [field]: wrong })
        expect(
          pointers(snake).some((pointer) => pointer.startsWith(`/${field}`)),
          field,
        ).toBe(true)
        expect(await problemsOf(route.method, placed(route), { [camel(field)]: wrong })).toEqual(snake)
        const both = { [field]: wrong, [camel(field)]: 'other' }
        const conflict = { pointer: `/${field}`, code: 'conflict' }
        expect(await problemsOf(route.method, placed(route), both)).toContainEqual(
          expect.objectContaining(conflict),
        )
      }
      for (const field of parameters) {
        const snake = await problemsOf('GET', `${placed(route)}?${field}=`)
        expect(pointers(snake), field).toEqual([field])
        expect(await problemsOf('GET', `${placed(route)}?${camel(field)}=`)).toEqual(snake)
        const both = `${placed(route)}?${field}=&${camel(field)}=other`
        const conflict = { pointer: field, code: 'conflict' }
        expect(await problemsOf('GET', both)).toContainEqual(expect.objectContaining(conflict))
      }
    })
  }

  test('the same value twice is no conflict', async () => {
    const body = { display_name: 'Kim', displayName: 'Kim' }
    expectStatus(await sandbox.request('POST', '/v1/users', { body }), 201)
  })

  test('nested fields too', async () => {
    const rateLimit = { perMinute: 7, burst: 3 }
    const body = { name: 'ci', scopes: ['read'], rateLimit, dailyQuota: 9 }
    const made = expectStatus(await sandbox.request('POST', '/v1/keys', { body }), 201)
    expect(made.at('rate_limit')).toEqual({ per_minute: 7, burst: 3 })
    expect(made.at('daily_quota')).toBe(9)
  })

  test('the caller’s own labels keep their spelling', async () => {
    const metadata = { teamName: 'web', team_name: 'ops' }
    const made = await sandbox.request('POST', '/v1/users', { body: { displayName: 'Kim', metadata } })
    expect(expectStatus(made, 201).at('metadata')).toEqual(metadata)
  })

  test('an invite from the shop window: both paths, three names, both cases', async () => {
    const bodies = [
      { candidate_email: 'kim@example.com', skill: 'React.js', expires_in: '36h' },
      { candidateEmail: 'kim@example.com', skill: 'react', expiresIn: 36 * 3600 },
      { candidate: 'kim@example.com', skill: 'ReactJS', expiresIn: '36h' },
      { email: 'kim@example.com', skill: 'REACT', expires_in: '2160m' },
    ]
    for (const path of ['/v1/assess/invites', '/v1/assess/invite']) {
      for (const body of bodies) {
        const made = expectStatus(await sandbox.request('POST', path, { body }), 201)
        expect(made.at('candidate_email')).toBe('kim@example.com')
        expect(made.at('skill')).toBe('react')
        expect(made.headers.get('location')).toBe(`/v1/assess/invites/${made.textAt('id')}`)
      }
    }
  })
})

describe('query parameters', () => {
  test.each(['0', '101', 'ten', '1.5', '-1', '', '1e2', '0x10'])('limit=%s is refused', async (limit) => {
    const problems = await problemsOf('GET', `/v1/users?limit=${limit}`)
    expect(problems).toEqual([
      expect.objectContaining({ pointer: 'limit', message: 'limit must be a whole number from 1 to 100.' }),
    ])
  })

  test('given twice', async () => {
    expect(await problemsOf('GET', '/v1/users?limit=1&limit=1')).toEqual([
      { pointer: 'limit', code: 'repeated', message: 'limit must be given once.' },
    ])
  })

  test('on a route that has none', async () => {
    expect(pointers(await problemsOf('GET', '/healthz?deep=1'))).toEqual(['deep'])
  })
})

function placed({ path }: Route): string {
  return path.replaceAll(/\{\w+\}/g, 'x')
}
