import { useState } from 'preact/hooks'
import { Field, Form, Submit } from '../components/form.tsx'

interface SetClockParts {
  readonly now: string
  readonly onSet: (instant: string) => Promise<void>
}

/** Goes to an instant ahead, which is given in UTC. */
export function SetClock({ now, onSet }: SetClockParts) {
  const [at, setAt] = useState('')
  const given = Date.parse(`${at}Z`)
  const submit = async (): Promise<void> => await onSet(new Date(given).toISOString())
  return (
    <Form onSubmit={submit}>
      <div class="set-clock">
        <Field label="Go to an instant, UTC" pointer="/set">
          {(props) => (
            <input
              {...props}
              type="datetime-local"
              step={1}
              min={now.slice(0, 19)}
              value={at}
              onInput={(event) => setAt(event.currentTarget.value)}
            />
          )}
        </Field>
        <Submit disabled={Number.isNaN(given)}>Go</Submit>
      </div>
    </Form>
  )
}
