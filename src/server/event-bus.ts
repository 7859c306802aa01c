import type { EventRow } from '../store/rows.ts'

/** Durable events of this process, for those who follow them. */
export interface EventBus {
  publish(event: EventRow): void
  subscribe(follow: (event: EventRow) => void): () => void
  /** Whether anybody follows. */
  isFollowed(): boolean
}

export function createEventBus(): EventBus {
  const followers = new Set<(event: EventRow) => void>()
  return {
    isFollowed: () => followers.size > 0,
    publish(event) {
      for (const follow of followers) follow(event)
    },
    subscribe(follow) {
      followers.add(follow)
      return () => followers.delete(follow)
    },
  }
}
