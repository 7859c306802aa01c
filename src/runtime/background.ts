import type { RequestFile } from '../server/request-file.ts'
import type { Assembled } from './assemble.ts'
import { createChores, type Chores } from './chores.ts'

/** What a running sandbox does by itself, beside answering. */
export function startChores(
  { service, sweeper }: Pick<Assembled, 'service' | 'sweeper'>,
  requestFile: RequestFile | null,
  notice: (text: string) => void,
): Chores {
  const chores = createChores((error) => notice(error instanceof Error ? error.message : String(error)))
  chores.every(250, () => sweeper.expire(service.now()))
  chores.every(1_000, () => service.usage.flush())
  chores.every(60_000, () => sweeper.retain(service.now()))
  if (requestFile !== null) chores.every(100, () => requestFile.write(service.requestLog))
  return chores
}
