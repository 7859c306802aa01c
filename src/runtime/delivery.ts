import { openSecret, type SecretRing } from '../server/secret-ring.ts'
import type { Mode } from '../store/rows.ts'
import type { Store } from '../store/types.ts'
import type { Job, Sent } from '../worker/job.ts'
import { createListeners, type Listeners } from '../worker/listeners.ts'
import { sharedLookup, systemLookup } from '../worker/lookup.ts'
import { createWorker, type Worker, type WorkerParts } from '../worker/loop.ts'
import { createHttpSender, type HttpSender } from '../worker/send.ts'
import { createSender } from '../worker/sender.ts'
import { resolveTarget, type TargetPolicy } from '../worker/target.ts'

export interface DeliveryParts {
  readonly store: Store
  readonly mode: Mode
  readonly secrets: SecretRing
  readonly policy: TargetPolicy
  readonly version: string
  now(): number
  realNow(): number
  recorded(job: Job, sent: Sent): void
  readonly disabled?: WorkerParts['disabled']
  onFault(error: unknown): void
}

export interface Delivery {
  readonly worker: Worker
  readonly listeners: Listeners
  readonly http: HttpSender
}

/** The worker with everything it sends through. */
export function assembleDelivery(parts: DeliveryParts): Delivery {
  const lookup = sharedLookup(systemLookup)
  const listeners = createListeners(parts.realNow)
  const http = createHttpSender({
    resolve: (url) => resolveTarget(url, parts.policy, lookup),
    realNow: parts.realNow,
  })
  const send = createSender({
    http,
    listeners,
    open: (sealed) => openSecret(parts.secrets, sealed),
    now: parts.now,
    realNow: parts.realNow,
    version: parts.version,
  })
  const worker = createWorker({
    store: parts.store,
    mode: parts.mode,
    now: parts.now,
    send,
    present: listeners.present,
    recorded: parts.recorded,
    disabled: parts.disabled,
    onFault: parts.onFault,
  })
  return { worker, listeners, http }
}
