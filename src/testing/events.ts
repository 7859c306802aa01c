import type { WebhookEvent } from '../sdk/index.ts'

type TypeOf = WebhookEvent['event']
type Of<T extends TypeOf> = Extract<WebhookEvent, { readonly event: T }>

export interface WaitOptions<T extends TypeOf> {
  /** Milliseconds. Default 5,000. */
  readonly timeout?: number
  /** Only an event of which this is true. */
  readonly where?: (event: Of<T>) => boolean
}

/** The events of a sandbox since it was made or reset, in order; those of its seed are not among them. */
export interface EventLog {
  all(): readonly WebhookEvent[]
  /**
   * The next event of a type, whether it has happened already or is still to come. Each is given once, so a second
   * call waits for a second event.
   * @throws Error naming what happened instead, when the time is up.
   */
  waitFor<T extends TypeOf>(type: T, options?: WaitOptions<T>): Promise<Of<T>>
}

interface Waiting {
  take(event: WebhookEvent): boolean
  fail(error: Error): void
}

const patienceMs = 5_000
const told = 10

/** `add` takes what the service tells; `log` is what a test sees of it. */
export function createEventLog() {
  let events: WebhookEvent[] = []
  let given = new Set<WebhookEvent>()
  const waiting = new Set<Waiting>()

  const waitFor = async <T extends TypeOf>(type: T, options: WaitOptions<T> = {}): Promise<Of<T>> => {
    const { timeout = patienceMs, where = () => true } = options
    const fits = (event: WebhookEvent): event is Of<T> => {
      const isOfType = (one: WebhookEvent): one is Of<T> => one.event === type
      return isOfType(event) && !given.has(event) && where(event)
    }
    const known = events.find(fits)
    if (known !== undefined) {
      given.add(known)
      return known
    }
    return await new Promise<Of<T>>((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer)
        waiting.delete(one)
      }
      const one: Waiting = {
        take(event) {
          if (!fits(event)) return false
          given.add(event)
          end()
          resolve(event)
          return true
        },
        fail(error) {
          end()
          reject(error)
        },
      }
      const timer = setTimeout(() => one.fail(tooLate(type, timeout, events)), timeout)
      waiting.add(one)
    })
  }

  return {
    log: { all: () => [...events], waitFor } satisfies EventLog,
    add(body: string): void {
      const event: WebhookEvent = JSON.parse(body)
      events.push(event)
      for (const one of waiting) if (one.take(event)) return
    },
    forget(): void {
      events = []
      given = new Set()
    },
    end(): void {
      for (const one of waiting) one.fail(new Error('The sandbox was closed while an event was waited for.'))
    },
  }
}

function tooLate(type: string, ms: number, events: readonly WebhookEvent[]): Error {
  const last = events.slice(-told).map(({ event }) => event)
  const instead = last.length === 0 ? 'Nothing happened.' : `The last events were: ${last.join(', ')}.`
  return new Error(`No ${type} within ${ms} ms. ${instead}`)
}
