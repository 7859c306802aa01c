import { createIds } from '../core/ids.ts'
import { ms } from '../core/instant.ts'
import { hashSecret } from '../core/keys.ts'
import { expand } from '../core/scopes.ts'
import { importEntry, tellOfImport } from '../operations/evidence-import.ts'
import type { EvidenceInput } from '../operations/evidence.ts'
import { decayDue } from '../operations/decay.ts'
import { expireDue } from '../operations/expiry.ts'
import { operations } from '../operations/index.ts'
import { Reply, type Call } from '../operations/call.ts'
import { keyRow } from '../operations/key-rows.ts'
import { loadSeed, planSeed, runSeed } from '../seed.ts'
import { makeCall } from '../server/call.ts'
import type { Service } from '../server/service.ts'
import type { Tx } from '../store/types.ts'
import { processMarker } from './one-process.ts'

const dueAtOnce = 1_000

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

/**
 * Empties the store and fills it anew. The printed key keeps its id: idempotency, limits and scripts go by it, and so
 * does whoever is signed in with it. On a database this process keeps it.
 */
export async function reseedStore(tx: Tx, service: Service, plan: SeedPlan): Promise<void> {
  const [printed] = await tx.find('keys', 'hash', hashSecret(plan.apiKey))
  const signedIn = printed === undefined ? [] : await tx.find('sessions', 'key_id', printed.id)
  const lease = await tx.get('meta', processMarker)
  await tx.clear()
  if (lease !== undefined) await tx.insert('meta', lease)
  await ensureKey(tx, service, plan.apiKey, plan.now, printed?.id)
  for (const session of signedIn) await tx.insert('sessions', session)
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
  const past = { ...service, ids }
  const callAt = (instant: number): Call => {
    at = instant
    return makeCall(past, { now: at, key: null, requestId: 'seed' }).call
  }
  const imported = new Set<string>()
  await runSeed(planSeed(await loadSeed(name), now), async (stepAt, resource, verb, input) => {
    await lapse(tx, stepAt, callAt)
    if (resource !== 'evidence' || verb !== 'create') {
      return await perform(tx, callAt(stepAt), { resource, verb, input })
    }
    imported.add(String(input['id']))
    // The seed was read by the row's own schema; the plan passes it on as it is.
    return await importEntry(tx, callAt(stepAt), input as unknown as EvidenceInput)
  })
  await lapse(tx, now, callAt)
  for (const id of imported) await tellOfImport(tx, callAt(now), id)
  await tx.insert('meta', { id: 'seed', value: name })
}

/** What falls due between two steps happens at its own instant, as it would have with the service running. */
async function lapse(tx: Tx, until: number, callAt: (instant: number) => Call): Promise<void> {
  for (;;) {
    const dues = [await tx.nextDue('invites'), await tx.nextDue('decays')]
    const [due] = dues.filter((instant) => instant !== null).toSorted()
    if (due === undefined || ms(due) > until) return
    const call = callAt(ms(due))
    await expireDue(tx, call, dueAtOnce)
    await decayDue(tx, call, dueAtOnce)
  }
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
