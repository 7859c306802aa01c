import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { Copy } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'

interface SecretDialogParts {
  readonly title: string
  /** What it is: `API key`. */
  readonly what: string
  readonly secret: string | null
  readonly onStored: () => void
  /** What else there is to know about it. */
  readonly children?: ComponentChildren
}

/** A secret, this once. Nothing but the button closes it: a slip must not lose the secret. */
export function SecretDialog({ title, what, secret, onStored, children }: SecretDialogParts) {
  return (
    <Dialog title={title}>
      <div class="stack">
        <Notice tone="warn">Store it now: it is not shown again, here or anywhere.</Notice>
        {secret === null ? (
          <p>The answer was lost on its way and cannot be repeated. Rotate to get another secret.</p>
        ) : (
          <div class="secret">
            <code tabIndex={0} aria-label={what}>
              {secret}
            </code>
            <Copy text={secret} label={`Copy the ${what}`} inWords />
          </div>
        )}
        {children}
        <div class="form-end">
          <Button kind="main" onClick={onStored}>
            I have stored it
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
