import { describe, expect, test } from 'vitest'
import { expectError, expectStatus } from '../sandbox.ts'
import { assembled, type Assembled } from './assembled.ts'
import { linkTo, see, states, submit, wordsOf, type Link, type State } from './candidates.ts'

async function statusOf(service: Assembled, { id }: Link): Promise<unknown> {
  return (await service.request('GET', `/v1/assess/invites/${id}`)).at('status')
}

/** The types of what happened to the invite's candidate, oldest first. */
async function happened(service: Assembled): Promise<unknown[]> {
  const events = expectStatus(await service.request('GET', '/v1/events?limit=100'), 200).at('data')
  return Array.isArray(events) ? events.map(({ event }) => event).toReversed() : []
}

describe('each state has its page', () => {
  const pages: Readonly<Record<State, readonly [status: number, says: readonly string[]]>> = {
    pending: [200, ['You are invited', 'Start by 27 Mar 2026, 12:00 UTC, in 7 days', 'Accept', 'Decline']],
    accepted: [200, ['You have accepted', 'Start the assessment', 'Decline']],
    in_progress: [200, ['Under way', 'Started 20 Mar 2026, 12:00 UTC, just now', 'Finish with this score']],
    completed: [200, ['Finished', '95 %', 'Passed: 60 % were needed', '95 of 100 points']],
    declined: [200, ['You declined this invite', 'No time this month', 'they can send you a new one']],
    expired: [410, ['This invite has expired', 'until 27 Mar 2026, 12:00 UTC', 'ask whoever invited you']],
    cancelled: [410, ['called the assessment off', 'ask whoever invited you']],
  }

  test.each(states)('%s', async (state) => {
    const service = await assembled()
    const { path } = await linkTo(service, state)
    const page = await see(service, path)
    const [status, says] = pages[state]
    expectStatus(page, status)
    expect(page.text).toContain('<html lang="en">')
    for (const words of says) expect(wordsOf(page)).toContain(words)
  })

  test('before the start it tells who, what, until when, how long and what then', async () => {
    const service = await assembled()
    const fields = {
      candidate_name: 'Kim Doe',
      time_limit_seconds: 5_400,
      redirect_url: 'https://jobs.example/x',
    }
    const words = wordsOf(await see(service, (await linkTo(service, 'pending', fields)).path))
    expect(words).toContain('Hello Kim Doe')
    expect(words).toContain('kim@example.com')
    expect(words).toContain('React')
    expect(words).toContain(`skillpass at ${new URL(service.address.baseUrl).host}`)
    expect(words).toContain('Time limit 90 minutes')
    expect(words).toContain('You go on to jobs.example')
  })

  test('a closed link that went round shows nobody’s name and no reason of the company’s', async () => {
    const service = await assembled()
    for (const state of ['cancelled', 'expired'] as const) {
      const page = await see(service, (await linkTo(service, state, { candidate_name: 'Kim Doe' })).path)
      for (const own of ['Kim Doe', 'kim@example.com', 'Position filled'])
        expect(page.text).not.toContain(own)
    }
  })

  test('past its time limit it says so, and what comes late counts as late', async () => {
    const service = await assembled()
    const { path } = await linkTo(service, 'in_progress', { time_limit_seconds: 3_600 })
    expect(wordsOf(await see(service, path))).toContain('Time limit 20 Mar 2026, 13:00 UTC, in 60 minutes')
    service.advance(3 * 3_600_000)
    const late = wordsOf(expectStatus(await see(service, path), 200))
    expect(late).toContain('Your time is up')
    expect(late).toContain('13:00 UTC, 2 hours ago. What is handed in now counts as late.')
    expectStatus(await submit(service, `${path}/complete`, { score: '70' }), 303)
    expect(wordsOf(await see(service, path))).toContain('That was after the time limit')
  })

  test('opening an expired link tells of its expiry', async () => {
    const service = await assembled()
    const { path } = await linkTo(service, 'expired')
    await see(service, path)
    expect(await happened(service)).toEqual(['invite.created', 'invite.expired'])
  })

  test('an assessment that was called off half way says what becomes of it', async () => {
    const service = await assembled()
    const { id, path } = await linkTo(service, 'in_progress')
    await service.request('POST', `/v1/assess/invites/${id}/cancel`, { body: { force: true } })
    expect(wordsOf(expectStatus(await see(service, path), 410))).toContain('is not scored')
  })
})

