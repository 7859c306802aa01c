// The JSON-file store against the targets for its speed and size. Takes about three minutes and 4 GB of disk:
//   npx tsc -p tsconfig.build.json; node --expose-gc bench/store.mjs [--records 1000000] [--dist DIR]
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { report, show } from './lib/report.mjs'

const { values } = parseArgs({
  options: {
    lines: { type: 'boolean' },
    records: { type: 'string', default: '1000000' },
    dist: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
    load: { type: 'string' },
    bare: { type: 'string' },
  },
})
const { openJsonStore } = await import(pathToFileURL(resolve(values.dist, 'store/json/open.js')).href)
const CLIENTS = 64
const EPOCH = Date.UTC(2025, 0, 1)

if (values.bare !== undefined) await measureBare(values.bare)
else if (values.load !== undefined) await measureLoad(values.load)
else await measure(Number(values.records))

async function measure(records) {
  const root = mkdtempSync(join(tmpdir(), 'skillpass-bench-'))
  try {
    const small = await open(join(root, 'small'))
    const big = await open(join(root, 'big'))
    await fill(small, 0, 1_000)
    await fill(big, 0, 1_000)
    report('transactions/s, 64 clients, at 1,000 stored', await rate(big, 1_000, 20_000))
    const growth = await watched(() => fill(big, 21_000, records))
    report(
      `transactions/s, 64 clients, while growing to ${show(records)}`,
      (records - 21_000) / growth.seconds,
    )
    report('longest event-loop block meanwhile, compactions included, ms', growth.longest, 50)
    report('the same without the time that other processes took, ms', growth.busy, 50)
    report('99.9 % of event-loop delays meanwhile, ms', growth.p999)
    report(`transactions/s, 64 clients, at ${show(records)}`, await rate(big, records, 20_000))
    const [few, many] = await latencies(small, big, records + 20_000)
    report('p50 of one durable transaction at 1,000, ms', few)
    report(`p50 of one durable transaction at ${show(records)}, ms`, many)
    report('ratio', many / few, 1.2)
    await pages(big)
    globalThis.gc?.()
    report('memory after it grew, GiB', process.memoryUsage().rss / 2 ** 30, 2.5)
    await small.close()
    await big.close()
    for (const how of ['--bare', '--load']) inNewProcess([how, join(root, 'big'), '--dist', values.dist])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function inNewProcess(args) {
  const self = fileURLToPath(import.meta.url)
  const lines = values.lines ? ['--lines'] : []
  execFileSync(process.execPath, ['--expose-gc', self, ...args, ...lines], { stdio: 'inherit' })
}

/** What to hold the start against: the same records parsed into a Map, without index, checksum or order. */
async function measureBare(dir) {
  const started = performance.now()
  const rows = new Map()
  for (const name of readdirSync(dir).toSorted().toReversed()) {
    for await (const line of createInterface({ input: createReadStream(join(dir, name)) })) {
      for (const change of line.split('\t')) {
        const at = change.indexOf('{')
        if (at === -1) continue
        const row = JSON.parse(change.slice(at))
        rows.set(row.id, row)
      }
    }
  }
  report('bare Map of the same records, s', (performance.now() - started) / 1_000)
  report('its memory, GiB', process.memoryUsage().rss / 2 ** 30)
}

async function measureLoad(dir) {
  const started = performance.now()
  const store = await open(dir)
  report('start with them, s', (performance.now() - started) / 1_000, 20)
  report('memory right after the start, GiB', process.memoryUsage().rss / 2 ** 30, 2.5)
  globalThis.gc?.()
  report('memory after a collection, GiB', process.memoryUsage().rss / 2 ** 30, 2.5)
  const rewriting = await watched(() => writesOver(store, 40_000))
  report('longest event-loop block under updates after the start, ms', rewriting.longest, 50)
  report('the same without the time that other processes took, ms', rewriting.busy, 50)
  await store.close()
}

async function open(dir) {
  return openJsonStore({ dir, onNotice: (notice) => console.error(notice.message) })
}

/** Invites from `from` to `to`, each with its event in one durable transaction, by 64 clients at once. */
async function fill(store, from, to) {
  let next = from
  const client = async () => {
    while (next < to) await send(store, next++)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

async function send(store, number) {
  const invite = inviteRow(number)
  await store.transact(async (tx) => {
    await tx.insert('invites', invite)
    await tx.insert('events', eventRow(number, invite))
  })
}

async function writesOver(store, times) {
  let next = 0
  const client = async () => {
    while (next < times) {
      const number = next++
      await store.transact(async (tx) => {
        const invite = await tx.get('invites', id('inv', number * 17))
        if (invite !== undefined)
          await tx.update('invites', { ...invite, status: 'accepted', accepted_at: instant(number) })
      })
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

async function rate(store, from, count) {
  const { seconds } = await watched(() => fill(store, from, from + count))
  return count / seconds
}

/** Turn and turn about, so that both stores meet the same disk. */
async function latencies(small, big, from) {
  const times = [[], []]
  for (let round = 0; round < 1_500; round += 1) {
    for (const [which, store] of [small, big].entries()) {
      const started = performance.now()
      await send(store, from + round)
      times[which].push(performance.now() - started)
    }
  }
  return times.map((list) => list.toSorted((a, b) => a - b)[list.length >> 1])
}

async function pages(store) {
  await pagesOf(store, 'all', {})
  await pagesOf(store, 'one skill', { where: { skill: 'skill-3' } })
  const started = performance.now()
  const where = { status: 'declined', skill: 'skill-1' }
  await store.read((tx) => tx.page('invites', { where, limit: 100 }))
  report('page of two filters that no row passes, ms', performance.now() - started)
}

async function pagesOf(store, name, query) {
  const [first, last] = await pageTimes(store, query, id('inv', 15_000))
  report(`first page of 100, ${name}, ms`, first)
  report(`page of 100 at the far end, ${name}, ms`, last)
  report('ratio', last / first, 1.5)
}

async function pageTimes(store, query, before) {
  const times = [[], []]
  for (let round = 0; round < 400; round += 1) {
    for (const [which, extra] of [{}, { before }].entries()) {
      const started = performance.now()
      await store.read((tx) => tx.page('invites', { ...query, ...extra, limit: 100 }))
      times[which].push(performance.now() - started)
    }
  }
  return times.map((list) => list.toSorted((a, b) => a - b)[list.length >> 1])
}

async function watched(work) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const busy = longestBusy()
  delay.enable()
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1_000
  delay.disable()
  return { seconds, longest: delay.max / 1e6, p999: delay.percentile(99.9) / 1e6, busy: busy.stop() }
}

/** The longest block without what other processes took: by the time that Linux gave to this thread. */
function longestBusy() {
  const path = '/proc/thread-self/schedstat'
  if (!existsSync(path)) return { stop: () => Number.NaN }
  const file = openSync(path)
  const text = Buffer.alloc(64)
  const used = () => Number(text.toString('latin1', 0, readSync(file, text, 0, 64, 0)).split(' ')[0]) / 1e6
  let [last, longest] = [used(), 0]
  const timer = setInterval(() => {
    const now = used()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  const stop = () => {
    clearInterval(timer)
    closeSync(file)
    return longest
  }
  return { stop }
}

function id(prefix, number) {
  return `${prefix}_01k${String(number).padStart(23, '0')}`
}

function instant(number) {
  return new Date(EPOCH + number * 1_000).toISOString()
}

function inviteRow(number) {
  const email = `candidate.${number}@example.com`
  const open = number % 3 !== 0
  return {
    id: id('inv', number),
    status: open ? 'pending' : number % 2 === 0 ? 'completed' : 'declined',
    candidate_email: email,
    email_key: email,
    candidate_name: `Candidate ${number}`,
    user_id: id('usr', number % 50_000),
    skill: `skill-${number % 15}`,
    expires_at: instant(number + 604_800),
    span_seconds: 604_800,
    due_at: null,
    created_at: instant(number),
    accepted_at: null,
    started_at: null,
    completed_at: null,
    closed_at: open ? null : instant(number + 60),
    closed_reason: null,
    external_id: `application-${number}`,
    redirect_url: 'https://example.com/done',
    time_limit_seconds: 3_600,
    metadata: { campaign: 'autumn' },
    send_email: true,
    delivery: { status: 'queued', sent_at: null, last_error: null },
    link_version: 1,
    result_id: null,
  }
}

function eventRow(number, invite) {
  const { skill, user_id, candidate_email, expires_at, created_at, external_id, metadata } = invite
  const facts = { id: id('evt', number), event: 'invite.created', created_at, invite_id: invite.id, user_id }
  const body = JSON.stringify({
    ...facts,
    skill,
    candidate_email,
    expires_at,
    external_id,
    metadata,
    status: 'pending',
  })
  return { ...facts, body }
}
