import { session } from '../session.ts'
import { useStore } from '../store.ts'

/** Whether events can be made to happen here. */
export function useIsSandbox(): boolean {
  const current = useStore(session)
  return current.state === 'in' && current.me.mode === 'sandbox'
}
