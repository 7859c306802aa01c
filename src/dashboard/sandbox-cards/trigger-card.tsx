import { useState } from 'preact/hooks'
import type { Output, Request } from '../../contract/index.ts'
import { choices } from '../../sdk/choices.gen.ts'
import { client } from '../client.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { dataOf, jsonOf } from './event-data.ts'
import { FieldInputs } from './field-inputs.tsx'
import { Triggered } from './triggered.tsx'

type EventName = Request<'sandbox', 'trigger'>['event']

const { event: names } = choices['sandbox.trigger']

/** Makes an event happen, with real objects behind it. */
export function TriggerCard() {
  const [chosen, choose] = useState<EventName>('assessment.completed')
  const [isJson, setJson] = useState(false)
  const [done, setDone] = useState<Output<'sandbox', 'trigger'> | null>(null)
  const submit = async (values: FormData): Promise<void> => {
    setDone(null)
    const data = isJson ? jsonOf(values) : dataOf(values, chosen)
    setDone(await client.sandbox.trigger({ event: chosen, data }))
  }
  return (
    <Card title="Trigger an event">
      <div class="stack">
        {/* What was wrong with the fields of one event says nothing about those of another. */}
        <Form key={`${chosen} ${isJson}`} onSubmit={submit}>
          <EventChoice chosen={chosen} onChoose={choose} />
          <Spelling isJson={isJson} onChange={setJson} />
          {isJson ? <JsonInput /> : <FieldInputs of={chosen} />}
          <Submit>Trigger</Submit>
        </Form>
        {done !== null && <Triggered events={done.events} asked={chosen} />}
      </div>
    </Card>
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
