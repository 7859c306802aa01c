// Three `serve` processes on one PostgreSQL under load, one of them killed (-9) every two seconds, for a minute: no
// acknowledged write is lost, no event stays away, no idempotency key acts twice, no limit is passed by more than one
// request a process. Run it as `npm run chaos` after a build; `--seconds N` for another length.
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startDatabase } from './lib/database.mjs'
import { root, startSkillpass } from './lib/programs.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    processes: { type: 'string', default: '3' },
    writers: { type: 'string', default: '6' },
  },
})
const certificates = join(root, 'test/worker/certificates')
const folder = await mkdtemp(join(tmpdir(), 'skillpass-chaos-'))
const database = await startDatabase()
const receiver = await startReceiver()
const servers = []
try {
  const ports = []
  for (let at = 0; at < Number(values.processes); at++) servers.push(await startProcess(0))
  ports.push(...servers.map(({ url }) => Number(new URL(url).port)))
  const admin = servers.map(({ apiKey }) => apiKey).find((key) => key !== null)
  if (servers.filter(({ apiKey }) => apiKey !== null).length !== 1)
    throw new Error('Not exactly one first key')
  await ask(admin, 'POST', '/v1/skills', { key: 'react', name: 'React' })
  await ask(admin, 'POST', '/v1/webhooks', { url: receiver.url, events: ['*'] })
  const limited = await ask(admin, 'POST', '/v1/keys', {
    name: 'limited',
    scopes: ['read'],
    rate_limit: { per_minute: 120, burst: 60 },
  })
  const end = performance.now() + Number(values.seconds) * 1_000
  const tally = { invites: new Map(), twice: 0, requests: 0, retries: 0, kills: 0, passed: [] }
  await Promise.all([
    ...Array.from({ length: Number(values.writers) }, () => write(admin, end, tally)),
    probe(limited.secret, end, tally),
    kill(end, tally, ports),
  ])
  await settle(admin, tally)
} finally {
  await Promise.all(servers.map((server) => server.kill('SIGKILL')))
  receiver.close()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}

async function write(key, end, tally) {
  while (performance.now() < end) {
    const idempotencyKey = randomUUID()
    const body = {
      candidate_email: `${idempotencyKey}@example.com`,
      skill: 'react',
      external_id: idempotencyKey,
      send_email: false,
    }
    const send = () => insist(key, 'POST', '/v1/assess/invites', body, idempotencyKey, tally)
    // Every fifth is sent to two processes at once.
    const answers = await Promise.all(randomInt(5) === 0 ? [send(), send()] : [send()])
    const ids = new Set(answers.map(({ id }) => id))
    if (ids.size !== 1) tally.twice += 1
    tally.invites.set(idempotencyKey, answers[0].id)
  }
}

/** As a client that retries: the same key until an answer came. */
async function insist(key, method, path, body, idempotencyKey, tally) {
  for (;;) {
    tally.requests += 1
    const answer = await attempt(key, method, path, body, idempotencyKey)
    if (answer.status === 201) return answer.body
    if (answer.status !== 0 && answer.status !== 409 && answer.status < 500)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    tally.retries += 1
    await wait(answer.status === 0 ? 20 : 200)
  }
}

async function attempt(key, method, path, body, idempotencyKey) {
  const server = servers[randomInt(servers.length)]
  try {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  } catch {
    // The process is gone, before or after it did what was asked.
    return { status: 0 }
  }
}

async function ask(key, method, path, body) {
  for (let left = 50; left > 0; left--) {
    const answer = await attempt(key, method, path, body)
    if (answer.status >= 200 && answer.status < 300) return answer.body
    if (answer.status !== 0 && answer.status < 500)
      throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    await wait(100)
  }
  throw new Error(`${method} ${path}: no answer`)
}

/** More than the limit allows, on all processes. */
async function probe(key, end, tally) {
  while (performance.now() < end) {
    const answers = await Promise.all(Array.from({ length: 6 }, () => attempt(key, 'GET', '/v1/me')))
    const now = performance.now()
    for (const { status } of answers) if (status === 200) tally.passed.push(now)
    await wait(100)
  }
}

