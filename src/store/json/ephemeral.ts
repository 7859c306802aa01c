import type { Store } from '../types.ts'
import { State } from './state.ts'
import { MemoryStore } from './store.ts'
import { Turns } from '../turns.ts'

/** The same store with nothing on disk: what is in it ends with the process. */
export function openEphemeralStore(): Store {
  return new MemoryStore(new State(), new Turns(), null)
}
