// Webhooks against the targets for their speed and size, beside what the machine gives without them. The receiver
// and the load run in a process of their own. Takes about a minute and 200 MB of disk:
//   npx tsc -p tsconfig.build.json; node --expose-gc bench/webhooks.mjs [--deliveries 30000] [--pending 100000] [--dist DIR]
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { report } from './lib/report.mjs'
import { Pool } from 'undici'

const { values } = parseArgs({
  options: {
    lines: { type: 'boolean' },
    deliveries: { type: 'string', default: '30000' },
    pending: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '8' },
    dist: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
    only: { type: 'string' },
  },
})
const load = (path) => import(pathToFileURL(resolve(values.dist, path)).href)
const IN_FLIGHT = 10
const EVENTS_A_SECOND = 500
/** The compiler works for seconds on code that is new to it, and takes its time from the requests. */
const WARM_UP_SECONDS = 15
const DELIVERY_TIMEOUT_MS = 60_000
const WEBHOOK = 'we_00000000000000000000000000'
/** Seals the webhook's secret. */
const KEY = randomBytes(32)

if (process.send === undefined) await measure()
else await receive()

async function measure() {
  const root = mkdtempSync(join(tmpdir(), 'skillpass-bench-'))
  const receiver = fork(fileURLToPath(import.meta.url), { execArgv: [] })
  try {
    const [{ url }] = await once(receiver, 'message')
    const wanted = (name) => values.only === undefined || values.only === name
    if (wanted('rate')) await rate(join(root, 'rate'), receiver, url)
    if (wanted('latency')) await latency(join(root, 'latency'), receiver, url)
    if (wanted('memory')) await memory(join(root, 'memory'))
  } finally {
    receiver.kill()
    rmSync(root, { recursive: true, force: true })
  }
}

async function rate(dir, receiver, url) {
  const count = Number(values.deliveries)
  report('bare: durable appends of 1 KiB/s, one after the other', appends(dir))
  report('bare: POSTs/s over ten connections, nothing stored', await posts(url, 10_000))
  const { store, worker, close } = await workerOn(dir)
  await fill(store, { url, count })
  await ask(receiver, { ask: 'forget' })
  const started = performance.now()
  worker.nudge(WEBHOOK)
  const giveUp = started + DELIVERY_TIMEOUT_MS
  while ((await left(store)) > 0 && performance.now() < giveUp) await sleep(10)
  const seconds = (performance.now() - started) / 1_000
  const { received } = await ask(receiver, { ask: 'received' })
  report(
    'deliveries/s to one endpoint, every attempt durable',
    (count - (await left(store))) / seconds,
    3_000,
    { least: true },
  )
  report('deliveries that the receiver has not got', count - received, 0)
  await close()
}

/** The way of a real event: a request over HTTP makes it, its webhook arrives in the other process. */
async function latency(dir, receiver, url) {
  const { startSandbox } = await load('sandbox.js')
  const sandbox = await startSandbox({ dataDir: dir, port: 0, seed: 'empty', rateLimit: 'off' })
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ url, events: ['invite.created'] })
  await fetch(`${sandbox.url}/v1/webhooks`, { method: 'POST', headers, body })
  const wish = { url: sandbox.url, headers, perSecond: EVENTS_A_SECOND }
  await ask(receiver, { ask: 'load', ...wish, seconds: WARM_UP_SECONDS })
  await ask(receiver, { ask: 'forget' })
  const { sent, delays, answers } = await ask(receiver, {
    ask: 'load',
    ...wish,
    seconds: Number(values.seconds),
  })
  report(`events/s that were made, wanted ${EVENTS_A_SECOND}`, sent / Number(values.seconds))
  report('bare: p99 of the requests that made them, ms', quantile(answers, 0.99))
  report('p50 from event to first attempt, ms', quantile(delays, 0.5))
  report('p99 from event to first attempt, ms', quantile(delays, 0.99), 25)
  report('events whose webhook has not arrived', sent - delays.length, 0)
  await sandbox.close()
}

async function memory(dir) {
  const count = Number(values.pending)
  const { store, worker, close } = await workerOn(dir)
  globalThis.gc?.()
  report('bare: memory of the process before, MiB', process.memoryUsage().rss / 2 ** 20)
  await fill(store, { url: 'http://127.0.0.1:9/', count })
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  report(`memory with ${count} pending deliveries and their events, MiB`, before / 2 ** 20)
  worker.nudge(WEBHOOK)
  await sleep(5_000)
  globalThis.gc?.()
  report(
    'memory after five seconds of a worker that reaches nobody, MiB',
    process.memoryUsage().rss / 2 ** 20,
  )
  report('deliveries that still wait', await left(store))
  await close()
}

async function workerOn(dir) {
  const [{ openJsonStore }, { assembleDelivery }, { fixedSecrets }] = await Promise.all([
    load('store/json/open.js'),
    load('runtime/delivery.js'),
    load('server/secret-ring.js'),
  ])
  const store = await openJsonStore({ dir, onNotice: ({ message }) => console.error(message) })
  const { worker, http } = assembleDelivery({
    store,
    mode: 'sandbox',
    secrets: fixedSecrets({ cursor: KEY, inviteLink: KEY, sealing: KEY }),
    policy: { mode: 'sandbox', allowEgress: () => false, ownPort: null, ownAddresses: [] },
    version: '0.0.0',
    now: Date.now,
    realNow: Date.now,
    recorded: () => undefined,
    onFault: (error) => console.error(error),
  })
  const close = async () => {
    await worker.stop()
    await http.close()
    await store.close()
  }
  return { store, worker, close }
}

