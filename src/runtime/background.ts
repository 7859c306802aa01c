import type { Assembled } from './assemble.ts'
import { createChores, type Chores } from './chores.ts'

/** What a running service does by itself, beside answering. */
export function startChores(
  { service, sweeper }: Pick<Assembled, 'service' | 'sweeper'>,
  writeLog: (() => Promise<void>) | null,
  notice: (text: string) => void,
): Chores {
  const chores = createChores((error) => notice(error instanceof Error ? error.message : String(error)))
  chores.every(250, () => sweeper.expire(service.now()))
  chores.every(1_000, () => service.usage.flush())
  chores.every(60_000, () => sweeper.retain(service.now()))
  if (writeLog !== null) chores.every(100, writeLog)
  return chores
}
