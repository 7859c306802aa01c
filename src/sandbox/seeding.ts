import { randomUUID } from 'node:crypto'
import { createIds } from '../core/ids.ts'
import { hashSecret } from '../core/keys.ts'
import { expand } from '../core/scopes.ts'
import { operations } from '../operations/index.ts'
import { Reply, type Call } from '../operations/call.ts'
import { keyRow } from '../operations/key-rows.ts'
import { loadSeed, planSeed, runSeed } from '../seed.ts'
import { makeCall } from '../server/call.ts'
import type { Service } from '../server/service.ts'
import type { Tx } from '../store/types.ts'

export interface SeedPlan {
  readonly seed: string
  readonly apiKey: string
  readonly now: number
}

/** Fills an empty store: the printed key, then the seed's history, played through the real operations in its order. */
export async function seedStore(tx: Tx, service: Service, plan: SeedPlan): Promise<void> {
  await ensureKey(tx, service, plan.apiKey, plan.now)
  await playSeed(tx, service, plan.seed, plan.now)
}

/** Empties the store and fills it anew. The printed key keeps its id: idempotency, limits and scripts go by it. */
export async function reseedStore(tx: Tx, service: Service, plan: SeedPlan): Promise<void> {
  const [printed] = await tx.find('keys', 'hash', hashSecret(plan.apiKey))
  await tx.clear()
  await ensureKey(tx, service, plan.apiKey, plan.now, printed?.id)
  await playSeed(tx, service, plan.seed, plan.now)
}

/** The printed key works, whatever happened to the store: scope admin, tier scale. */
export async function ensureKey(
  tx: Tx,
  service: Service,
  apiKey: string,
  now: number,
  id = createIds(() => now).newId('key'),
): Promise<void> {
  const [known] = await tx.find('keys', 'hash', hashSecret(apiKey))
  if (known !== undefined) return
  const granted = expand(['admin'])
  if (!granted.ok) throw new Error('The scope admin is unknown')
  const draft = {
    name: 'Sandbox key',
    tier: 'scale',
    scopes: ['admin'],
    permissions: granted.permissions,
  } as const
  await tx.insert('keys', keyRow({ newId: () => id, now, mode: service.mode }, apiKey, draft))
}

async function playSeed(tx: Tx, service: Service, name: string, now: number): Promise<void> {
  let at = now
  const ids = createIds(() => at)
  await runSeed(planSeed(await loadSeed(name), now), async (stepAt, resource, verb, input) => {
    at = stepAt
    const { call } = makeCall({ ...service, ids }, { now: at, key: null, requestId: `seed_${randomUUID()}` })
    return await perform(tx, call, { resource, verb, input })
  })
  await tx.insert('meta', { id: 'seed', value: name })
}

async function perform(
  tx: Tx,
  call: Call,
  step: { resource: string; verb: string; input: object },
): Promise<unknown> {
  const verbs: unknown = Reflect.get(operations, step.resource)
  const operation: unknown =
    typeof verbs === 'object' && verbs !== null ? Reflect.get(verbs, step.verb) : undefined
  if (typeof operation !== 'function')
    throw new Error(`The seed names no operation: ${step.resource}.${step.verb}`)
  const outcome: unknown = await operation(tx, step.input, call)
  return outcome instanceof Reply ? outcome.body : outcome
}
