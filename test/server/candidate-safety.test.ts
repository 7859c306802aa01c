import { describe, expect, test } from 'vitest'
import { StorageError } from '../../src/store/types.ts'
import type { InviteRow } from '../../src/store/rows.ts'
import { expectStatus } from '../sandbox.ts'
import { assembled, intercepted, type Assembled } from './assembled.ts'
import { linkTo, see, states, submit, wordsOf } from './candidates.ts'
import { freshStore } from '../stores.ts'

async function change(service: Assembled, id: string, changes: Partial<InviteRow>): Promise<void> {
  await service.store.transact(async (tx) => {
    const row = await tx.get('invites', id)
    if (row !== undefined) await tx.update('invites', { ...row, ...changes })
  })
}

describe('every page', () => {
  test.each([...states, 'unknown'] as const)('that is %s keeps its address to itself', async (state) => {
    const service = await assembled()
    const path = state === 'unknown' ? '/i/none' : (await linkTo(service, state)).path
    const { headers, text } = await see(service, path)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    // A form sent under no-referrer says `Origin: null`.
    expect(headers.get('referrer-policy')).toBe(text.includes('<form') ? 'same-origin' : 'no-referrer')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('script-src')
    expect(text).not.toContain('<script')
  })

  test('answers HEAD like GET, and tells which methods it takes', async () => {
    const service = await assembled()
    const { path } = await linkTo(service)
    const [whole, head] = [await see(service, path), await service.request('HEAD', path, { key: null })]
    expect(head.text).toBe('')
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(whole.text)))
    for (const [method, at, allow] of [
      ['POST', path, 'GET, HEAD, OPTIONS'],
      ['DELETE', path, 'GET, HEAD, OPTIONS'],
      ['PUT', `${path}/accept`, 'GET, POST, HEAD, OPTIONS'],
    ] as const) {
      const answer = expectStatus(await service.request(method, at, { key: null }), 405)
      expect(answer.headers.get('allow')).toBe(allow)
      expect(wordsOf(answer)).toContain('That did not work')
    }
    expectStatus(await service.request('OPTIONS', path, { key: null }), 204)
  })

  test('of a step, opened by hand, leads back to the invite and takes none', async () => {
    const service = await assembled()
    const { id, path } = await linkTo(service)
    const answer = expectStatus(await see(service, `${path}/decline`), 303)
    expect(answer.headers.get('location')).toBe(path)
    expect((await service.request('GET', `/v1/assess/invites/${id}`)).at('status')).toBe('pending')
  })
})

describe('what others wrote', () => {
  const markup = `</h1><script>alert("1")</script><img src=x onerror='alert(2)'>`

  test('stands there as text, in any state', async () => {
    const service = await assembled()
    await service.request('POST', '/v1/skills', {
      body: { key: 'evil', name: `Evil ${markup}`, half_life_days: 365 },
    })
    for (const state of states) {
      const fields = { skill: 'evil', candidate_name: `Kim ${markup}`, candidate_email: '<b>&"@example.com' }
      const { id, path } = await linkTo(service, state, fields)
      await change(service, id, { closed_reason: markup })
      const { text } = await see(service, path)
      expect(text).toContain('Evil &lt;/h1&gt;&lt;script&gt;')
      expect(text).not.toContain('<script')
      expect(text).not.toContain('<img')
      expect(text).not.toContain('<b>')
    }
  })

  test('in its own direction, however long', async () => {
    const service = await assembled()
    const name = 'שלום'.repeat(50)
    const { path } = await linkTo(service, 'pending', { candidate_name: name })
    expect((await see(service, path)).text).toContain(`<bdi>${name}</bdi>`)
  })

  test('sections of a result are text too', async () => {
    const service = await assembled()
    const { id, path } = await linkTo(service, 'in_progress')
    const body = { score: 8, max_score: 10, sections: [{ name: markup, score: 3, max_score: 4 }] }
    expectStatus(await service.request('POST', `/v1/assess/invites/${id}/complete`, { body }), 200)
    const page = await see(service, path)
    expect(page.text).not.toContain('<script')
    expect(wordsOf(page)).toContain('3 of 4')
  })
})

