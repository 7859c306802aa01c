import { iso } from '../core/instant.ts'
import type { StoredRequestLog } from '../server/stored-request-log.ts'
import type { Assembled } from './assemble.ts'
import type { Chores } from './chores.ts'

/** Endpoints that are looked at in one round. */
const queues = 1_000

/**
 * What a process does for the others on its store: it takes up what one of them left when it died, and looks for
 * what its message did not bring.
 */
export function shareChores(
  chores: Chores,
  { service, delivery, replays, bus }: Assembled,
  log: StoredRequestLog,
): void {
  chores.every(500, async () => {
    const now = iso(service.now())
    const due = await service.store.read((tx) => tx.dueQueues('deliveries', now, queues))
    for (const id of due) delivery.worker.nudge(id)
  })
  chores.every(1_000, async () => bus?.catchUp())
  chores.every(5_000, async () => replays.nudge())
  chores.every(200, () => log.flush())
  chores.every(500, () => log.catchUp())
  chores.every(300_000, () => log.trim())
}
