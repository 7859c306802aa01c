// The built package on the Node that runs this file: a sandbox, the CLI against it, the client, a webhook's signature.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { NotFoundError, Skillpass, webhooks } from '../../lib/sdk/index.js'
import { createSandbox } from '../../lib/testing.js'

const program = fileURLToPath(new URL('../../bin/skillpass.js', import.meta.url))
const flags = ['dev', '--ephemeral', '--port', '0', '--json']
const dev = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
try {
  const [line] = await once(createInterface({ input: dev.stdout }), 'line', {
    signal: AbortSignal.timeout(30_000),
  })
  const { url, api_key: apiKey } = JSON.parse(line)
  await askOverHttp(url, apiKey)
  await askByCommand({ ...process.env, SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: apiKey })
  await askByClient(new Skillpass({ baseUrl: url, apiKey }))
} finally {
  dev.kill('SIGTERM')
}
if (dev.exitCode === null && dev.signalCode === null) await once(dev, 'close')
verifySignature()
await (await createSandbox()).close()

async function askOverHttp(url, apiKey) {
  const answer = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${apiKey}` } })
  assert.equal(answer.status, 200)
  for (const page of ['/docs', '/dashboard', '/v1/openapi.json'])
    assert.equal((await fetch(url + page)).status, 200, page)
}

async function askByCommand(env) {
  const run = async (...words) =>
    (await promisify(execFile)(process.execPath, [program, ...words], { env })).stdout
  assert.match(await run('--version'), /\d+\.\d+\.\d+/)
  assert.match(await run('--help'), /passport/)
  assert.equal(JSON.parse(await run('passport', 'get', 'usr_alex', '--json')).user_id, 'usr_alex')
}

async function askByClient(client) {
  const invite = await client.invites.create({ candidate_email: 'kim@example.com', skill: 'react' })
  assert.equal((await client.invites.get({ id: invite.id })).status, 'pending')
  await assert.rejects(client.users.get({ id: 'nobody' }), NotFoundError)
}

function verifySignature() {
  const key = Buffer.alloc(32, 7)
  const body = JSON.stringify({ id: 'evt_1', event: 'webhook.test' })
  const now = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', key).update(`evt_1.${now}.${body}`).digest('base64')
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(now),
    'webhook-signature': `v1,${signature}`,
  }
  const secret = `whsec_${key.toString('base64')}`
  assert.equal(webhooks.verify(body, headers, secret).id, 'evt_1')
  assert.throws(() => webhooks.verify(`${body} `, headers, secret))
}
