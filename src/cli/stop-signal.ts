import type { Context } from './context.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** npm delivers one Ctrl-C twice: what comes this soon after the first is the same wish. */
const repeatMs = 100

/** The wish to stop, from the first signal. A second Ctrl-C no longer waits: the process ends by it. */
export function stopSignal({ now }: Pick<Context, 'now'>): {
  asked: Promise<NodeJS.Signals>
  release(): void
} {
  let first: number | null = null
  let resolve: (signal: NodeJS.Signals) => void = () => {}
  const asked = new Promise<NodeJS.Signals>((done) => (resolve = done))
  const release = () => signals.forEach((signal) => process.off(signal, receive))
  const receive = (signal: NodeJS.Signals) => {
    // A person insists with Ctrl-C; a second SIGTERM comes from somebody who does not know of the first.
    const insists = signal === 'SIGINT' && first !== null && now() - first >= repeatMs
    if (insists) {
      release()
      process.kill(process.pid, signal)
    }
    first ??= now()
    resolve(signal)
  }
  signals.forEach((signal) => process.on(signal, receive))
  return { asked, release }
}
