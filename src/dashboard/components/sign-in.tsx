import { useState } from 'preact/hooks'
import type { SkillpassError } from '../../sdk/errors.ts'
import { signIn } from '../session.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { Page } from './page.tsx'

/** Asks for a key and keeps it nowhere: the service gives a cookie for it that no script can read. */
export function SignIn({ error }: { readonly error: SkillpassError | null }) {
  const [isBusy, setBusy] = useState(false)
  const enter = async (key: string | null): Promise<void> => {
    setBusy(true)
    await signIn(key)
    setBusy(false)
  }
  return (
    <main class="sign-in">
      <Page title="Sign in to skillpass">
        {error !== null && <Notice tone="bad">{error.message}</Notice>}
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault()
            const key = new FormData(event.currentTarget).get('key')
            if (typeof key === 'string') void enter(key.trim())
          }}
        >
          <div class="field">
            <label for="key">API key with the scope admin</label>
            <input id="key" name="key" type="password" required autocomplete="off" spellcheck={false} />
            <p class="hint">It is exchanged for a session of this browser and not stored.</p>
          </div>
          <Button type="submit" kind="main" isBusy={isBusy}>
            Sign in
          </Button>
        </form>
        <p class="sign-in-local">
          On the machine that runs the sandbox no key is needed:{' '}
          <Button small isBusy={isBusy} onClick={() => void enter(null)}>
            Sign in without a key
          </Button>
        </p>
      </Page>
    </main>
  )
}
