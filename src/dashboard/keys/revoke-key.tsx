import { client } from '../client.ts'
import { Confirm } from '../components/confirm.tsx'
import { Notice } from '../components/notice.tsx'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { toast } from '../toasts.ts'
import { maskOf, type ApiKey } from './api-key.ts'

interface RevokeKeyParts {
  readonly of: ApiKey
  readonly onRevoked: () => void
  readonly onClose: () => void
}

export function RevokeKey({ of: key, onRevoked, onClose }: RevokeKeyParts) {
  const current = useStore(session)
  const isOwn = current.state === 'in' && current.me.key.id === key.id
  const revoke = async (): Promise<void> => {
    await client.keys.revoke({ id: key.id })
    toast(`${key.name} is revoked`)
    onRevoked()
  }
  return (
    <Confirm
      title={`Revoke ${key.name}`}
      verb="Revoke"
      typed={key.last4}
      onConfirm={revoke}
      onClose={onClose}
    >
      <div class="stack">
        <p>
          <code>{maskOf(key)}</code> stops working at once and for ever. Requests with it are answered with{' '}
          <code>AUTH_KEY_REVOKED</code>.
        </p>
        {isOwn && <Notice tone="warn">You are signed in with this key, and will be signed out.</Notice>}
      </div>
    </Confirm>
  )
}
