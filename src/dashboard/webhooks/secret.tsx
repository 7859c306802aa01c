import { Button } from '../components/button.tsx'
import { Copy } from '../components/copy.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Facts } from '../components/facts.tsx'
import { Notice } from '../components/notice.tsx'
import { Countdown } from '../components/time.tsx'
import type { SecretAnswer } from './types.ts'

interface SecretParts {
  readonly title: string
  readonly of: SecretAnswer
  readonly onClose: () => void
}

/** The signing secret, this once: it can be left by its button only. */
export function Secret({
  title,
  of: { secret, previous_secret_expires_at: previous },
  onClose,
}: SecretParts) {
  return (
    <Dialog title={title}>
      <div class="stack">
        {secret === null ? (
          <Notice tone="warn">The secret was in the first answer only. Rotate it to get a new one.</Notice>
        ) : (
          <>
            <p>Your server verifies deliveries with this signing secret. It is shown only now: store it.</p>
            <div class="command">
              <code tabIndex={0}>{secret}</code>
              <Copy text={secret} label="Copy the secret" inWords />
            </div>
          </>
        )}
        {previous !== null && (
          <Facts
            of={[
              ['New secret', 'Signs from now on'],
              ['Old secret', <OldSecret until={previous} />],
            ]}
          />
        )}
        <div class="form-end">
          <Button kind="main" onClick={onClose}>
            I have stored it
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** How long the outgoing secret still signs. */
export function OldSecret({ until }: { readonly until: string }) {
  return (
    <span>
      Signs as well for <Countdown to={until} over="no longer" />
    </span>
  )
}
