import type { Store } from '../store/types.ts'

/** The same store, telling how long every call took, failed ones too. */
export function timedStore(store: Store, told: (call: 'read' | 'write', seconds: number) => void): Store {
  /** Beside the caller, who waits for the call alone: this stands in the way of every request. */
  const timed = <A>(call: 'read' | 'write', under: Promise<A>): Promise<A> => {
    const started = performance.now()
    const ended = (): void => told(call, (performance.now() - started) / 1000)
    under.then(ended, ended)
    return under
  }
  return {
    transact: (work, options) => timed('write', store.transact(work, options)),
    read: (work, calls) => timed('read', store.read(work, calls)),
    writable: () => store.writable(),
    close: () => store.close(),
  }
}
