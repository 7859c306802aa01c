import { AbortedError } from './errors.ts'

/** Where this client gets the time, waits and chance from. Instants in milliseconds since the epoch. */
export interface Time {
  now(): number
  /** Resolves after `ms`; rejects at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>
  /** 0 to 1, 1 excluded. */
  random(): number
}

export const systemTime: Time = { now: Date.now, sleep, random: Math.random }

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new AbortedError({ code: 'ABORTED', message: 'The call was aborted.' }))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
