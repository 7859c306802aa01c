import { Facts } from '../components/facts.tsx'
import { SecretDialog } from '../components/secret-dialog.tsx'
import { Countdown } from '../components/time.tsx'
import type { SecretAnswer } from './types.ts'

interface SecretParts {
  readonly title: string
  readonly of: SecretAnswer
  readonly onClose: () => void
}

/** The signing secret, with which the receiving server verifies deliveries. */
export function Secret({
  title,
  of: { secret, previous_secret_expires_at: previous },
  onClose,
}: SecretParts) {
  return (
    <SecretDialog title={title} what="signing secret" secret={secret} onStored={onClose}>
      <p>Your server verifies deliveries with it.</p>
      {previous !== null && (
        <Facts
          of={[
            ['New secret', 'Signs from now on'],
            ['Old secret', <OldSecret until={previous} />],
          ]}
        />
      )}
    </SecretDialog>
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
