import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { makeKey } from '../../src/core/keys.ts'
import { assemble } from '../../src/runtime/assemble.ts'
import { ensureKey } from '../../src/sandbox/seeding.ts'
import { createApp, nodeHandler } from '../../src/server/app.ts'
import { createFailureLimiter } from '../../src/server/failures.ts'
import { listen } from '../../src/server/listen.ts'
import { createRateLimiter } from '../../src/server/rate-limit.ts'
import { createRequestLog } from '../../src/server/request-log.ts'
import { fixedSecrets } from '../../src/server/secret-ring.ts'
import type { Address } from '../../src/server/service.ts'
import { wireRefusals } from '../../src/server/wire-refusal.ts'
import type { Store } from '../../src/store/types.ts'
import { parseRanges } from '../../src/worker/target.ts'
import { createClient, type Client } from '../http.ts'
import { freshStore } from '../stores.ts'

/** A service as it is in live mode: its rules for targets, its worker, its clock, which is the system's. */
export interface Live extends Client {
  readonly apiKey: string
  readonly store: Store
  readonly url: string
  /** The request log as it would be written down. */
  logged(): string
  close(): Promise<void>
}

export interface LiveWish {
  readonly store?: Store
  readonly allowEgress?: readonly string[]
}

/** For one test; ends with it. */
export async function live({ store: given, allowEgress = [] }: LiveWish = {}): Promise<Live> {
  const store = given ?? (await freshStore())
  const address: Address = {
    baseUrl: '',
    hosts: [],
    corsOrigins: [],
    trustProxy: 'nobody',
    draining: false,
  }
  const faults: unknown[] = []
  const apiKey = makeKey('live', randomBytes)
  const requestLog = createRequestLog(1_000)
  const { service, delivery } = assemble({
    store,
    shared: null,
    mode: 'live',
    now: Date.now,
    realNow: Date.now,
    secrets: fixedSecrets({ cursor: randomBytes(32), inviteLink: randomBytes(32), sealing: randomBytes(32) }),
    address,
    version: '0.0.0',
    policy: { mode: 'live', allowEgress: parseRanges(allowEgress), ownPort: null, ownAddresses: [] },
    limiter: createRateLimiter({ now: Date.now }),
    failures: createFailureLimiter(Date.now),
    requestLog,
    onFault: (error) => faults.push(error),
  })
  await store.transact((tx) => ensureKey(tx, service, apiKey, Date.now()))
  const refuse = wireRefusals(service)
  const listening = await listen(nodeHandler(createApp(service)), { port: 0, host: '127.0.0.1', refuse })
  address.baseUrl = `http://127.0.0.1:${listening.port}`
  await delivery.worker.start()
  const close = once(async () => {
    await listening.close(1_000)
    await delivery.worker.stop()
    await delivery.http.close()
    await service.usage.flush()
    await store.close()
  })
  onTestFinished(async () => {
    await close()
    if (faults.length > 0) throw new AggregateError(faults, 'The service had faults')
  })
  const logged = (): string => JSON.stringify(requestLog.page({ matches: () => true, limit: 1_000 }))
  return { ...createClient(address.baseUrl, apiKey), url: address.baseUrl, apiKey, store, logged, close }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}
