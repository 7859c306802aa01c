import { useEffect } from 'preact/hooks'
import type { Output } from '../contract/index.ts'
import { AbortedError, AuthenticationError, SkillpassError } from '../sdk/errors.ts'
import type { ConnectionState } from '../sdk/settings.ts'
import { client } from './client.ts'
import { isOutOfStep, readClock } from './clock.ts'
import { reloadAll } from './reload.ts'
import type { Me } from './session.ts'
import { createStore } from './store.ts'

export type LiveEvent = Output<'events', 'get'>

/** An event type, a family such as `invite.*`, or `*`. */
export type Topic = LiveEvent['event'] | `${string}.*` | '*'

/** Whether the service answers. */
export const isConnected = createStore(true)

const followers = new Set<(event: LiveEvent) => void>()
/** A connection that is back sooner than this was never worth a word. */
const graceMs = 1_000
const pauseMs = 1_000
/** A browser allows six connections to one server: tabs that nobody looks at must not hold them. */
const lookedAwayMs = 10_000

/** Calls with every event of these topics. Answers how to stop. */
export function follow(topics: readonly Topic[], tell: (event: LiveEvent) => void): () => void {
  const follower = (event: LiveEvent): void => {
    if (topics.some((topic) => covers(topic, event.event))) tell(event)
  }
  followers.add(follower)
  return () => followers.delete(follower)
}

function covers(topic: Topic, type: string): boolean {
  return topic === '*' || topic === type || (topic.endsWith('.*') && type.startsWith(topic.slice(0, -1)))
}

/** The one connection for everything that is live on the page, for as long as somebody is signed in and looks. */
export function useLive(me: Me): void {
  useEffect(() => {
    const isSandbox = me.mode === 'sandbox'
    let end = new AbortController()
    let leaving: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      clearTimeout(leaving)
      if (document.hidden) leaving = setTimeout(() => end.abort(), lookedAwayMs)
      else if (end.signal.aborted) {
        end = new AbortController()
        void listen(end.signal, isSandbox)
        reloadAll()
      }
    }
    void listen(end.signal, isSandbox)
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(leaving)
      end.abort()
    }
  }, [me])
}

async function listen(signal: AbortSignal, isSandbox: boolean): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { data } of client.events.stream({}, { signal, onConnection: noteConnection })) {
        for (const tell of followers) tell(data)
        if (isSandbox && isOutOfStep(data.created_at)) void readClock()
      }
    } catch (cause) {
      // Whoever is signed out is signed in again, or asked to: with that all of this begins anew.
      if (cause instanceof AbortedError || cause instanceof AuthenticationError) return
      if (!(cause instanceof SkillpassError)) throw cause
    }
    isConnected.set(false)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

let lost: ReturnType<typeof setTimeout> | undefined

/** What was missed while the service was away may be anything: all is fetched again. */
function noteConnection({ open }: ConnectionState): void {
  if (!open) {
    lost ??= setTimeout(() => isConnected.set(false), graceMs)
    return
  }
  const isBack = lost !== undefined || !isConnected.get()
  clearTimeout(lost)
  lost = undefined
  isConnected.set(true)
  if (isBack) reloadAll()
}
