// The live service on a data folder and on PostgreSQL: throughput of one process and of two, and how both grow with
// what is stored. Takes about twenty minutes and 6 GB of disk with a million invites:
//   npm run build; node bench/stores.mjs [--sizes 1000,100000,1000000]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { startDatabase } from './lib/database.mjs'
import { load } from './lib/load.mjs'
import { root, startSkillpass } from './lib/programs.mjs'
import { median, report, show } from './lib/report.mjs'

const { values } = parseArgs({
  options: {
    lines: { type: 'boolean' },
    sizes: { type: 'string', default: '1000,100000,1000000' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
})
const epoch = Date.UTC(2025, 0, 1)
const sizes = values.sizes.split(',').map(Number)
const folder = await mkdtemp(join(tmpdir(), 'skillpass-bench-'))
const fromDist = (path) => import(pathToFileURL(join(root, 'dist', path)).href)
const { parseStoreSpec, openStoreAt } = await fromDist('runtime/store-at.js')
const { claimMode } = await fromDist('runtime/store-mode.js')
try {
  if (values.only !== 'postgres') await measure('JSON files', `json:${join(folder, 'data')}`, [1])
  if (values.only !== 'json') {
    const database = await startDatabase()
    try {
      await measure('PostgreSQL', database.url, [1, 2])
    } finally {
      await database.stop()
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measure(name, spec, processCounts) {
  let stored = 0
  let apiKey = null
  for (const size of sizes) {
    stored = await fill(spec, stored, size)
    for (const count of processCounts) {
      const servers = await start(spec, count)
      apiKey ??= await ready(servers)
      await measureOne(
        `${name}, ${show(size)} invites, ${count === 1 ? 'one process' : `${count} processes`}`,
        servers,
        apiKey,
      )
      for (const server of servers) await server.stop()
    }
  }
}

async function measureOne(what, servers, apiKey) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const invite = JSON.stringify({ candidate_email: 'kim@example.com', skill: 'react', send_email: false })
  const post = { path: '/v1/assess/invites', method: 'POST', headers, body: invite }
  const get = { path: `/v1/assess/invites/${inviteId(7)}`, headers }
  await measureCall(`${what}: POST invite`, servers, post)
  await measureCall(`${what}: GET invite`, servers, get)
  const [{ url }] = servers
  report(`${what}: first page of 100`, await pageTime(url, headers, ''), undefined, { unit: 'ms' })
  const before = `&created_before=${encodeURIComponent(new Date(epoch + 500_000).toISOString())}`
  report(`${what}: page of 100 at the far end`, await pageTime(url, headers, before), undefined, {
    unit: 'ms',
  })
}

async function measureCall(what, servers, request) {
  await together(servers, request, 2)
  const rate = await together(servers, request, Number(values.seconds))
  report(what, rate.perSecond, undefined, { unit: '/s' })
  const [{ url }] = servers
  const alone = await load({ ...request, url: url + request.path }, { connections: 1, seconds: 2 })
  report(`${what}, p50 of one caller`, alone.p50, undefined, { unit: 'ms' })
}

async function together(servers, { path, ...request }, seconds) {
  const connections = Math.ceil(32 / servers.length)
  const all = await Promise.all(
    servers.map(({ url }) => load({ ...request, url: url + path }, { connections, seconds })),
  )
  return { perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0) }
}

async function pageTime(url, headers, query) {
  const times = []
  for (let round = 0; round < 40; round++) {
    const started = performance.now()
    const response = await fetch(`${url}/v1/assess/invites?limit=100${query}`, { headers })
    await response.text()
    times.push(performance.now() - started)
  }
  return median(times)
}

async function start(spec, count) {
  const servers = []
  for (let at = 0; at < count; at++) {
    const flags = [
      '--store',
      spec,
      '--port',
      '0',
      '--secret-file',
      join(folder, 'secrets.json'),
      '--log-level',
      'error',
    ]
    servers.push(await startSkillpass(['serve', ...flags]))
  }
  return servers
}

/** The first key, without a limit that the load could reach. */
async function ready([{ url, apiKey }]) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const ask = async (method, path, body) => {
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return await response.json()
  }
  const { key } = await ask('GET', '/v1/me')
  await ask('PATCH', `/v1/keys/${key.id}`, { rate_limit: { per_minute: 1_000_000, burst: 100_000 } })
  return apiKey
}

function inviteId(number) {
  return `inv_${ulid(number)}`
}

/** In the order of their numbers. */
function ulid(number) {
  const letters = '0123456789abcdefghjkmnpqrstvwxyz'
  let time = epoch + number
  let text = ''
  for (let at = 0; at < 10; at++) {
    text = letters[time % 32] + text
    time = Math.floor(time / 32)
  }
  return `${text}${'0'.repeat(16)}`
}

/** Straight into the store: over HTTP a million would take hours. */
async function fill(spec, from, to) {
  const { store } = await openStoreAt(parseStoreSpec(spec), (text) => process.stderr.write(`${text}\n`))
  try {
    await claimMode(store, 'live', spec)
    if (from === 0) {
      await store.transact((tx) => tx.insert('skills', skill()))
    }
    let next = from
    const slice = 250
    const client = async () => {
      while (next < to) {
        const first = next
        next = Math.min(to, next + slice)
        const last = next
        await store.transact(async (tx) => {
          for (let number = first; number < last; number++) {
            await tx.insert('invites', inviteRow(number))
            await tx.insert('events', eventRow(number))
          }
        })
      }
    }
    await Promise.all(Array.from({ length: 4 }, client))
  } finally {
    await store.close()
  }
  return to
}

function skill() {
  return {
    id: 'react',
    order: 'skl_1',
    name: 'React',
    aliases: [],
    half_life_days: 365,
    created_at: instant(0),
  }
}

function instant(number) {
  return new Date(epoch + number).toISOString()
}

function inviteRow(number) {
  const email = `candidate${number}@example.com`
  return {
    id: inviteId(number),
    status: 'completed',
    candidate_email: email,
    email_key: email,
    candidate_name: null,
    user_id: null,
    skill: 'react',
    expires_at: instant(number + 6048e5),
    span_seconds: 604800,
    due_at: null,
    created_at: instant(number),
    accepted_at: null,
    started_at: null,
    completed_at: null,
    closed_at: instant(number),
    closed_reason: null,
    external_id: `ext-${number}`,
    redirect_url: null,
    time_limit_seconds: null,
    metadata: {},
    send_email: false,
    delivery: {
      status: 'suppressed',
      sent_at: null,
      last_error: null,
    },
    link_version: 1,
    result_id: null,
  }
}

function eventRow(number) {
  const id = `evt_${ulid(number)}`
  // Young enough not to be past its retention.
  const created_at = new Date(Date.now() - 3_600_000).toISOString()
  const body = JSON.stringify({
    id,
    event: 'invite.created',
    created_at,
    sequence: number,
    invite_id: inviteId(number),
  })
  return { id, event: 'invite.created', user_id: null, invite_id: inviteId(number), created_at, body }
}
