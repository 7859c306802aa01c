import { connectControl } from '../live/control-client.ts'
import { openStoreAt, type OpenedStore, type StoreSpec } from '../runtime/store-at.ts'
import { StoreOpenError } from '../store/types.ts'
import { storeKeeper, type Keeper } from './keeper.ts'

export interface OpenedKeeper {
  readonly keeper: Keeper
  /** null: another process has the store open, and does what it is asked. */
  readonly opened: OpenedStore | null
  close(): Promise<void>
}

/**
 * The store opened here when it is free or can be shared, else the process that has it open.
 * @throws StoreOpenError
 */
export async function openKeeper(spec: StoreSpec, onNotice: (text: string) => void): Promise<OpenedKeeper> {
  try {
    const opened = await openStoreAt(spec, onNotice)
    return { keeper: storeKeeper(opened, Date.now), opened, close: () => opened.store.close() }
  } catch (error) {
    const isLocked = error instanceof StoreOpenError && error.reason === 'locked' && spec.kind === 'json'
    const keeper = isLocked ? await connectControl(spec.dir) : null
    if (keeper !== null) return { keeper, opened: null, close: async () => undefined }
    throw isLocked ? unreachable(error) : error
  }
}

function unreachable({ message }: StoreOpenError): StoreOpenError {
  return new StoreOpenError('locked', message, 'That process takes no commands from here: stop it first.')
}