describe('the steps', () => {
  test('accept, start and finish lead to the result, the passport and the events of the API', async () => {
    const service = await assembled()
    const link = await linkTo(service)
    for (const [step, status] of [
      ['accept', 'accepted'],
      ['start', 'in_progress'],
    ]) {
      const answer = expectStatus(await submit(service, `${link.path}/${step}`), 303)
      expect(answer.headers.get('location')).toBe(link.path)
      expect(await statusOf(service, link)).toBe(status)
    }
    expectStatus(await submit(service, `${link.path}/complete`, { score: '17.5', max_score: '20' }), 303)
    const result = await service.request('GET', `/v1/assess/invites/${link.id}/result`)
    expect(result.body).toMatchObject({ score: 17.5, max_score: 20, percent: 87.5, completion: 'submitted' })
    const passport = await service.request('GET', `/v1/verify/passport/${result.textAt('user_id')}`)
    expect(passport.at('skills.0')).toMatchObject({ key: 'react', sci: result.at('sci_effect.after') })
    expect(await happened(service)).toEqual([
      'invite.created',
      'invite.accepted',
      'assessment.started',
      'assessment.completed',
      'passport.updated',
      'skill.tier_changed',
    ])
    const page = wordsOf(await see(service, link.path))
    expect(page).toContain('87.5 %')
    expect(page).toContain(`React went from 0 to ${String(passport.at('skills.0.sci'))} of 100`)
  })

  test('starting at once accepts first', async () => {
    const service = await assembled()
    const { path } = await linkTo(service)
    expectStatus(await submit(service, `${path}/start`), 303)
    expect(await happened(service)).toEqual(['invite.created', 'invite.accepted', 'assessment.started'])
  })

  test('declining keeps the reason, or none', async () => {
    const service = await assembled()
    for (const [reason, kept] of [
      ['Too busy\r\n— sorry', 'Too busy\n— sorry'],
      ['  ', null],
    ] as const) {
      const { id, path } = await linkTo(service)
      expectStatus(await submit(service, `${path}/decline`, { reason }), 303)
      const invite = await service.request('GET', `/v1/assess/invites/${id}`)
      expect(invite.body).toMatchObject({ status: 'declined', closed_reason: kept })
    }
  })

  test('sent twice they happen once', async () => {
    const service = await assembled()
    const link = await linkTo(service)
    const steps = [['accept'], ['start'], ['complete', { score: '40' }]] as const
    for (const [step, fields] of steps) {
      const path = `${link.path}/${step}`
      const both = await Promise.all([submit(service, path, fields), submit(service, path, fields)])
      for (const answer of both) expectStatus(answer, 303)
    }
    expect((await happened(service)).slice(0, 5)).toEqual([
      'invite.created',
      'invite.accepted',
      'assessment.started',
      'assessment.completed',
      'passport.updated',
    ])
    const other = await linkTo(service)
    for (let time = 0; time < 2; time++) expectStatus(await submit(service, `${other.path}/decline`), 303)
    expect((await happened(service)).filter((event) => event === 'invite.declined')).toHaveLength(1)
  })

  test.each([
    ['accept', 'cancelled', 410, 'This invite was called off'],
    ['start', 'expired', 410, 'This invite has expired'],
    ['start', 'declined', 409, 'You declined this invite'],
    ['accept', 'completed', 409, '95 %'],
    ['decline', 'expired', 410, 'This invite has expired'],
    ['decline', 'in_progress', 409, 'You have started, so you can no longer decline.'],
    ['complete', 'accepted', 409, 'Start the assessment first.'],
    ['complete', 'completed', 409, 'has its result already'],
  ] as const)('%s on one that is %s shows what it is', async (step, state, status, says) => {
    const service = await assembled()
    const link = await linkTo(service, state)
    const answer = await submit(service, `${link.path}/${step}`, step === 'complete' ? { score: '10' } : {})
    expect(wordsOf(expectStatus(answer, status))).toContain(says)
    expect(await statusOf(service, link)).toBe(state)
  })

  test.each([
    { score: '101' },
    { score: '-1' },
    { score: 'all' },
    { score: '' },
    { score: '1', max_score: '0' },
  ])('a score such as %o is refused, and stays in the form', async (fields) => {
    const service = await assembled()
    const link = await linkTo(service, 'in_progress')
    const answer = expectStatus(await submit(service, `${link.path}/complete`, fields), 422)
    expect(answer.text).toContain('role="alert"')
    expect(answer.text).toContain(`name="score" value="${fields.score}"`)
    expect(await statusOf(service, link)).toBe('in_progress')
  })

  test('a reason that is too long is refused, and stays in the form', async () => {
    const service = await assembled()
    const link = await linkTo(service)
    const reason = '<b>'.repeat(200)
    const answer = expectStatus(await submit(service, `${link.path}/decline`, { reason }), 422)
    expect(wordsOf(answer)).toContain('at most 500 characters')
    expect(answer.text).toContain('&lt;b&gt;'.repeat(200))
    expect(await statusOf(service, link)).toBe('pending')
  })
})

