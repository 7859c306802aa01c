/**
 * What the processes on one store share beside its rows: quick, never waiting for a disk, and lost when the medium
 * crashes. A store that only one process can open needs none.
 */
export interface Shared {
  /**
   * Replaces the small state under a name, one caller at a time whatever process it is in. `now` is one clock for
   * all of them, epoch milliseconds. What nobody touched for `keptMs` may be forgotten. `change` may run more than
   * once.
   */
  swap<A>(name: string, keptMs: number, change: (state: string | null, now: number) => Swap<A>): Promise<A>
  /** Tells the other processes. They usually hear it within milliseconds, but may miss it. */
  tell(message: string): void
  /** What others tell, never what this process told itself; answers how to stop. */
  hear(listen: (message: string) => void): () => void
}

export interface Swap<A> {
  readonly state: string
  readonly answer: A
}