async function fill(store, { url, count }) {
  const { sealText, makeWebhookSecret } = await load('core/sealed.js')
  const secret = { sealed: sealText(KEY, makeWebhookSecret(randomBytes), randomBytes), last4: '0000' }
  const rest = {
    name: null,
    description: null,
    disabled_reason: null,
    previous_secret: null,
    failing_since: null,
  }
  const endpoint = {
    kind: 'http',
    url,
    events: ['*'],
    ack: '200',
    status: 'enabled',
    failed_events: 0,
    secret,
  }
  const created_at = new Date().toISOString()
  await store.transact((tx) => tx.insert('webhooks', { id: WEBHOOK, created_at, ...endpoint, ...rest }))
  for (let from = 0; from < count; from += 500) {
    await store.transact(async (tx) => {
      for (let nth = from; nth < Math.min(from + 500, count); nth++) await insert(tx, nth, created_at)
    })
  }
}

async function insert(tx, nth, now) {
  const number = String(nth).padStart(26, '0')
  const [event_id, event] = [`evt_${number}`, 'invite.created']
  const fields = {
    candidate_email: `c${nth}@example.com`,
    skill: 'react',
    expires_at: now,
    note: 'x'.repeat(300),
  }
  const body = JSON.stringify({
    id: event_id,
    event,
    created_at: now,
    sequence: nth,
    api_version: 'v1',
    ...fields,
  })
  await tx.insert('events', { id: event_id, event, user_id: null, invite_id: null, created_at: now, body })
  const none = {
    first_attempt_at: null,
    deadline_at: null,
    completed_at: null,
    last_outcome: null,
    lease_until: null,
  }
  const counts = { attempt_count: 0, schedule_from: 0 }
  const ids = { id: `dlv_${number}`, event_id, event_type: event, webhook_id: WEBHOOK }
  const due = { status: 'pending', created_at: now, next_attempt_at: now }
  await tx.insert('deliveries', { ...ids, ...due, ...counts, ...none })
}

async function left(store) {
  const counts = ['pending', 'delivering', 'retrying'].map((status) =>
    store.read((tx) => tx.count('deliveries', 'webhook_status', `${WEBHOOK} ${status}`)),
  )
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0)
}

function appends(dir) {
  const path = `${dir}.appends`
  const file = openSync(path, 'a')
  const line = Buffer.alloc(1_024, 'x')
  const started = performance.now()
  let count = 0
  for (; performance.now() - started < 1_000; count++) {
    writeSync(file, line)
    fdatasyncSync(file)
  }
  closeSync(file)
  rmSync(path)
  return count
}

async function posts(url, count) {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: IN_FLIGHT })
  const body = JSON.stringify({ created_at: new Date().toISOString(), note: 'x'.repeat(500) })
  const started = performance.now()
  let next = 0
  const client = async () => {
    while (next++ < count) await (await pool.request({ method: 'POST', path: pathname, body })).body.dump()
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, client))
  await pool.close()
  return count / ((performance.now() - started) / 1_000)
}

async function ask(receiver, question) {
  receiver.send(question)
  return (await once(receiver, 'message'))[0]
}

/** The other process: it acknowledges everything, and makes events when asked to. */
async function receive() {
  let received = 0
  let delays = []
  const server = createServer((request, response) => {
    const at = Date.now()
    let text = ''
    request.setEncoding('utf8').on('data', (part) => (text += part))
    request.on('end', () => {
      received += 1
      delays.push(at - Date.parse(JSON.parse(text).created_at))
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.on('disconnect', () => process.exit())
  const answer = async (wish) => {
    if (wish.ask === 'forget') [received, delays] = [0, []]
    const made = wish.ask === 'load' ? await makeEvents(wish) : {}
    process.send({ received, delays: wish.ask === 'load' ? delays : [], ...made })
  }
  process.on('message', (wish) => void answer(wish))
  process.send({ url: `http://127.0.0.1:${server.address().port}/hook` })
}

async function makeEvents({ url, headers, perSecond, seconds }) {
  const pool = new Pool(url, { connections: 32 })
  const answers = []
  const started = performance.now()
  const running = []
  while (running.length < perSecond * seconds) {
    const due = Math.min(((performance.now() - started) / 1_000) * perSecond, perSecond * seconds)
    while (running.length < due) running.push(makeEvent(pool, headers, answers))
    await sleep(1)
  }
  await Promise.all(running)
  await sleep(500)
  await pool.close()
  return { sent: running.length, answers }
}

async function makeEvent(pool, headers, answers) {
  const body = JSON.stringify({
    candidate_email: `${randomBytes(8).toString('hex')}@example.com`,
    skill: 'react',
  })
  const started = performance.now()
  const response = await pool.request({ method: 'POST', path: '/v1/assess/invites', headers, body })
  await response.body.dump()
  if (response.statusCode !== 201) throw new Error(`An invite was answered with ${response.statusCode}`)
  answers.push(performance.now() - started)
}

function quantile(numbers, share) {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
