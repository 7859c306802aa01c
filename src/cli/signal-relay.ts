const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** npm and `timeout` deliver one signal twice: what comes this soon after the first is the same wish. */
const repeatMs = 100

type Receiver = (signal: NodeJS.Signals) => void

export interface SignalRelay {
  /** The one that came while nobody was there to take it. A second one ends the process. */
  readonly kept: NodeJS.Signals | null
  /** Who takes them from now on. */
  passTo(receiver: Receiver | null): void
  release(): void
}

/** Takes the signals of this process, for a program that it runs. */
export function relaySignals(now: () => number): SignalRelay {
  const last = new Map<NodeJS.Signals, number>()
  let kept: NodeJS.Signals | null = null
  let receiver: Receiver | null = null
  const release = () => signals.forEach((signal) => process.off(signal, receive))
  const receive = (signal: NodeJS.Signals) => {
    const before = last.get(signal)
    last.set(signal, now())
    if (before !== undefined && now() - before < repeatMs) return
    if (receiver !== null) return receiver(signal)
    if (kept !== null) {
      release()
      process.kill(process.pid, signal)
    }
    kept = signal
  }
  signals.forEach((signal) => process.on(signal, receive))
  return {
    get kept() {
      return kept
    },
    passTo: (next) => {
      receiver = next
    },
    release,
  }
}
