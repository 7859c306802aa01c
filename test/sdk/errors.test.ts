import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import * as sdk from '../../src/sdk/index.ts'
import { maskKey } from '../../src/sdk/mask.ts'
import { refusal, rig, sampleKey } from './scripted-server.ts'

const families = [
  [401, sdk.AuthenticationError],
  [403, sdk.PermissionError],
  [404, sdk.NotFoundError],
  [409, sdk.ConflictError],
  [410, sdk.GoneError],
  [400, sdk.ValidationError],
  [422, sdk.ValidationError],
  [429, sdk.RateLimitError],
  [500, sdk.ServerError],
  [503, sdk.ServerError],
] as const

test.each(families)('%i becomes its own class', async (status, Family) => {
  const { client } = await rig([refusal(status, 'SOME_CODE')], { maxRetries: 0 })
  const error = await client.me.get().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Family)
  expect(error).toBeInstanceOf(sdk.SkillpassError)
  expect(error).toHaveProperty('name', Family.name)
})

test('everything the service says is on the error, and goes back to its form', async () => {
  const details = [{ pointer: '/skill', code: 'required', message: 'is required' }]
  const rest = {
    doc_url: 'http://x/docs',
    param: 'skill',
    details,
    retryable: false,
    retry_after_seconds: null,
  }
  const { client } = await rig([refusal(422, 'VALIDATION_FAILED', {}, rest)])
  const error = await client.me.get().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: 'VALIDATION_FAILED',
    docUrl: 'http://x/docs',
    requestId: 'req_x',
    param: 'skill',
  })
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    code: 'VALIDATION_FAILED',
    message: 'Refused with VALIDATION_FAILED.',
    status: 422,
    request_id: 'req_x',
    ...rest,
  })
})

test('an answer without an error object says that something stands between', async () => {
  const { client } = await rig([{ status: 502, body: '<html>Bad gateway</html>' }], { maxRetries: 0 })
  await expect(client.me.get()).rejects.toMatchObject({
    code: 'RESPONSE_INVALID',
    status: 502,
    requestId: 'req_1',
  })
})

test('a redirect is not followed: the key stays here', async () => {
  const { client, received } = await rig([{ status: 302, headers: { location: 'http://127.0.0.1:9/' } }])
  await expect(client.me.get()).rejects.toMatchObject({ code: 'RESPONSE_INVALID', status: 302 })
  expect(received).toHaveLength(1)
})

test('a success that is not JSON is an error with its request id', async () => {
  const { client } = await rig([{ body: 'ok' }])
  await expect(client.me.get()).rejects.toMatchObject({
    code: 'RESPONSE_INVALID',
    status: 200,
    requestId: 'req_1',
  })
})

test('the key shows nowhere: not in the client, not in an error that quotes it', async () => {
  const { client } = await rig([
    refusal(401, 'AUTH_KEY_INVALID', {}, { message: `Unknown key ${sampleKey}` }),
  ])
  const error = await client.me.get().catch((thrown: unknown) => thrown)
  const shown = [
    inspect(client, { depth: 9, showHidden: true }),
    JSON.stringify(client),
    inspect(error),
    JSON.stringify(error),
  ]
  expect(shown.join('\n')).not.toContain(sampleKey)
  expect(JSON.stringify(client)).toContain(maskKey(sampleKey))
})

test('a key with a line break is refused without being quoted', () => {
  const make = () => new sdk.Skillpass({ apiKey: `${sampleKey}\n` })
  expect(make).toThrow(sdk.ValidationError)
  expect(make).not.toThrow(sampleKey)
})

test.each(['ftp://x', 'nonsense', 'http://u:p@x', 'http://x/?a=1'])(
  'the base URL %s is refused',
  (baseUrl) => {
    expect(() => new sdk.Skillpass({ baseUrl })).toThrow(sdk.ValidationError)
  },
)

test.each([0, -1, Number.NaN])('a timeout of %d is refused', (timeout) => {
  expect(() => new sdk.Skillpass({ timeout })).toThrow('timeout')
})
