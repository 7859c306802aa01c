/** Claimed and sent, but not yet written down: bounds memory and what a crash sends again. */
const unrecordedLimit = 100
/** An endpoint that answers this fast need not wait for the disk in between. */
const fastMs = 100
const failuresToOpen = 5
const longestPauseMs = 5_000
const shortestSleepMs = 5

/** What a lane knows of the thing that it sends. */
export interface Begun {
  /** By the service's clock, milliseconds. */
  readonly startedAt: number
}

/** And of how that went. */
export interface Ended {
  readonly outcome: string
  readonly durationMs: number
  /** Nobody was reached: counts towards the circuit breaker. */
  readonly unreachable: boolean
}

export interface LaneParts<J extends Begun, S extends Ended> {
  /** Sent at the same time, and claimed ahead of that where the answers come fast. */
  readonly limits: { readonly inFlight: number; readonly ahead: number }
  /** The service's clock. */
  now(): number
  /** Leases up to `limit` due deliveries of this endpoint; null: nobody is there to take them. */
  claim(limit: number): Promise<J[] | null>
  send(job: J): Promise<S>
  /** Gives back what was claimed and not sent. */
  release(jobs: readonly J[]): Promise<void>
  /** Writes the attempt down. */
  record(job: J, sent: S): Promise<void>
  /** When the endpoint next has something due; null: never. */
  nextDue(): Promise<number | null>
  onFault(error: unknown): void
}

/**
 * The queue of one endpoint: no other one waits for it. While its connections fail it is only probed, one
 * request at a time with growing pauses, until one gets through.
 */
export class Lane<J extends Begun, S extends Ended> {
  readonly #parts: LaneParts<J, S>
  /** Claimed, and sent as soon as there is room. */
  #ready: J[] = []
  #fast = false
  #inFlight = 0
  #unrecorded = 0
  #failures = 0
  #pausedUntil = 0
  #absent = false
  #pumping = false
  #again = false
  #stopped = false
  #timer: NodeJS.Timeout | undefined
  #whenQuiet: (() => void)[] = []

  constructor(parts: LaneParts<J, S>) {
    this.#parts = parts
  }

  /** Looks for due deliveries now; called as often as you like. */
  pump(): void {
    if (this.#pumping) {
      this.#again = true
      return
    }
    this.#pumping = true
    void this.#pump()
      .catch(this.#parts.onFault)
      .finally(() => {
        this.#pumping = false
        this.#settle()
      })
  }

  /** The instant at which something is due or may be probed; null: nothing waits. */
  async nextWake(): Promise<number | null> {
    const due = this.#absent ? null : await this.#parts.nextDue()
    return due === null ? null : Math.max(due, this.#pausedUntil)
  }

  /** Resolves when nothing is under way here. */
  async quiet(): Promise<void> {
    if (this.#busy()) await new Promise<void>((resolve) => this.#whenQuiet.push(resolve))
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#giveBack()
  }

  /** A listener came back: what it missed is not its failure. */
  forgive(): void {
    this.#absent = false
    this.#failures = 0
    this.#pausedUntil = 0
  }

  async #pump(): Promise<void> {
    do {
      this.#again = false
      const room = this.#room()
      // A full lane needs no alarm: the end of any attempt pumps it.
      if (room === 0) return this.#paused() ? await this.#sleepUntilDue() : undefined
      const jobs = await this.#parts.claim(room)
      this.#absent = jobs === null
      if (jobs === null) return
      this.#ready.push(...jobs)
      this.#sendReady()
      if (jobs.length < room) await this.#sleepUntilDue()
    } while (this.#again && !this.#stopped)
  }

  #room(): number {
    if (this.#stopped || this.#paused()) return 0
    // One claim for many: an endpoint that still has enough ready waits for the next.
    const { inFlight, ahead } = this.#parts.limits
    if (this.#ready.length > ahead / 2) return 0
    const limit = this.#failures < failuresToOpen ? inFlight : 1
    const wanted = limit + (this.#fast ? ahead : 0) - this.#inFlight - this.#ready.length
    return Math.max(0, Math.min(wanted, unrecordedLimit - this.#unrecorded - this.#ready.length))
  }

  #sendReady(): void {
    if (this.#stopped) return this.#giveBack()
    for (const job of this.#ready.splice(0, this.#parts.limits.inFlight - this.#inFlight)) {
      void this.#run({ ...job, startedAt: this.#parts.now() }).catch(this.#parts.onFault)
    }
  }

  /** Leases must not run out in the queue of an endpoint that has become slow. */
  #giveBack(): void {
    const jobs = this.#ready.splice(0)
    if (jobs.length === 0) return
    this.#unrecorded += 1
    void this.#parts
      .release(jobs)
      .catch(this.#parts.onFault)
      .finally(() => {
        this.#unrecorded -= 1
        this.pump()
      })
  }

  #paused(): boolean {
    return this.#parts.now() < this.#pausedUntil
  }

  async #run(job: J): Promise<void> {
    this.#inFlight += 1
    this.#unrecorded += 1
    try {
      await this.#parts.record(job, await this.#send(job))
    } finally {
      this.#unrecorded -= 1
      this.pump()
    }
  }

  async #send(job: J): Promise<S> {
    try {
      const sent = await this.#parts.send(job)
      // Before the next is claimed: it may have to wait because of this one.
      this.#judge(sent)
      return sent
    } finally {
      this.#inFlight -= 1
      this.#sendReady()
      this.pump()
    }
  }

  #judge({ unreachable, outcome, durationMs }: S): void {
    this.#fast = outcome === 'succeeded' && durationMs < fastMs
    if (!this.#fast) this.#giveBack()
    this.#failures = unreachable ? this.#failures + 1 : 0
    const over = this.#failures - failuresToOpen
    this.#pausedUntil = over < 0 ? 0 : this.#parts.now() + Math.min(250 * 2 ** over, longestPauseMs)
  }

  async #sleepUntilDue(): Promise<void> {
    const wake = await this.nextWake()
    clearTimeout(this.#timer)
    if (wake === null || this.#stopped) return
    const wait = Math.min(Math.max(wake - this.#parts.now(), shortestSleepMs), 2 ** 31 - 1)
    this.#timer = setTimeout(() => this.pump(), wait)
    this.#timer.unref()
  }

  #busy(): boolean {
    return this.#pumping || this.#unrecorded > 0
  }

  #settle(): void {
    if (this.#again) this.pump()
    if (this.#busy()) return
    for (const resolve of this.#whenQuiet.splice(0)) resolve()
  }
}
