import assert from 'node:assert/strict'
import { test } from 'node:test'

const { SKILLPASS_BASE_URL: baseUrl, SKILLPASS_API_KEY: apiKey } = process.env

async function call(method, path, body) {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const value = await answer.json()
  assert.ok(answer.ok, JSON.stringify(value))
  return value
}

test('a score of 88 makes a passport', async () => {
  const sent = { candidate_email: 'kim@example.com', skill: 'react', expires_in: '7d' }
  const invite = await call('POST', '/v1/assess/invites', sent)
  await call('POST', `/v1/assess/invites/${invite.id}/start`)
  const { user_id: user } = await call('POST', `/v1/assess/invites/${invite.id}/complete`, { score: 88 })
  const { skills } = await call('GET', `/v1/verify/passport/${user}`)
  assert.deepEqual(
    skills.map(({ key, evidence }) => [key, evidence.assessments]),
    [['react', 1]],
  )
})

test('the people of the seed are there', async () => {
  const { verified } = await call('GET', '/v1/verify/skill/usr_alex/react')
  assert.equal(verified, true)
})
