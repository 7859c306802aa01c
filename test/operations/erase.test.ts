import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { verifyChain } from '../../src/core/evidence-hash.ts'
import { startApi } from './api.ts'

const api = await startApi()

/** Words that tell who it was; none of them may be found afterwards. */
const traces = [
  'quimby',
  'erasmus',
  'night shift',
  'ats-4711',
  'sick leave',
  'camera off',
  'desk-12',
  'colleague',
] as const

/** A person with something everywhere. */
async function person(): Promise<{ id: string; pending: string; completed: string; declined: string }> {
  const { id } = await api.user({
    display_name: 'Erasmus Quimby',
    email: 'Quimby@example.com',
    metadata: { roster: 'night shift' },
  })
  const candidate = {
    candidate_email: 'Quimby@EXAMPLE.com',
    candidate_name: 'Erasmus Q.',
    external_id: 'ats-4711',
  }
  const completed = await api.invite({ ...candidate, redirect_url: 'https://example.com/?seat=desk-12' })
  await api.step(completed.id, 'start')
  await api.step(completed.id, 'complete', { score: 90, integrity: { note: 'camera off' } })
  const declined = await api.invite(candidate)
  await api.step(declined.id, 'decline', { reason: 'sick leave' })
  const pending = await api.invite({ ...candidate, metadata: { desk: 'desk-12' } })
  await api.evidence(id, { type: 'session', summary: 'With a colleague of Quimby' })
  return { id, pending: pending.id, completed: completed.id, declined: declined.id }
}

describe('erasing a user', async () => {
  const gone = await person()
  const { id: learner } = await api.user({ display_name: 'Learner' })
  const given = await api.evidence(learner, { type: 'endorsement', endorser_id: gone.id })
  const chain = await api.ok(contract.evidence.list, `/v1/users/${gone.id}/evidence`)
  const erased = await api.ok(contract.users.erase, `/v1/users/${gone.id}/erase`)

  test('keeps the tombstone', () => {
    expect(erased).toMatchObject({ id: gone.id, status: 'erased', email: null, metadata: {} })
  })

  test.each([
    ['GET', `/v1/users/${gone.id}`],
    ['PATCH', `/v1/users/${gone.id}`],
    ['POST', `/v1/users/${gone.id}/erase`],
    ['GET', `/v1/users/${gone.id}/evidence`],
    ['GET', `/v1/evidence/${chain.data[0]?.id}`],
    ['GET', `/v1/verify/passport/${gone.id}`],
    ['GET', `/v1/verify/skill/${gone.id}/react`],
    ['GET', `/v1/verify/skill/${gone.id}/react/explain`],
  ])('%s %s is 410 from then on', async (method, path) => {
    expect(await api.refused(method, path)).toMatchObject({ code: 'USER_ERASED', status: 410 })
  })

  test('ends open invites and tells so', async () => {
    const invite = await api.ok(contract.invites.get, `/v1/assess/invites/${gone.pending}`)
    expect(invite).toMatchObject({ status: 'cancelled', closed_reason: 'user_erased' })
    const told = await api.events(`invite_id=${gone.pending}`)
    expect(told.map((one) => one.event)).toEqual(['invite.created', 'invite.cancelled'])
    expect(await api.refused('POST', `/v1/assess/invites/${gone.pending}/accept`)).toMatchObject({
      code: 'INVITE_CANCELLED',
    })
  })

  test('voids results', async () => {
    expect(await api.refused('GET', `/v1/assess/invites/${gone.completed}/result`)).toMatchObject({
      code: 'RESULT_VOIDED',
    })
    const invite = await api.ok(contract.invites.get, `/v1/assess/invites/${gone.declined}`)
    expect(invite).toMatchObject({ status: 'declined', closed_reason: null })
  })

  test.each([
    '/v1/users?limit=100',
    '/v1/users?status=erased',
    '/v1/assess/invites?limit=100',
    `/v1/assess/results?user_id=${gone.id}`,
    '/v1/events?limit=100',
    '/v1/logs?limit=100',
    `/v1/evidence/${given.id}`,
    `/v1/verify/skill/${learner}/react?evidence=chain`,
  ])('leaves no trace in %s', async (path) => {
    const { status, body } = await api.send('GET', path)
    expect(status).toBe(200)
    const text = JSON.stringify(body).toLowerCase()
    expect(traces.filter((trace) => text.includes(trace))).toEqual([])
  })

  test('leaves the chains of others whole', async () => {
    const { data } = await api.ok(contract.evidence.list, `/v1/users/${learner}/evidence`)
    expect(verifyChain(data.toReversed())).toBeNull()
  })

  test('frees the e-mail: the next one with it is somebody else', async () => {
    const invite = await api.invite({ candidate_email: 'quimby@example.com' })
    const { user_id } = await api.step(invite.id, 'accept')
    expect(user_id).not.toBe(gone.id)
    expect((await api.user({ email: 'Quimby@example.com' })).id).not.toBe(gone.id)
  })

  test('is no error in a batch, but an item with one', async () => {
    const batch = await api.ok(contract.verify.batch, '/v1/verify/batch', {
      body: { user_ids: [gone.id, learner] },
    })
    expect(batch).toMatchObject({ not_found: 1, results: [{ error: 'USER_ERASED' }, { error: null }] })
  })
})

test('erasing someone with a short id leaves the logs of others alone', async () => {
  await api.user({ id: 'a' })
  const { headers } = await api.send('GET', '/v1/skills?limit=1')
  await api.ok(contract.users.erase, '/v1/users/a/erase')
  const entry = await api.ok(contract.logs.get, `/v1/logs/${headers.get('x-request-id')}`)
  expect(entry).toMatchObject({
    path: '/v1/skills?limit=1',
    request: { headers: { host: expect.any(String) } },
  })
})
