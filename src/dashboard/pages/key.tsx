import { useEffect, useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Status } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { Page } from '../components/page.tsx'
import { SecretDialog } from '../components/secret-dialog.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import type { ApiKey, KeyWithSecret } from '../keys/api-key.ts'
import { EditKey } from '../keys/edit-key.tsx'
import { KeyFacts } from '../keys/key-facts.tsx'
import { KeyUsageCard } from '../keys/key-usage.tsx'
import { RevokeKey } from '../keys/revoke-key.tsx'
import { RotateKey } from '../keys/rotate-key.tsx'
import { Secrets } from '../keys/secrets.tsx'
import type { PageProps } from '../pages.ts'
import { useLoad } from '../use-load.ts'

/** During a rotation one watches for the outgoing secret to fall out of use. */
const watchMs = 10_000

export function Key({ params: { id = '' } }: PageProps) {
  const [isRotating, setRotating] = useState(false)
  const key = useLoad(
    id,
    async (signal) => await client.keys.get({ id }, { signal }),
    isRotating ? { every: watchMs } : {},
  )
  const previous = key.data?.previous ?? null
  useEffect(() => setRotating(previous !== null), [previous])
  return (
    <Page
      title={key.data?.name ?? 'API key'}
      parent={{ to: '/keys', title: 'API keys' }}
      aside={key.data && <Status of={key.data.status} />}
      actions={key.data?.status === 'active' && <Actions of={key.data} onChanged={key.reload} />}
    >
      <WhenLoaded of={key} lines={8}>
        {(data) => (
          <>
            <KeyFacts of={data} />
            {data.status === 'active' && <Secrets of={data} />}
            <KeyUsageCard id={id} />
          </>
        )}
      </WhenLoaded>
    </Page>
  )
}

interface ActionsParts {
  readonly of: ApiKey
  readonly onChanged: () => void
}

function Actions({ of: key, onChanged }: ActionsParts) {
  const [open, setOpen] = useState<'edit' | 'rotate' | 'revoke' | null>(null)
  const [rotated, setRotated] = useState<KeyWithSecret | null>(null)
  const close = (): void => setOpen(null)
  const done = (): void => {
    close()
    onChanged()
  }
  const show = (answer: KeyWithSecret): void => {
    setRotated(answer)
    done()
  }
  return (
    <>
      <Button onClick={() => setOpen('edit')}>Edit</Button>
      <Button onClick={() => setOpen('rotate')}>Rotate</Button>
      <Button onClick={() => setOpen('revoke')}>Revoke</Button>
      {open === 'edit' && <EditKey of={key} onSaved={done} onClose={close} />}
      {open === 'rotate' && <RotateKey of={key} onRotated={show} onClose={close} />}
      {open === 'revoke' && <RevokeKey of={key} onRevoked={onChanged} onClose={close} />}
      {rotated !== null && (
        <SecretDialog
          title={`The new secret of ${rotated.name}`}
          what="API key"
          secret={rotated.secret}
          onStored={() => setRotated(null)}
        />
      )}
    </>
  )
}