describe('after the result', () => {
  test('the browser goes on by itself, unless the reader stays', async () => {
    const service = await assembled()
    const { path } = await linkTo(service, 'completed', {
      redirect_url: 'https://jobs.example/done?a=1&b="é',
    })
    const page = await see(service, path)
    expect(page.headers.get('refresh')).toBe('10; url=https://jobs.example/done?a=1&b=%22%C3%A9')
    expect(page.text).toContain('href="https://jobs.example/done?a=1&amp;b=%22%C3%A9"')
    const stayed = await see(service, `${path}?stay`)
    expect(stayed.headers.get('refresh')).toBeNull()
    expect(stayed.text).toContain('href="https://jobs.example/done')
    expect(wordsOf(stayed)).not.toContain('10 seconds')
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'no address'])(
    '%s is gone to by nobody',
    async (url) => {
      const service = await assembled()
      const { id, path } = await linkTo(service, 'completed')
      await change(service, id, { redirect_url: url })
      const page = expectStatus(await see(service, path), 200)
      expect(page.headers.get('refresh')).toBeNull()
      expect(page.text).not.toContain(url)
      expect(wordsOf(page)).toContain('You can close this page')
    },
  )

  test('one that is not ready says so and looks again by itself', async () => {
    const service = await assembled()
    const { id, path } = await linkTo(service, 'in_progress')
    await change(service, id, { status: 'completed' })
    const page = expectStatus(await see(service, path), 200)
    expect(wordsOf(page)).toContain('The result is not ready yet')
    expect(page.headers.get('refresh')).toBe('15')
    expect((await see(service, `${path}?stay`)).headers.get('refresh')).toBeNull()
  })

  test('one that was withdrawn is not shown', async () => {
    const service = await assembled()
    const { id, path } = await linkTo(service, 'completed')
    const evidence = (await service.request('GET', `/v1/assess/invites/${id}/result`)).textAt('evidence_id')
    await service.request('POST', `/v1/evidence/${evidence}/revoke`, { body: { reason: 'Someone else' } })
    const page = expectStatus(await see(service, path), 410)
    expect(wordsOf(page)).toContain('The result was withdrawn')
    expect(wordsOf(page)).not.toMatch(/\b95\b/)
  })

  test('nothing of an erased person is shown', async () => {
    const service = await assembled()
    const { id, path } = await linkTo(service, 'completed', { candidate_name: 'Kim Doe' })
    const user = (await service.request('GET', `/v1/assess/invites/${id}`)).textAt('user_id')
    expectStatus(await service.request('POST', `/v1/users/${user}/erase`), 200)
    expect(expectStatus(await see(service, path), 410).text).not.toMatch(/Kim|erased/)
  })
})

describe('in live mode', () => {
  async function live(): Promise<Assembled> {
    const service = await assembled({ mode: 'live' })
    const body = { key: 'react', name: 'React', half_life_days: 365 }
    expectStatus(await service.request('POST', '/v1/skills', { body }), 201)
    return service
  }

  test('nobody gives themselves a score', async () => {
    const service = await live()
    const { id, path } = await linkTo(service, 'in_progress')
    const page = expectStatus(await see(service, path), 200)
    expect(page.text).not.toContain('<form')
    expect(page.text).not.toContain('andbox')
    expect(wordsOf(page)).toContain('takes place at the assessment provider')
    expectStatus(await submit(service, `${path}/complete`, { score: '95' }), 404)
    expect((await service.request('GET', `/v1/assess/invites/${id}`)).at('status')).toBe('in_progress')
  })

  test('the page waits for the result and then shows it', async () => {
    const service = await live()
    const { id, path } = await linkTo(service)
    expectStatus(await submit(service, `${path}/start`), 303)
    expect((await see(service, path)).headers.get('refresh')).toBe('15')
    await service.request('POST', `/v1/assess/invites/${id}/complete`, { body: { score: 61 } })
    expect(wordsOf(await see(service, path))).toContain('61 %')
  })

  test('past the time limit it says whom to ask', async () => {
    const service = await live()
    const { path } = await linkTo(service, 'in_progress', { time_limit_seconds: 60 })
    service.advance(120_000)
    const page = wordsOf(await see(service, path))
    expect(page).toContain('Your time is up')
    expect(page).toContain('ask whoever invited you')
  })
})

describe('what cannot be answered is a page too', () => {
  test.each([
    ['application/json', '{}', 415],
    ['application/x-www-form-urlencoded', `reason=${'x'.repeat(300_000)}`, 413],
    ['application/x-www-form-urlencoded', 'skill=python', 422],
  ])('a body of %s', async (type, body, status) => {
    const service = await assembled()
    const { path } = await linkTo(service)
    const headers = { 'content-type': type }
    const answer = await service.request('POST', `${path}/decline`, { key: null, body, headers })
    expectStatus(answer, status)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('a full disk: the page is read, the step is not taken, and both are said', async () => {
    let full = false
    const store = intercepted(await freshStore(), async (what) => {
      if (full && what === 'transact') throw new StorageError('No space left on device')
    })
    const service = await assembled({ store })
    const { id, path } = await linkTo(service)
    full = true
    expectStatus(await see(service, path), 200)
    const answer = expectStatus(await submit(service, `${path}/accept`), 503)
    expect(wordsOf(answer)).toContain('nothing was changed')
    expect(answer.text).toContain(answer.headers.get('x-request-id'))
    expect(answer.text).not.toContain('No space left')
    full = false
    expect((await service.request('GET', `/v1/assess/invites/${id}`)).at('status')).toBe('pending')
    expect(service.faults.splice(0).length).toBeGreaterThan(0)
  })
})
