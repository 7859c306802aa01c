import { useState } from 'preact/hooks'
import type { SkillpassError } from '../sdk/errors.ts'
import { asSkillpassError } from './client.ts'
import { toast } from './toasts.ts'

export interface Action {
  readonly isBusy: boolean
  /** Why the last one was refused. */
  readonly error: SkillpassError | null
  /** Does it, and says `done` once it is. */
  run(act: () => Promise<unknown>, done: string): void
}

/** What a single button does, without a form around it. */
export function useAction(): Action {
  const [state, setState] = useState<Pick<Action, 'isBusy' | 'error'>>({ isBusy: false, error: null })
  const perform = async (act: () => Promise<unknown>, done: string): Promise<void> => {
    setState({ isBusy: true, error: null })
    const error = await act().then(() => null, asSkillpassError)
    setState({ isBusy: false, error })
    if (error === null) toast(done)
  }
  return { ...state, run: (act, done) => void perform(act, done) }
}
