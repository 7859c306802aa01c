import { useEffect } from 'preact/hooks'
import { client } from '../client.ts'
import { useLoad, type Loaded } from '../use-load.ts'
import type { Replay } from './types.ts'

const pauseMs = 400

/** A replay, asked for again and again until it is done. */
export function useReplay(webhookId: string, id: string): Loaded<Replay> {
  const replay = useLoad(
    `${webhookId} ${id}`,
    async (signal) => await client.webhooks.getReplay({ id: webhookId, replay_id: id }, { signal }),
  )
  const isWaiting = !replay.isLoading && replay.data?.status === 'running'
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(replay.reload, pauseMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return replay
}
