import { readFile } from 'node:fs/promises'
import type { Listening } from '../server/listen.ts'
import type { Assembled } from './assemble.ts'
import type { Chores } from './chores.ts'
import type { Hosting } from './hosting.ts'

/** Host names that requests may give, beside those of this machine. */
export function namesOf({ baseUrl }: Hosting): readonly string[] {
  return baseUrl === undefined ? [] : [new URL(baseUrl).hostname.toLowerCase()]
}

/** @throws the system's error when a file cannot be read */
export async function certificateOf({ tls }: Hosting): Promise<{ cert: Buffer; key: Buffer } | undefined> {
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
  readonly listening: Listening
  /** Ends what else runs, while the store is still open. */
  readonly last: () => Promise<void>
}

/** Ends running requests within `graceMs`, hands back what was claimed, writes everything down. */
export async function shutDown(
  { assembled, chores, listening, last }: Running,
  graceMs: number,
): Promise<void> {
  const { service, delivery, replays, bus } = assembled
  service.address.draining = true
  service.streams.closeAll()
  await listening.close(graceMs)
  await chores.stop()
  await replays.stop()
  await delivery.worker.stop()
  await delivery.http.close()
  try {
    bus?.stop()
    await service.usage.flush()
    await last()
  } finally {
    await service.store.close()
  }
}

export function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}