async function kill(end, tally, ports) {
  await wait(1_000)
  while (performance.now() < end) {
    const at = randomInt(servers.length)
    await servers[at].kill('SIGKILL')
    tally.kills += 1
    servers[at] = await startProcess(ports[at])
    await wait(2_000)
  }
}

/** What was promised has to be there; what was leased by the dead is sent once their leases end. */
async function settle(key, tally) {
  const invites = await listed(key, '/v1/assess/invites')
  const byKey = Map.groupBy?.(invites, ({ external_id: id }) => id) ?? groupBy(invites)
  const lost = [...tally.invites].filter(([external, id]) => byKey.get(external)?.[0]?.id !== id).length
  const doubled = [...byKey.values()].filter((all) => all.length > 1).length
  const strangers = [...byKey.keys()].filter((external) => !tally.invites.has(external)).length
  const events = (await listed(key, '/v1/events')).map(({ id }) => id)
  const deadline = performance.now() + 90_000
  let missing = events.length
  while (missing > 0 && performance.now() < deadline) {
    missing = events.filter((id) => !receiver.seen.has(id)).length
    if (missing > 0) await wait(500)
  }
  const repeats = [...receiver.seen.values()].reduce((sum, times) => sum + times - 1, 0)
  const over = overLimit(tally.passed, 120)
  const report = {
    'processes killed': tally.kills,
    'requests sent, retries among them': `${tally.requests}, ${tally.retries}`,
    'invites acknowledged': tally.invites.size,
    'acknowledged and lost': lost,
    'there twice': doubled,
    'two answers for one idempotency key': tally.twice,
    'there and never acknowledged': strangers,
    events: events.length,
    'events that never arrived': missing,
    'arrived more than once': repeats,
    'most over the limit in any 60 s': over,
  }
  console.table(Object.fromEntries(Object.entries(report).map(([name, value]) => [name, { value }])))
  const bad = lost + doubled + tally.twice + missing + strangers
  if (bad > 0 || over > servers.length) process.exitCode = 1
  console.log(process.exitCode === 1 ? 'NOT survived' : 'survived')
}

function groupBy(invites) {
  const found = new Map()
  for (const one of invites) found.set(one.external_id, [...(found.get(one.external_id) ?? []), one])
  return found
}

/** Requests let through in the fullest minute, above the limit. */
function overLimit(instants, limit) {
  let most = 0
  for (let last = 0, first = 0; last < instants.length; last++) {
    while (instants[last] - instants[first] > 60_000) first++
    most = Math.max(most, last - first + 1)
  }
  return Math.max(0, most - limit)
}

async function listed(key, path) {
  const all = []
  for (let cursor = ''; ;) {
    const page = await ask(
      key,
      'GET',
      `${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    all.push(...page.data)
    if (!page.has_more) return all
    cursor = page.next_cursor
  }
}

async function startProcess(port) {
  const secrets = join(folder, 'secrets.json')
  const flags = ['--log-level', 'error', '--allow-egress', '127.0.0.0/8', '--port', String(port)]
  const words = ['serve', '--store', database.url, '--secret-file', secrets, ...flags]
  // The receiver's certificate is a test's.
  const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' }
  return await startSkillpass(words, { env, stderr: 'inherit' })
}

async function startReceiver() {
  const seen = new Map()
  const server = createServer(
    {
      cert: readFileSync(join(certificates, 'hooks.test.pem')),
      key: readFileSync(join(certificates, 'hooks.test.key.pem')),
    },
    (request, response) => {
      const id = request.headers['webhook-id']
      seen.set(id, (seen.get(id) ?? 0) + 1)
      request.resume().on('end', () => response.end('{}'))
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    seen,
    url: `https://127.0.0.1:${server.address().port}/hook`,
    close: () => (server.close(), server.closeAllConnections()),
  }
}
