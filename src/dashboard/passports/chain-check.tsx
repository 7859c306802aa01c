import { useEffect, useRef, useState } from 'preact/hooks'
import { AbortedError, type SkillpassError } from '../../sdk/errors.ts'
import { asSkillpassError } from '../client.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { ErrorPanel } from '../components/error-panel.tsx'
import { Link } from '../components/link.tsx'
import { Notice } from '../components/notice.tsx'
import { count } from '../format.ts'
import { canHash, checkChain, type ChainVerdict } from './check-chain.ts'

interface ChainCheckParts {
  readonly user: string
  readonly person: string
}

type State =
  | { readonly at: 'rest' }
  | { readonly at: 'work'; readonly count: number }
  | { readonly at: 'end'; readonly verdict: ChainVerdict }
  | { readonly at: 'error'; readonly error: SkillpassError }

/** The evidence of a person is a chain: whoever alters, inserts or drops an entry breaks it. */
export function ChainCheck({ user, person }: ChainCheckParts) {
  const [state, setState] = useState<State>({ at: 'rest' })
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])
  const check = async (): Promise<void> => {
    setState({ at: 'work', count: 0 })
    try {
      const { signal } = running.current
      const verdict = await checkChain(user, signal, (number) => setState({ at: 'work', count: number }))
      setState({ at: 'end', verdict })
    } catch (cause) {
      const error = asSkillpassError(cause)
      if (!(error instanceof AbortedError)) setState({ at: 'error', error })
    }
  }
  return (
    <Card title="Hash chain">
      <div class="stack">
        <p class="hint">
          Each entry holds a hash of itself and of the entry before it, over all skills of <bdi>{person}</bdi>
          . Your browser fetches them all and computes every hash anew.
        </p>
        {canHash ? (
          <div>
            <Button isBusy={state.at === 'work'} onClick={() => void check()}>
              Check the hashes
            </Button>
          </div>
        ) : (
          <Notice tone="warn">This browser can hash only over HTTPS or on the service’s own machine.</Notice>
        )}
        <div role="status">
          {state.at === 'work' && <p>{`${count(state.count)} entries so far…`}</p>}
          {state.at === 'end' && <Verdict {...state.verdict} />}
        </div>
        {state.at === 'error' && <ErrorPanel error={state.error} onRetry={() => void check()} />}
      </div>
    </Card>
  )
}

const reasons = {
  link: 'It does not follow the entry before it: one was inserted, dropped or moved.',
  content: 'Its content is not what was hashed: it was altered.',
  head: 'The newest entries are missing.',
} as const

function Verdict({ count: number, broken }: ChainVerdict) {
  if (broken === null)
    return (
      <Notice tone="good">
        {`The chain is whole: ${number === 1 ? 'its one entry is' : `all ${count(number)} entries are`} what was recorded.`}
      </Notice>
    )
  return (
    <Notice tone="bad">
      <p>
        The chain breaks at{' '}
        {broken.id === null ? 'its end' : <Link to={`/evidence/${broken.id}`}>{broken.id}</Link>}.{' '}
        {reasons[broken.reason]}
      </p>
    </Notice>
  )
}
