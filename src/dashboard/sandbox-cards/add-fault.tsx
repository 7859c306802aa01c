import { client } from '../client.ts'
import { choices } from '../../sdk/choices.gen.ts'
import { Dialog } from '../components/dialog.tsx'
import { Field, Form, Submit } from '../components/form.tsx'
import { toast } from '../toasts.ts'
import { numberIn, textIn } from '../optional-values.ts'

interface AddFaultParts {
  readonly onAdded: () => void
  readonly onClose: () => void
}

const { method: methods } = choices['sandbox.addFault']

export function AddFault({ onAdded, onClose }: AddFaultParts) {
  const add = async (values: FormData): Promise<void> => {
    await client.sandbox.addFault({
      method: methods.find((name) => name === values.get('method')),
      path: textIn(values, 'path'),
      status: numberIn(values, 'status'),
      delay_ms: numberIn(values, 'delay_ms'),
      times: numberIn(values, 'times'),
      rate: numberIn(values, 'rate'),
      ...(values.get('cut') === 'on' && { cut: true }),
    })
    toast('Fault added')
    onAdded()
    onClose()
  }
  return (
    <Dialog title="Add a fault" onClose={onClose}>
      <Form onSubmit={add}>
        <div class="fields">
          <Field label="Method" pointer="/method">
            {(props) => (
              <select {...props} name="method">
                <option value="">any</option>
                {methods.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
          </Field>
          <Text name="status" label="Answer this status" placeholder="503" isNumber />
          <Text name="delay_ms" label="Wait first, ms" placeholder="0" isNumber />
        </div>
        <Text
          name="path"
          label="Path"
          placeholder="/v1/assess/invites"
          hint="A * at its end stands for anything. Default: any path. Routes of the sandbox are never met."
        />
        <div class="fields">
          <Text name="times" label="Requests to meet" placeholder="until cleared" isNumber />
          <Text name="rate" label="Share of them, 0.001 to 1" placeholder="1" isNumber />
        </div>
        <label class="choice">
          <input type="checkbox" name="cut" />
          Cut the connection instead of an answer
        </label>
        <Submit onCancel={onClose}>Add</Submit>
      </Form>
    </Dialog>
  )
}

interface TextParts {
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly hint?: string
  readonly isNumber?: boolean
}

function Text({ name, label, placeholder, hint, isNumber = false }: TextParts) {
  return (
    <Field label={label} pointer={`/${name}`} hint={hint}>
      {(props) => (
        <input
          {...props}
          name={name}
          placeholder={placeholder}
          inputMode={isNumber ? 'decimal' : 'text'}
          autocomplete="off"
          spellcheck={false}
        />
      )}
    </Field>
  )
}
