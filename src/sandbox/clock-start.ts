import type { Store } from '../store/types.ts'
import { realTime, startState, type ClockState, type ClockWish } from './clock.ts'

/** Where the clock of this start stands; written down, so that the next start goes on from there. */
export async function startClock(store: Store, real: number, wish: ClockWish): Promise<ClockState> {
  const { saved, used } = await store.read(async (tx) => ({
    saved: await tx.get('meta', 'clock'),
    used: (await tx.get('meta', 'seed')) !== undefined,
  }))
  const state = startState(real, used ? asClockState(saved?.value) : null, wish)
  if (saved === undefined && state.frozen_at === null && wish.at === undefined) return realTime
  const row = { id: 'clock', value: state }
  await store.transact((tx) => (saved === undefined ? tx.insert('meta', row) : tx.update('meta', row)))
  return state
}

function asClockState(value: unknown): ClockState {
  const offset: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'offset_ms') : undefined
  const frozen: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'frozen_at') : undefined
  return {
    offset_ms: typeof offset === 'number' ? offset : 0,
    frozen_at: typeof frozen === 'number' ? frozen : null,
  }
}
