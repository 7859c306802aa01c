import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { day, hour, second, someone, startApi } from './api.ts'

const api = await startApi()
const path = '/v1/assess/invites'

describe('creating', () => {
  test('the defaults', async () => {
    const answer = await api.send('POST', path, { body: { email: ' Kim@Example.COM ', skill: 'react' } })
    const invite = contract.invites.create.responses[201].parse(answer.body)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`${path}/${invite.id}`)
    expect(invite).toEqual({
      id: expect.stringMatching(/^inv_[0-9a-z]{26}$/),
      inviteId: invite.id,
      object: 'invite',
      status: 'pending',
      candidate_email: 'Kim@Example.COM',
      candidate_name: null,
      user_id: null,
      skill: 'react',
      expires_at: api.at(7 * day),
      due_at: null,
      created_at: api.at(),
      accepted_at: null,
      started_at: null,
      completed_at: null,
      closed_at: null,
      closed_reason: null,
      external_id: null,
      redirect_url: null,
      time_limit_seconds: null,
      metadata: {},
      send_email: true,
      delivery: { status: 'sent', sent_at: api.at(), last_error: null },
      invite_url: expect.stringContaining(`${api.sandbox.url}/i/`),
      result_id: null,
      result_status: null,
      mode: 'sandbox',
    })
  })

  test.each([
    ['candidate_email', 'candidate_email'],
    ['candidateEmail', 'camelCase'],
    ['candidate', 'the short name'],
    ['email', 'the shortest name'],
  ])('%s names the candidate (%s)', async (field) => {
    const body = { [field]: 'named@example.com', skill: 'react' }
    const made = await api.ok(contract.invites.create, path, { body })
    expect(made.candidate_email).toBe('named@example.com')
  })

  test.each([
    ['7d', 7 * day],
    ['36h', 36 * hour],
    ['90m', 90 * 60 * second],
    [3600, hour],
  ])('expires_in %s', async (expires_in, span) => {
    expect((await api.invite({ expires_in })).expires_at).toBe(api.at(span))
  })

  test('an unknown skill is refused with suggestions, and an alias is not unknown', async () => {
    // Of what begins alike, `r` is a skill too.
    const body = { ...someone(), skill: 'reakt' }
    expect(await api.refused('POST', path, { body })).toMatchObject({
      code: 'SKILL_UNKNOWN',
      param: 'skill',
      message: expect.stringContaining('Did you mean “react”?'),
    })
    expect((await api.invite({ skill: 'C++' })).skill).toBe('cpp')
  })

  test('a user that is named must be there', async () => {
    const body = { ...someone(), skill: 'react', user_id: 'nobody' }
    expect(await api.refused('POST', path, { body })).toMatchObject({
      code: 'USER_NOT_FOUND',
      param: 'user_id',
    })
  })

  test('every problem is reported at once', async () => {
    const body = { candidate_email: 'no address', time_limit_seconds: 1, colour: 'red' }
    const { code, details } = await api.refused('POST', path, { body })
    expect(code).toBe('VALIDATION_FAILED')
    expect(details).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ pointer: '/candidate_email' }),
        expect.objectContaining({ pointer: '/skill' }),
        expect.objectContaining({ pointer: '/time_limit_seconds' }),
        expect.objectContaining({ pointer: '/colour' }),
      ]),
    )
  })

  test('without an e-mail to send, none is sent', async () => {
    expect((await api.invite({ send_email: false })).delivery).toEqual({
      status: 'suppressed',
      sent_at: null,
      last_error: null,
    })
  })
})

describe('if_exists', () => {
  const again = { candidate_email: 'Again@example.com', skill: 'react' }
  const sameAgain = { candidate_email: 'Again@EXAMPLE.com', skill: 'React.js' }

  test('by default makes another', async () => {
    const [one, two] = [await api.invite(again), await api.invite(sameAgain)]
    expect(two.id).not.toBe(one.id)
    for (const { id } of [one, two]) await api.step(id, 'cancel')
  })

  test.each(['pending', 'accepted', 'in_progress'])(
    'finds one that is %s, and no closed one',
    async (status) => {
      const open = await api.invite(again)
      if (status !== 'pending') await api.step(open.id, status === 'accepted' ? 'accept' : 'start')
      const answer = await api.send('POST', path, { body: { ...sameAgain, if_exists: 'return' } })
      expect(answer).toMatchObject({ status: 200, body: { id: open.id, status } })
      expect(answer.headers.get('location')).toBeNull()
      expect(await api.refused('POST', path, { body: { ...sameAgain, if_exists: 'error' } })).toMatchObject({
        code: 'INVITE_DUPLICATE',
        status: 409,
        details: { existing_invite_id: open.id },
      })
      await api.step(open.id, 'cancel', { force: true })
      const fresh = await api.invite({ ...sameAgain, if_exists: 'error' })
      expect(fresh.id).not.toBe(open.id)
      await api.step(fresh.id, 'cancel')
    },
  )

  test('does not find an expired one that nobody has looked at', async () => {
    const open = await api.invite({ ...again, expires_in: 60 })
    api.pass(60 * second)
    const fresh = await api.ok(contract.invites.create, path, { body: { ...again, if_exists: 'return' } })
    expect(fresh.id).not.toBe(open.id)
    await api.step(fresh.id, 'cancel')
  })

  test('is about one skill', async () => {
    const open = await api.invite(again)
    expect((await api.invite({ ...again, skill: 'python', if_exists: 'return' })).id).not.toBe(open.id)
  })
})

describe('who accepts becomes a user', () => {
  test('a new one, named after the candidate', async () => {
    const { id, candidate_email } = await api.invite({ candidate_name: 'Ada L.' })
    const { user_id } = await api.step(id, 'accept')
    expect(await api.ok(contract.users.get, `/v1/users/${user_id}`)).toMatchObject({
      display_name: 'Ada L.',
      email: candidate_email,
      status: 'active',
    })
  })

  test('the one with this e-mail, its domain in any case', async () => {
    const { id } = await api.user({ email: 'link@example.com' })
    const invite = await api.invite({ candidate_email: 'link@Example.COM' })
    expect((await api.step(invite.id, 'start')).user_id).toBe(id)
    const other = await api.invite({ candidate_email: 'Link@example.com' })
    expect((await api.step(other.id, 'accept')).user_id).not.toBe(id)
  })

  test('the one that the invite names, whatever the e-mail', async () => {
    const { id } = await api.user()
    const invite = await api.invite({ user_id: id })
    expect(invite.user_id).toBe(id)
    expect((await api.step(invite.id, 'accept')).user_id).toBe(id)
  })

  test('one user for two invites of one candidate', async () => {
    const candidate = someone()
    const [one, two] = [await api.invite(candidate), await api.invite({ ...candidate, skill: 'python' })]
    expect((await api.step(one.id, 'accept')).user_id).toBe((await api.step(two.id, 'accept')).user_id)
  })
})

test('the link is for those who may write, and stays the same', async () => {
  const { id, invite_url } = await api.invite()
  const reader = await api.key({ scopes: ['invites:read'] })
  const key = reader.secret
  expect((await api.ok(contract.invites.get, `${path}/${id}`, { key })).invite_url).toBeNull()
  expect((await api.ok(contract.invites.list, `${path}?limit=1`, { key })).data[0]?.invite_url).toBeNull()
  expect((await api.ok(contract.invites.get, `${path}/${id}`)).invite_url).toBe(invite_url)
  expect((await api.refused('POST', `${path}/${id}/accept`, { key })).code).toBe('SCOPE_INSUFFICIENT')
})
