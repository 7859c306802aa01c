import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import { makeKey } from '../../src/core/keys.ts'
import { assemble } from '../../src/sandbox/assemble.ts'
import { ensureKey, seedStore } from '../../src/sandbox/seeding.ts'
import { createApp, nodeHandler } from '../../src/server/app.ts'
import { createFailureLimiter, type FailureLimiter } from '../../src/server/failures.ts'
import { createFaults } from '../../src/server/faults.ts'
import { listen, type ListenOptions, type Listening } from '../../src/server/listen.ts'
import { createRequestLog } from '../../src/server/request-log.ts'
import { fixedSecrets } from '../../src/server/secret-ring.ts'
import type { Address, Service } from '../../src/server/service.ts'
import { wireRefusals } from '../../src/server/wire-refusal.ts'
import type { Store } from '../../src/store/types.ts'
import { createClient, type Client } from '../http.ts'
import { freshStore } from '../stores.ts'

/** The real service with what a sandbox does not let one reach: its clock, its store, its address, its mode. */
export interface Assembled extends Client {
  readonly apiKey: string
  readonly store: Store
  readonly address: Address
  readonly listening: Listening
  /** Faults of the service so far. A test that means to cause some takes them out; others fail by them. */
  readonly faults: unknown[]
  /** Lets time pass on the service's clock. */
  advance(ms: number): void
  now(): number
}

export interface Wish {
  readonly store?: Store
  readonly mode?: Service['mode']
  readonly address?: Partial<Address>
  readonly logCapacity?: number
  /** Of live mode; by default the one of a single process. */
  readonly failures?: (now: () => number) => FailureLimiter
  readonly listen?: Partial<Pick<ListenOptions, 'tls' | 'limits'>>
  /** The address that every connection seems to come from. */
  readonly peer?: string
  readonly onAnswered?: Service['onAnswered']
}

/** For one test; ends with it. */
export async function assembled(wish: Wish = {}): Promise<Assembled> {
  let time = Date.parse('2026-03-20T12:00:00.000Z')
  const faults: unknown[] = []
  const { mode = 'sandbox', store = await freshStore() } = wish
  const apiKey = makeKey(mode, randomBytes)
  const requestLog = createRequestLog(wish.logCapacity ?? 100)
  const address: Address = {
    baseUrl: '',
    hosts: [],
    corsOrigins: [],
    trustProxy: 'nobody',
    draining: false,
    ...wish.address,
  }
  const parts = assemble({
    store,
    shared: null,
    clock: {
      now: () => time,
      state: () => ({ offset_ms: 0, frozen_at: time }),
      freezeAt: (instant) => (time = instant),
      resume: () => undefined,
      reset: () => undefined,
    },
    faults: createFaults(() => 0),
    realNow: () => time,
    secrets: fixedSecrets({
      cursor: randomBytes(32),
      inviteLink: randomBytes(32),
      sealing: randomBytes(32),
    }),
    address,
    version: '0.0.0',
    seedName: 'empty',
    apiKey: () => apiKey,
    openHere: true,
    requestLog,
    rateLimit: undefined,
    onFault: (error) => faults.push(error),
  })
  const { onAnswered } = wish
  const service: Service = {
    ...parts.service,
    mode,
    ...(onAnswered !== undefined && { onAnswered }),
    ...(mode === 'live' && { failures: wish.failures?.(() => time) ?? createFailureLimiter(() => time) }),
  }
  await store.transact(async (tx) => {
    if (mode === 'live') await ensureKey(tx, service, apiKey, time)
    else await seedStore(tx, service, { seed: 'empty', apiKey, now: time })
  })
  const handler = seemingFrom(wish.peer, nodeHandler(createApp(service)))
  const listening = await listen(handler, {
    port: 0,
    host: '127.0.0.1',
    refuse: wireRefusals(service),
    ...wish.listen,
  })
  address.baseUrl = `http${listening.secure ? 's' : ''}://127.0.0.1:${listening.port}`
  onTestFinished(async () => {
    await listening.close(1_000)
    if (faults.length > 0) throw new AggregateError(faults, 'The service had faults')
  })
  return {
    ...createClient(address.baseUrl, apiKey),
    apiKey,
    store,
    address,
    listening,
    faults,
    now: () => time,
    advance: (ms) => {
      time += ms
    },
  }
}

function seemingFrom(peer: string | undefined, handler: RequestListener): RequestListener {
  if (peer === undefined) return handler
  return (request, response) => {
    Object.defineProperty(request.socket, 'remoteAddress', { value: peer, configurable: true })
    handler(request, response)
  }
}

/** A store whose every call passes `before` first: to hold it up, or to make it fail. */
export function intercepted(store: Store, before: (what: 'read' | 'transact') => Promise<void>): Store {
  return {
    transact: async (work, options) => {
      await before('transact')
      return await store.transact(work, options)
    },
    read: async (work, calls) => {
      await before('read')
      return await store.read(work, calls)
    },
    writable: () => store.writable(),
    close: async () => store.close(),
  }
}

export interface Gate {
  readonly store: Store
  /** The next transaction waits at the gate; resolves once it stands there. */
  shut(): Promise<void>
  /** Lets it pass. */
  open(): void
}

/** An empty store that can hold one transaction up. */
export async function gatedStore(): Promise<Gate> {
  let arrived: (() => void) | undefined
  let pass = (): void => undefined
  const store = intercepted(await freshStore(), async (what) => {
    if (what !== 'transact' || arrived === undefined) return
    arrived()
    arrived = undefined
    await new Promise<void>((resolve) => (pass = resolve))
  })
  return {
    store,
    shut: async () => await new Promise((resolve) => (arrived = resolve)),
    open: () => pass(),
  }
}
