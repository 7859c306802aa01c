import { expect, test } from 'vitest'
import { commonErrors } from '../../src/contract/errors.ts'
import { rows } from '../../src/contract/index.ts'
import { assembled } from '../server/assembled.ts'

/** What the fuzzers of this folder found, each in its smallest form. */

test('a Host that no URL can hold is refused, and does not end the process', async () => {
  const service = await assembled()
  for (const host of ['localhost:99999', '127.0.0.1:65536']) {
    // The escape makes the path one that has to be written anew.
    const answer = await service.raw('GET', '/v1/%26', { headers: { host } })
    expect([answer.status, answer.code]).toEqual([403, 'HOST_FORBIDDEN'])
  }
  expect((await service.request('GET', '/healthz')).status).toBe(200)
})

test.each(['/v1/events?since=', '/v1/assess/invites?created_after='])(
  '%s may lie before 1970',
  async (path) => {
    const service = await assembled()
    const [all, since] = [
      await service.request('GET', path.slice(0, path.indexOf('?'))),
      await service.request('GET', `${path}1168-04-05T09:01:21.5Z`),
    ]
    expect([since.status, since.at('data')]).toEqual([200, all.at('data')])
  },
)

test('the document tells that a GET refuses a body', async () => {
  const service = await assembled()
  const answer = await service.raw('GET', '/v1/users', {
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    chunks: ['{}'],
  })
  expect([answer.status, answer.code]).toEqual([400, 'BODY_MALFORMED'])
  const silent = rows().filter(({ route }) => !commonErrors(route).includes('BODY_MALFORMED'))
  expect(silent.map(({ name }) => name)).toEqual([])
})
