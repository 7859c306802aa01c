import type { Request } from '../../contract/index.ts'
import { Field } from '../components/form.tsx'
import { fieldsOf, kindOf, type FieldName } from './event-data.ts'

/** One input for each field of the event, all of them optional. */
export function FieldInputs({ of }: { readonly of: Request<'sandbox', 'trigger'>['event'] }) {
  return (
    <div class="fields">
      {fieldsOf[of].map((name) => (
        <Field key={name} label={name} pointer={`/data/${name}`}>
          {(props) =>
            kindOf(name) === 'boolean' ? (
              <select {...props} name={name}>
                <option value="">any</option>
                <option>true</option>
                <option>false</option>
              </select>
            ) : (
              <input {...props} {...typing(name)} name={name} autocomplete="off" spellcheck={false} />
            )
          }
        </Field>
      ))}
    </div>
  )
}

function typing(name: FieldName): { readonly inputMode: 'decimal' | 'text'; readonly placeholder: string } {
  const kind = kindOf(name)
  return {
    inputMode: kind === 'number' ? 'decimal' : 'text',
    placeholder: kind === 'list' ? 'react, go' : 'any',
  }
}
