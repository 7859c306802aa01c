import { expect, test } from 'vitest'
import { version } from '../../src/sdk/index.ts'
import { rig, sampleKey } from './scripted-server.ts'

const done = { body: {} }

test('fields go to path, query and body by themselves', async () => {
  const { client, received } = await rig([done])
  await client.verify.skill({ userId: 'a/b c', skillKey: 'c++', as_of: '2026-01-02' })
  await client.users.update({ id: 'kim', display_name: 'Kim', email: null, metadata: undefined })
  await client.invites.resend({ id: 'inv_1' })
  expect(received.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['GET', '/v1/verify/skill/a%2Fb%20c/c%2B%2B?as_of=2026-01-02', ''],
    ['PATCH', '/v1/users/kim', '{"display_name":"Kim","email":null}'],
    ['POST', '/v1/assess/invites/inv_1/resend', ''],
  ])
})

test.each(['', '.', '..'])('"%s" is no path value: it would reach another route', async (id) => {
  const { client, received } = await rig([done])
  await expect(client.users.get({ id })).rejects.toMatchObject({ code: 'PARAMETER_INVALID', param: 'id' })
  expect(received).toHaveLength(0)
})

test('every request says who asks', async () => {
  const { client, received } = await rig([done], { userAgent: 'tool/1' })
  await client.invites.create({ candidate_email: 'kim@example.com', skill: 'react' })
  expect(received[0]?.headers).toMatchObject({
    authorization: `Bearer ${sampleKey}`,
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': `tool/1 skillpass-node/${version}`,
  })
})

test('a base URL with a path keeps it', async () => {
  const { url } = await rig([done])
  const { client, received } = await rig([done])
  expect(client.baseUrl).not.toBe(url)
  const under = await rig([done], { baseUrl: `${client.baseUrl}/gateway/` })
  await under.client.me.get()
  expect(received[0]?.url).toBe('/gateway/v1/me')
})

test('status, headers and request id are at hand beside the data', async () => {
  const headers = { ratelimit: '"burst";r=99;t=1' }
  const { client } = await rig([{ status: 201, headers, body: { id: 'inv_1' } }])
  const { data, response } = await client.invites
    .create({ candidate_email: 'k@example.com', skill: 'react' })
    .withResponse()
  expect(data).toEqual({ id: 'inv_1' })
  expect(response).toMatchObject({
    status: 201,
    requestId: 'req_1',
    idempotencyKey: expect.stringMatching(/^auto-/),
  })
  expect(response.headers.get('RateLimit')).toBe('"burst";r=99;t=1')
})

test('any route can be asked by path, never another address', async () => {
  const { client, received } = await rig([{ body: 'plain text' }])
  expect(await client.request('post', '/v1/x?y=1', { z: 1 })).toMatchObject({
    status: 200,
    text: 'plain text',
  })
  expect(received[0]).toMatchObject({ method: 'POST', url: '/v1/x?y=1', body: '{"z":1}' })
  for (const path of ['http://evil.example/', '//evil.example/', 'v1/me']) {
    await expect(client.request('GET', path)).rejects.toMatchObject({ code: 'PARAMETER_INVALID' })
  }
})
