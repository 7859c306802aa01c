import { useState } from 'preact/hooks'
import { client } from '../client.ts'
import { Command } from '../components/command.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { textOf } from '../form-values.ts'
import { toast } from '../toasts.ts'
import { EventPicker } from './event-picker.tsx'
import type { SecretAnswer, Webhook } from './types.ts'

interface CreateParts {
  readonly onCreated: (made: SecretAnswer) => void
  readonly onClose: () => void
}

export function CreateWebhook({ onCreated, onClose }: CreateParts) {
  const [events, setEvents] = useState<readonly string[]>(['*'])
  const submit = async (values: FormData): Promise<void> => {
    const { url, ...rest } = bodyOf(values, events)
    onCreated(await client.webhooks.create({ ...rest, url }))
  }
  return (
    <Dialog title="Create an endpoint" onClose={onClose}>
      <Form onSubmit={submit}>
        <UrlField value="" />
        <EventPicker legend="Events" pointer="/events" value={events} onChange={setEvents} all={everything} />
        <AckField value="200" />
        <DescriptionField value="" />
        <div class="hint">
          No public address? A listener hands deliveries to a server on your machine:
          <Command text="skillpass webhook listen --forward-to http://127.0.0.1:3000/hook" />
        </div>
        <Submit onCancel={onClose}>Create</Submit>
      </Form>
    </Dialog>
  )
}

interface EditParts {
  readonly webhook: Webhook
  readonly onDone: () => void
  readonly onClose: () => void
}

export function EditWebhook({ webhook, onDone, onClose }: EditParts) {
  const [events, setEvents] = useState<readonly string[]>(webhook.events)
  const submit = async (values: FormData): Promise<void> => {
    const { url, ...rest } = bodyOf(values, events)
    await client.webhooks.update({ id: webhook.id, ...rest, ...(webhook.kind === 'http' && { url }) })
    toast('Saved')
    onDone()
    onClose()
  }
  return (
    <Dialog title="Edit the webhook" onClose={onClose}>
      <Form onSubmit={submit}>
        {webhook.kind === 'http' && <UrlField value={webhook.url ?? ''} />}
        <EventPicker legend="Events" pointer="/events" value={events} onChange={setEvents} all={everything} />
        <AckField value={webhook.ack} />
        <DescriptionField value={webhook.description ?? ''} />
        <p class="hint">
          Deliveries that wait go to the new URL. The events count for what happens from now on.
        </p>
        <Submit onCancel={onClose}>Save</Submit>
      </Form>
    </Dialog>
  )
}

const everything = 'Every event, also of types that come later.'

function bodyOf(values: FormData, events: readonly string[]) {
  const description = textOf(values, 'description')
  return {
    url: textOf(values, 'url'),
    events: [...events],
    ack: textOf(values, 'ack') === '2xx' ? ('2xx' as const) : ('200' as const),
    description: description === '' ? null : description,
  }
}

interface FieldParts {
  readonly value: string
}

function UrlField({ value }: FieldParts) {
  return (
    <Field label="URL" pointer="/url" hint="http or https. Every event is sent there by POST, signed.">
      {(props) => (
        <input
          {...props}
          name="url"
          type="url"
          defaultValue={value}
          placeholder="https://example.com/hook"
          autocomplete="off"
          spellcheck={false}
        />
      )}
    </Field>
  )
}

function AckField({ value }: FieldParts) {
  return (
    <Field label="Acknowledged by" pointer="/ack" hint="Any other answer is a failure and tried again.">
      {(props) => (
        <select {...props} name="ack" defaultValue={value}>
          <option value="200" selected={value === '200'}>
            Status 200 exactly
          </option>
          <option value="2xx" selected={value === '2xx'}>
            Any status from 200 to 299
          </option>
        </select>
      )}
    </Field>
  )
}

function DescriptionField({ value }: FieldParts) {
  return (
    <Field label="Description" pointer="/description" hint="A note of your own; may stay empty.">
      {(props) => <input {...props} name="description" defaultValue={value} autocomplete="off" />}
    </Field>
  )
}