describe('the link', () => {
  test('with any character altered is unknown', async () => {
    const service = await assembled()
    const { path } = await linkTo(service)
    const token = path.slice('/i/'.length)
    for (let place = 0; place < token.length; place++) {
      const other = token[place] === 'a' ? 'b' : 'a'
      const altered = `/i/${token.slice(0, place)}${other}${token.slice(place + 1)}`
      expectStatus(await see(service, altered), 404)
    }
    const upper = path.toUpperCase().replace('/I/', '/i/')
    for (const altered of [`${path}x`, path.slice(0, -1), upper, '/i/none']) {
      expectStatus(await see(service, altered), 404)
      expectStatus(await submit(service, `${altered}/accept`), 404)
    }
    expect(await happened(service)).toEqual(['invite.created'])
  })

  test('of another invite opens that one only', async () => {
    const service = await assembled()
    const [one, two] = [await linkTo(service), await linkTo(service)]
    const mixed = one.path.slice(0, '/i/'.length + 26) + two.path.slice('/i/'.length + 26)
    const page = expectStatus(await see(service, mixed), 404)
    expect(wordsOf(page)).toContain('This link does not work')
    expect(wordsOf(page)).toContain('copy the whole link')
  })

  test('still works when the invite is sent again, extended, and after its end', async () => {
    const service = await assembled()
    const { id, path } = await linkTo(service)
    service.advance(86_400_000)
    expectStatus(await service.request('POST', `/v1/assess/invites/${id}/resend`), 200)
    expect(wordsOf(expectStatus(await see(service, path), 200))).toContain('28 Mar 2026')
    expectStatus(await see(service, `${path}/`), 200)
  })

  test('of an earlier version does not', async () => {
    const service = await assembled()
    const { id, path } = await linkTo(service)
    await service.store.transact(async (tx) => {
      const row = await tx.get('invites', id)
      if (row !== undefined) await tx.update('invites', { ...row, link_version: 2 })
    })
    expectStatus(await see(service, path), 404)
  })

  test('is in no log', async () => {
    const service = await assembled()
    const { path } = await linkTo(service)
    await see(service, path)
    await submit(service, `${path}/accept`, {}, { referer: service.address.baseUrl + path })
    await service.request('GET', '/v1/me', { headers: { referer: service.address.baseUrl + path } })
    const log = expectStatus(await service.request('GET', '/v1/logs?limit=100'), 200)
    expect(log.text).toContain('/v1/me')
    expect(log.text).not.toContain(path.slice('/i/'.length))
  })
})

test.each([
  '/i',
  '/i/',
  '/i/x/y/z',
  '/i/x/y',
  '/i//',
  '/i/%zz',
  '/i/%E0%A4%A/accept',
  '/i/..%2f..%2fv1%2fme',
])('%s is a page that is not there', async (path) => {
  const service = await assembled()
  const page = await service.raw(path.endsWith('accept') ? 'POST' : 'GET', path)
  expect(wordsOf(expectStatus(page, 404))).toContain('This link does not work')
})

test('a page of another origin takes no step', async () => {
  const service = await assembled()
  const link = await linkTo(service)
  for (const origin of ['https://elsewhere.example', 'null']) {
    expectError(await submit(service, `${link.path}/accept`, {}, { origin }), 'ORIGIN_FORBIDDEN')
  }
  expect(await statusOf(service, link)).toBe('pending')
  const { baseUrl: origin } = service.address
  expectStatus(await submit(service, `${link.path}/accept`, {}, { origin }), 303)
})
