import { readFile } from 'node:fs/promises'
import { createApp, nodeHandler } from '../server/app.ts'
import { listen, type Listening } from '../server/listen.ts'
import type { Service } from '../server/service.ts'
import { wireRefusals } from '../server/wire-refusal.ts'
import type { Assembled } from './assemble.ts'
import type { Chores } from './chores.ts'
import type { Hosting } from './hosting.ts'

/** Host names that requests may give, beside those of this machine. */
export function namesOf({ baseUrl }: Hosting): readonly string[] {
  return baseUrl === undefined ? [] : [new URL(baseUrl).hostname.toLowerCase()]
}

export interface Place extends Hosting {
  /** 0: any free port. Default: 4747. */
  readonly port?: number | undefined
  /** Address to bind. Default: 127.0.0.1. */
  readonly host?: string | undefined
  /** When the port is taken, take any free one instead of failing. */
  readonly portFallback?: boolean | undefined
}

const defaultPort = 4747
const certificateLookMs = 60_000

/** Listens; a certificate that was renewed on disk is used within a minute. */
export async function listenAt(
  place: Place,
  service: Service,
  chores: Chores,
  renewed: () => void,
): Promise<Listening> {
  const { port = defaultPort, host = '127.0.0.1', portFallback } = place
  const tls = await certificateOf(place)
  const listening = await listen(nodeHandler(createApp(service)), {
    port,
    host,
    refuse: wireRefusals(service),
    ...(portFallback !== undefined && { portFallback }),
    ...(tls !== undefined && { tls }),
  })
  if (tls === undefined) return listening
  let used = tls
  chores.every(certificateLookMs, async () => {
    const found = await certificateOf(place)
    if (found === undefined || Buffer.compare(found.cert, used.cert) === 0) return
    await listening.renew(found)
    used = found
    renewed()
  })
  return listening
}

/** @throws the system's error when a file cannot be read */
async function certificateOf({ tls }: Hosting): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if (tls === undefined) return undefined
  const [cert, key] = await Promise.all([readFile(tls.cert), readFile(tls.key)])
  return { cert, key }
}

/** Where it answers, for a client on this machine. */
export function urlOf({ host, port, secure }: Listening): string {
  const anyAddress = host === '0.0.0.0' || host === '::'
  return `${secure ? 'https' : 'http'}://${anyAddress ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
}

export interface Running {
  readonly assembled: Assembled
  readonly chores: Chores
  /** null: it never came to that. */
  readonly listening: Listening | null
  /** Ends the other ways in. */
  readonly first: () => Promise<void>
  /** Ends what else runs, while the store is still open. */
  readonly last: () => Promise<void>
}

/**
 * Ends running requests within `graceMs`, hands back what was claimed, writes everything down. Only the store stays
 * open.
 */
export async function shutDown(
  { assembled, chores, listening, first, last }: Running,
  graceMs: number,
): Promise<void> {
  const { service, delivery, replays, bus } = assembled
  service.address.draining = true
  await first()
  service.streams.closeAll()
  await listening?.close(graceMs)
  await chores.stop()
  await replays.stop()
  await delivery.worker.stop()
  await delivery.http.close()
  bus?.stop()
  await service.usage.flush()
  await last()
}

export function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}
