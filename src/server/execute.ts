import type { Row } from '../contract/index.ts'
import { usualStatus } from '../contract/route.ts'
import { Reply, type Call } from '../operations/call.ts'
import type { ReadTx, Tx } from '../store/types.ts'
import { audit } from './audit.ts'
import { makeCall, resetEffects } from './call.ts'
import type { Exchange } from './exchange.ts'
import { exclusively, holdAlone, recall, remember, replay, type Claim, type InFlight } from './idempotency.ts'
import type { Service } from './service.ts'

/** An operation as the pipeline runs it: its types were checked where the table and the operations meet. */
export type Runner = (tx: never, input: never, call: Call) => Promise<unknown>

interface Work {
  readonly row: Row
  readonly runner: Runner
  readonly exchange: Exchange
  readonly input: unknown
  readonly claim: Claim | null
}

const inFlight = new WeakMap<Service, InFlight>()

/** Runs the operation in its transaction and makes the answer of it. */
export async function execute(service: Service, work: Work): Promise<void> {
  const { exchange, claim } = work
  const { at: now, key, id: requestId, trace } = exchange
  const { call, effects } = makeCall(service, { now, key, requestId, trace })
  const run = async (tx: Tx | ReadTx | null): Promise<unknown> => {
    resetEffects(effects)
    return await answer(tx, work, call)
  }
  const write = async (tx: Tx): Promise<void> => await audit(tx, work, await run(tx))
  if (work.row.route.fixed) await fixed(service, work, run)
  else if (work.row.route.standalone) await alone(service, work, run)
  else if (work.row.route.method === 'GET') await service.store.read(run)
  else if (claim === null) await service.store.transact(write)
  else await once(service, work, claim, write)
  for (const effect of effects.afterCommit) effect()
  exchange.counts = effects.counts
}

const fixedAnswers = new WeakMap<Service, Map<string, string>>()

/** Large and the same every time: made, checked and written as text once. */
async function fixed(
  service: Service,
  { row, exchange }: Work,
  run: (tx: null) => Promise<unknown>,
): Promise<void> {
  const known = fixedAnswers.get(service) ?? new Map<string, string>()
  fixedAnswers.set(service, known)
  const name = `${row.name} ${service.address.baseUrl}`
  const body = known.get(name)
  exchange.answer.isUnlogged = true
  if (body === undefined) {
    await run(null)
    known.set(name, exchange.answer.body)
    return
  }
  exchange.answer.status = usualStatus(row.route)
  exchange.answer.body = body
}

/** Its effects have transactions of their own; the memory of its answer follows in one of its own too. */
async function alone(service: Service, work: Work, run: (tx: null) => Promise<unknown>): Promise<void> {
  const { exchange, claim, row } = work
  if (claim === null) return void (await run(null))
  await exclusively(claims(service), claim.id, async () => {
    const earlier = await service.store.transact((tx) => recall(tx, claim, exchange.at))
    if (earlier !== undefined) return replay(earlier, exchange)
    exchange.answer.headers['idempotent-replayed'] = 'false'
    await run(null)
    await service.store.transact((tx) => remember(tx, claim, exchange, row.route))
  })
}

/** The effect, its row in the audit log and the memory of its answer commit together: a retry finds both or neither. */
async function once(
  service: Service,
  work: Work,
  claim: Claim,
  run: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { exchange, row } = work
  await exclusively(claims(service), claim.id, () =>
    service.store.transact(async (tx) => {
      const [, earlier] = await Promise.all([holdAlone(tx, claim), recall(tx, claim, exchange.at)])
      if (earlier !== undefined) return replay(earlier, exchange)
      exchange.answer.headers['idempotent-replayed'] = 'false'
      await run(tx)
      await remember(tx, claim, exchange, row.route)
    }),
  )
}

function claims(service: Service): InFlight {
  const known = inFlight.get(service) ?? new Set<string>()
  inFlight.set(service, known)
  return known
}

/** Answers what the operation did. */
async function answer(
  tx: Tx | ReadTx | null,
  { row, runner, exchange, input }: Work,
  call: Call,
): Promise<unknown> {
  const outcome = await runner(tx as never, input as never, call)
  const { route } = row
  const reply = outcome instanceof Reply ? outcome : new Reply(usualStatus(route), outcome)
  checkAnswer(row, reply)
  exchange.answer.status = reply.status
  exchange.answer.body = JSON.stringify(reply.body)
  if (reply.status === 201 && route.location !== undefined) {
    exchange.answer.headers['location'] = fill(route.location, reply.body)
  }
  return reply.body
}

/** An answer that breaks its own contract must not leave, and its effect must not stay. */
function checkAnswer({ name, route }: Row, reply: Reply<unknown>): void {
  const checked = route.responses[reply.status]?.safeParse(reply.body)
  if (checked?.success) return
  throw new Error(
    `${name} answered ${reply.status} outside its schema: ${checked?.error.message ?? 'no such status'}`,
  )
}

function fill(template: string, body: unknown): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(typeof body === 'object' && body !== null ? Reflect.get(body, name) : '')),
  )
}
