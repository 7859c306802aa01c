import { onTestFinished } from 'vitest'
import { systemLookup } from '../../src/worker/lookup.ts'
import { createHttpSender } from '../../src/worker/send.ts'
import type { Attempt, HttpSender, HttpSenderParts } from '../../src/worker/send.ts'
import { parseRanges, resolveTarget } from '../../src/worker/target.ts'
import type { Lookup } from '../../src/worker/target.ts'

interface Options extends Omit<Partial<HttpSenderParts>, 'resolve'> {
  readonly lookup?: Lookup
}

export const body = '{"event":"invite.created","note":"café 🚀"}'

const policy = { mode: 'sandbox' as const, allowEgress: parseRanges([]), ownPort: null, ownAddresses: [] }

/** A sender of the sandbox, patient enough for a busy machine, that is closed with the test. */
export function senderWith({ lookup = systemLookup, ...options }: Options = {}): HttpSender {
  const sender = createHttpSender({
    resolve: async (url) => await resolveTarget(url, policy, lookup),
    realNow: () => Date.parse('2026-03-20T12:00:00Z'),
    connectTimeoutMs: 2_000,
    totalTimeoutMs: 4_000,
    ...options,
  })
  onTestFinished(async () => await sender.close())
  return sender
}

export function to(port: number, changes: Partial<Attempt> = {}): Attempt {
  return { url: `http://127.0.0.1:${port}/hook`, headers: {}, body, ack: '200', ...changes }
}

export const toLoopback: Lookup = () => Promise.resolve(['127.0.0.1'])
