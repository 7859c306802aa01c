import { expect, test } from 'vitest'
import { NotFoundError, PermissionError, Skillpass, ValidationError } from '../../src/sdk/index.ts'
import { sharedSandbox } from '../sandbox.ts'

const sandbox = await sharedSandbox()
const client = new Skillpass({ apiKey: sandbox.apiKey, baseUrl: sandbox.url })

test('from invite to passport', async () => {
  const sent = await client.invites.create({
    candidate_email: 'kim@example.com',
    skill: 'React.js',
    expires_in: '36h',
  })
  expect(sent).toMatchObject({ status: 'pending', skill: 'react' })
  const started = await client.invites.start({ id: sent.id })
  await client.invites.complete({ id: sent.id, score: 92 })
  expect(await client.invites.result({ id: sent.id })).toMatchObject({ percent: 92, passed: true })
  const userId = started.user_id ?? ''
  const passport = await client.verify.passport({ userId })
  expect(passport.skills.map(({ key }) => key)).toEqual(['react'])
  const explained = await client.verify.explain({ userId, skillKey: 'react' })
  const points = explained.contributions.reduce((sum, piece) => sum + piece.points, 0)
  expect(points).toBe(explained.sciPoints)
})

test('one key, one invite, however often it is sent', async () => {
  const body = { candidate_email: 'once@example.com', skill: 'react' }
  const options = { idempotencyKey: 'once-1' }
  const first = await client.invites.create(body, options).withResponse()
  const second = await client.invites.create(body, options).withResponse()
  expect(second.data).toEqual(first.data)
  expect(second.response.headers.get('idempotent-replayed')).toBe('true')
})

test('a list of several pages comes whole, newest first', async () => {
  const names = Array.from({ length: 7 }, (_, at) => `Person ${at}`)
  for (const display_name of names) await client.users.create({ display_name, metadata: {} })
  const found: string[] = []
  for await (const user of client.users.list({ limit: 3 })) found.push(user.display_name)
  expect(found.slice(0, 7)).toEqual(names.toReversed())
})

test('refusals arrive as their classes with all they say', async () => {
  await expect(client.users.get({ id: 'nobody' })).rejects.toBeInstanceOf(NotFoundError)
  const wrong = await client.invites
    .create({ candidate_email: 'no', skill: '' })
    .catch((thrown: unknown) => thrown)
  expect(wrong).toBeInstanceOf(ValidationError)
  expect(wrong).toHaveProperty('details.length', 2)
  const { secret } = await sandbox.newKey(['verify'])
  const weak = new Skillpass({ apiKey: secret, baseUrl: sandbox.url })
  await expect(weak.invites.list()).rejects.toBeInstanceOf(PermissionError)
})
