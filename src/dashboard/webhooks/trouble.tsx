import { Button } from '../components/button.tsx'
import { Command } from '../components/command.tsx'
import { Link } from '../components/link.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../components/time.tsx'
import { count } from '../format.ts'
import type { Health } from './health.ts'
import { explainOutcome } from './outcome.ts'
import type { Webhook } from './types.ts'
import { disabledBecause } from './webhook-name.ts'

interface TroubleParts {
  readonly webhook: Webhook
  readonly health: Health | undefined
  readonly onEnable: () => void
}

/** Why nothing arrives, and what to do. */
export function Trouble({ webhook, health, onEnable }: TroubleParts) {
  if (webhook.status === 'disabled') return <Disabled webhook={webhook} onEnable={onEnable} />
  if (!health?.failingSince) return null
  const { last, failingSince, isLonger } = health
  const outcome = last?.last_outcome
  return (
    <Notice tone="bad">
      <p>
        Failing since <Time at={failingSince} />
        {isLonger && ' or longer'}. {outcome && explainOutcome(outcome)}
      </p>
      {last !== null && (
        <p>
          <Link to={`/deliveries/${last.id}`}>See the last delivery</Link>
        </p>
      )}
      {webhook.kind === 'listener' && outcome === 'listener_offline' && <Listen name={webhook.name} />}
    </Notice>
  )
}

function Disabled({ webhook, onEnable }: Pick<TroubleParts, 'webhook' | 'onEnable'>) {
  const { pending } = webhook.stats
  return (
    <Notice tone="warn">
      <p>{disabledBecause(webhook)}</p>
      <p>
        {pending === 0
          ? 'Nothing was held yet.'
          : `${pending === 1 ? '1 delivery is' : `${count(pending)} deliveries are`} held.`}
      </p>
      <Button small onClick={onEnable}>
        Enable it again
      </Button>
    </Notice>
  )
}

function Listen({ name }: Pick<Webhook, 'name'>) {
  return (
    <Command text={`skillpass webhook listen --name ${name ?? ''} --forward-to http://127.0.0.1:3000/hook`} />
  )
}
