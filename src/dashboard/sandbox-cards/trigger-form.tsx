import { useState } from 'preact/hooks'
import type { Output, Request } from '../../contract/index.ts'
import { choices } from '../../sdk/choices.gen.ts'
import { client } from '../client.ts'
import { Button } from '../components/button.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { dataOf, jsonOf } from './event-data.ts'
import { FieldInputs } from './field-inputs.tsx'

type EventName = Request<'sandbox', 'trigger'>['event']

const { event: names } = choices['sandbox.trigger']

interface TriggerFormParts {
  /** The type that is chosen from the start. */
  readonly type: EventName
  readonly onStart?: () => void
  readonly onDone: (done: Triggering) => void
  readonly onCancel?: () => void
}

/** What a trigger made, and the type that was asked for. */
export interface Triggering extends Output<'sandbox', 'trigger'> {
  readonly asked: EventName
}

/** Makes an event happen, with real objects behind it. */
export function TriggerForm({ type, onStart, onDone, onCancel }: TriggerFormParts) {
  const [chosen, choose] = useState<EventName>(type)
  const [isJson, setJson] = useState(false)
  const submit = async (values: FormData): Promise<void> => {
    onStart?.()
    const data = isJson ? jsonOf(values) : dataOf(values, chosen)
    onDone({ ...(await client.sandbox.trigger({ event: chosen, data })), asked: chosen })
  }
  // What was wrong with the fields of one event says nothing about those of another.
  return (
    <Form key={`${chosen} ${isJson}`} onSubmit={submit}>
      <EventChoice chosen={chosen} onChoose={choose} />
      <Spelling isJson={isJson} onChange={setJson} />
      {isJson ? <JsonInput /> : <FieldInputs of={chosen} />}
      <Submit {...(onCancel !== undefined && { onCancel })}>Trigger</Submit>
    </Form>
  )
}

interface EventChoiceParts {
  readonly chosen: EventName
  readonly onChoose: (name: EventName) => void
}

function EventChoice({ chosen, onChoose }: EventChoiceParts) {
  return (
    <Field label="Event" pointer="/event">
      {(props) => (
        <select
          {...props}
          value={chosen}
          onChange={({ currentTarget: { value } }) =>
            onChoose(names.find((name) => name === value) ?? chosen)
          }
        >
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface SpellingParts {
  readonly isJson: boolean
  readonly onChange: (isJson: boolean) => void
}

function Spelling({ isJson, onChange }: SpellingParts) {
  return (
    <div class="button-group" role="group" aria-label="How its data is written">
      <Button small pressed={!isJson} onClick={() => onChange(false)}>
        Fields
      </Button>
      <Button small pressed={isJson} onClick={() => onChange(true)}>
        JSON
      </Button>
    </div>
  )
}

function JsonInput() {
  return (
    <Field
      label="Data"
      pointer="/data"
      hint="Fields of the event as a JSON object. The service chooses the rest."
    >
      {(props) => (
        <textarea
          {...props}
          class="mono"
          name="json"
          rows={5}
          placeholder='{ "skill": "react", "score": 86 }'
          spellcheck={false}
        />
      )}
    </Field>
  )
}
