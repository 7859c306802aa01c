import { storeKeeper } from '../keeper/keeper.ts'
import type { OpenedStore } from '../runtime/store-at.ts'
import { openControl, type Control } from './control.ts'

/** The way in for commands such as `store backup`, while this process holds the folder; a database needs none. */
export async function controlOf(
  opened: OpenedStore,
  now: () => number,
  onNotice: (text: string) => void,
): Promise<Control | null> {
  if (opened.dir === null) return null
  return await openControl({ dir: opened.dir, keeper: storeKeeper(opened, now), onNotice })
}
