import { useEffect } from 'preact/hooks'
import type { Output } from '../contract/index.ts'
import { asSkillpassError, client } from './client.ts'
import { reloadAll } from './reload.ts'
import { createStore, useStore } from './store.ts'

/** How the service's clock goes. A live service has real time. */
export interface ServiceClock {
  /** Milliseconds it is ahead of this machine's clock. */
  readonly ahead: number
  /** Where it stands still, epoch milliseconds; null while it runs. */
  readonly frozenAt: number | null
  readonly isMoved: boolean
}

/** Less than this between two clocks is delay, not a move. */
const toleranceMs = 5_000

export const serviceClock = createStore<ServiceClock>({ ahead: 0, frozenAt: null, isMoved: false })

export function serviceNow(): number {
  const { ahead, frozenAt } = serviceClock.get()
  return frozenAt ?? Date.now() + ahead
}

/** Takes what the service says about its clock; a clock that moved has changed what every page shows. */
export function setClock(clock: Output<'sandbox', 'clock'>): void {
  const before = serviceNow()
  const now = Date.parse(clock.now)
  const isMoved = clock.frozen || clock.offset_seconds !== 0
  serviceClock.set({ ahead: now - Date.now(), frozenAt: clock.frozen ? now : null, isMoved })
  if (Math.abs(now - before) > toleranceMs) reloadAll()
}

/** Asks a sandbox for its clock: it may have been moved from the command line. */
export async function readClock(): Promise<void> {
  const clock = await client.sandbox.clock().catch(asSkillpassError)
  if ('now' in clock) setClock(clock)
}

/** Whether the service takes another time for now than is known here. */
export function isOutOfStep(instant: string): boolean {
  return Math.abs(Date.parse(instant) - serviceNow()) > toleranceMs
}

const ticks = { second: createStore(0), while: createStore(0) }
setInterval(() => ticks.second.set(Date.now()), 1_000)
setInterval(() => ticks.while.set(Date.now()), 15_000)

/** The service's now, epoch milliseconds: as it passes, every second or every once in a while. */
export function useNow(pace: 'second' | 'while' = 'while'): number {
  useStore(ticks[pace])
  useStore(serviceClock)
  return serviceNow()
}

/** Keeps the clock known while the page is open. */
export function useServiceClock(isSandbox: boolean): void {
  useEffect(() => {
    if (!isSandbox) return undefined
    const read = (): void => void readClock()
    read()
    addEventListener('focus', read)
    return () => removeEventListener('focus', read)
  }, [isSandbox])
}
