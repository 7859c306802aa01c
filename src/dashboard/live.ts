import { useEffect } from 'preact/hooks'
import type { Output } from '../contract/index.ts'
import { AbortedError, AuthenticationError, SkillpassError } from '../sdk/errors.ts'
import { client } from './client.ts'
import { isOutOfStep, readClock } from './clock.ts'
import { reloadAll } from './reload.ts'
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

/** The one connection for everything that is live on the page, for as long as somebody is signed in. */
export function useLive(isSandbox: boolean): void {
  useEffect(() => {
    const end = new AbortController()
    void listen(end.signal, isSandbox)
    return () => end.abort()
  }, [isSandbox])
}

async function listen(signal: AbortSignal, isSandbox: boolean): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { data } of client.events.stream({}, { signal, onConnection: connectionWatch() })) {
        for (const tell of followers) tell(data)
        if (isSandbox && isOutOfStep(data.created_at)) void readClock()
      }
    } catch (cause) {
      if (cause instanceof AbortedError || cause instanceof AuthenticationError) return
      if (!(cause instanceof SkillpassError)) throw cause
    }
    isConnected.set(false)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** What was missed while the service was away may be anything: all is fetched again. */
function connectionWatch(): (state: { readonly open: boolean }) => void {
  let lost: ReturnType<typeof setTimeout> | undefined
  let opened = false
  return ({ open }) => {
    clearTimeout(lost)
    if (!open) {
      lost = setTimeout(() => isConnected.set(false), graceMs)
      return
    }
    const isBack = opened || !isConnected.get()
    opened = true
    isConnected.set(true)
    if (isBack) reloadAll()
  }
}
