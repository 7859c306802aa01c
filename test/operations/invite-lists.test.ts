import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { hour, second, startApi } from './api.ts'

const api = await startApi()
const running = await startApi({ now: Date.now })
const path = '/v1/assess/invites'

describe('listing', () => {
  test('every filter, alone and together', async () => {
    const user = await api.user()
    const wanted = await api.invite({
      candidate_email: 'filter+1@example.com',
      skill: 'python',
      user_id: user.id,
      external_id: 'ats-1',
    })
    await api.step(wanted.id, 'decline')
    await api.invite({ candidate_email: 'filter+2@example.com', external_id: 'ats-2' })
    const filters = [
      'candidate_email=filter%2B1@EXAMPLE.com',
      'candidateEmail=filter%2B1@example.com',
      `user_id=${user.id}`,
      'external_id=ats-1',
      'status=declined&skill=Python&external_id=ats-1',
      `status=declined&user_id=${user.id}&candidate=filter%2B1@example.com`,
    ]
    for (const filter of filters) {
      const { data } = await api.ok(contract.invites.list, `${path}?${filter}`)
      expect([filter, data.map(({ id }) => id)]).toEqual([filter, [wanted.id]])
    }
    const none = await api.ok(contract.invites.list, `${path}?external_id=ats-1&status=pending`)
    expect(none).toMatchObject({ object: 'list', data: [], has_more: false, next_cursor: null })
  })

  test('a filter by status sees what has expired meanwhile', async () => {
    const { id } = await api.invite({ external_id: 'late', expires_in: 60 })
    api.pass(60 * second)
    const pending = await api.ok(contract.invites.list, `${path}?external_id=late&status=pending`)
    const expired = await api.ok(contract.invites.list, `${path}?external_id=late&status=expired`)
    expect([pending.data, expired.data.map((one) => one.id)]).toEqual([[], [id]])
  })

  test('between two instants, both excluded', async () => {
    const made = []
    for (let count = 0; count < 3; count += 1) {
      api.pass(hour)
      made.push(await api.invite({ external_id: 'between' }))
    }
    const [first, second, third] = made.map((one) => one.created_at)
    const within = async (query: string) =>
      (await api.ok(contract.invites.list, `${path}?external_id=between&${query}`)).data.map(
        (one) => one.created_at,
      )
    expect(await within(`created_after=${first}`)).toEqual([third, second])
    expect(await within(`created_before=${third}`)).toEqual([second, first])
    expect(await within(`created_after=${first}&created_before=${third}`)).toEqual([second])
  })

  test('pages hold every row once, newest first, while others are added', async () => {
    const made = []
    for (let count = 0; count < 7; count += 1) made.push((await api.invite({ skill: 'sql' })).id)
    const seen: string[] = []
    let cursor = ''
    for (const [size, more] of [
      [3, true],
      [3, true],
      [1, false],
    ] as const) {
      const page = await api.ok(contract.invites.list, `${path}?skill=sql&limit=3${cursor}`)
      expect([page.data.length, page.has_more, page.next_cursor !== null]).toEqual([size, more, more])
      seen.push(...page.data.map(({ id }) => id))
      cursor = `&cursor=${page.next_cursor}`
      await api.invite({ skill: 'sql' })
    }
    expect(seen).toEqual(made.toReversed())
  })

  test('a cursor is for its own listing, unaltered', async () => {
    for (let count = 0; count < 2; count += 1) await api.invite({ skill: 'go' })
    const { next_cursor } = await api.ok(contract.invites.list, `${path}?skill=go&limit=1`)
    const other = await api.refused('GET', `${path}?skill=rust&limit=1&cursor=${next_cursor}`)
    expect(other).toMatchObject({ code: 'CURSOR_FILTER_MISMATCH', status: 400 })
    const altered = await api.refused('GET', `${path}?skill=go&limit=1&cursor=x${next_cursor}`)
    expect(altered).toMatchObject({ code: 'CURSOR_INVALID', status: 400 })
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'status=open', 'colour=red', 'created_after=yesterday'])(
    '%s is refused',
    async (query) => {
      expect((await api.refused('GET', `${path}?${query}`)).code).toBe('VALIDATION_FAILED')
    },
  )
})

test('results are listed by user, skill, invite and outcome', async () => {
  const user = await api.user()
  const made: string[] = []
  for (const [skill, score] of [
    ['react', 80],
    ['react', 40],
    ['python', 90],
  ] as const) {
    const { id } = await api.invite({ user_id: user.id, skill })
    await api.step(id, 'start')
    made.push((await api.step(id, 'complete', { score })).id)
  }
  const [good, bad, other] = made
  const listed = async (query: string) =>
    (await api.ok(contract.results.list, `/v1/assess/results?user_id=${user.id}&${query}`)).data.map(
      (one) => one.invite_id,
    )
  expect(await listed('')).toEqual([other, bad, good])
  expect(await listed('skill=ReactJS')).toEqual([bad, good])
  expect(await listed('passed=true')).toEqual([other, good])
  expect(await listed('passed=false')).toEqual([bad])
  expect(await listed(`invite_id=${good}`)).toEqual([good])
})

test('created_after the newest one is nothing, by a clock that runs', async () => {
  for (let count = 0; count < 50; count += 1) {
    const { created_at } = await running.invite()
    const later = await running.ok(contract.invites.list, `${path}?created_after=${created_at}`)
    expect(later.data).toEqual([])
  }
})
