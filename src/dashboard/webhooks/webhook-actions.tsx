import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Button } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { navigate, useQuery } from '../router.ts'
import { toast } from '../toasts.ts'
import { StartReplay } from './replay.tsx'
import { Rotate } from './rotate.tsx'
import { Secret } from './secret.tsx'
import { Disable, Enable } from './switch.tsx'
import type { SecretAnswer, Webhook } from './types.ts'
import { EditWebhook } from './webhook-form.tsx'
import { shortNameOf } from './webhook-name.ts'

export type Dialogue = 'edit' | 'rotate' | 'enable' | 'disable' | 'delete' | 'replay'

interface ButtonsParts {
  readonly webhook: Webhook
  readonly open: (dialogue: Dialogue) => void
  readonly onTested: () => void
}

export function WebhookButtons({ webhook: { id, status }, open, onTested }: ButtonsParts) {
  const [isBusy, setBusy] = useState(false)
  const isEnabled = status === 'enabled'
  const test = async (): Promise<void> => {
    setBusy(true)
    await client.webhooks.test({ id }).then(
      () => toast('A test is on its way'),
      (cause: unknown) => toast(cause instanceof Error ? cause.message : String(cause)),
    )
    setBusy(false)
    onTested()
  }
  return (
    <>
      <Button disabled={!isEnabled} isBusy={isBusy} onClick={() => void test()}>
        Send a test
      </Button>
      <Button disabled={!isEnabled} onClick={() => open('replay')}>
        Replay
      </Button>
      <Button onClick={() => open('edit')}>Edit</Button>
      <Button onClick={() => open('rotate')}>Rotate secret</Button>
      <Button kind={isEnabled ? 'plain' : 'main'} onClick={() => open(isEnabled ? 'disable' : 'enable')}>
        {isEnabled ? 'Disable' : 'Enable'}
      </Button>
      <Button kind="danger" onClick={() => open('delete')}>
        Delete
      </Button>
    </>
  )
}

interface DialogueParts {
  readonly webhook: Webhook
  readonly shown: Dialogue | null
  readonly onDone: () => void
  readonly onClose: () => void
}

/** What a button asks before it does it. */
export function WebhookDialogue({ webhook, shown, onDone, onClose }: DialogueParts) {
  const [secret, setSecret] = useState<SecretAnswer | null>(null)
  const [, changeQuery] = useQuery()
  const shared = { webhook, onDone, onClose }
  if (secret !== null)
    return <Secret title="The new signing secret" of={secret} onClose={() => setSecret(null)} />
  if (shown === 'edit') return <EditWebhook {...shared} />
  if (shown === 'enable') return <Enable {...shared} />
  if (shown === 'disable') return <Disable {...shared} />
  if (shown === 'delete') return <Delete {...shared} />
  if (shown === 'rotate') {
    const rotated = (answer: SecretAnswer): void => {
      setSecret(answer)
      onDone()
      onClose()
    }
    return <Rotate {...shared} onRotated={rotated} />
  }
  if (shown !== 'replay') return null
  const started = (id: string): void => {
    changeQuery({ replay: id })
    onClose()
  }
  return <StartReplay id={webhook.id} onStarted={({ id }) => started(id)} onClose={onClose} />
}

function Delete({ webhook, onClose }: Pick<DialogueParts, 'webhook' | 'onClose'>) {
  const remove = async (): Promise<void> => {
    await client.webhooks.remove({ id: webhook.id })
    toast('Deleted')
    navigate('/webhooks')
  }
  return (
    <Confirm
      title="Delete the webhook"
      verb="Delete"
      typed={shortNameOf(webhook)}
      onConfirm={remove}
      onClose={onClose}
    >
      Nothing is sent to it any more, and deliveries that wait are cancelled. Finished ones can still be read.
    </Confirm>
  )
}
