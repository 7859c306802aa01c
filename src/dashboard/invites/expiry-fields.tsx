import { useState } from 'preact/hooks'
import { serviceNow } from '../clock.ts'
import { Field, Fieldset } from '../components/form.tsx'
import { addDays, dayOf } from '../days.ts'
import { textIn } from '../optional-values.ts'

const presets = [
  ['1d', '1 day'],
  ['7d', '7 days'],
  ['30d', '30 days'],
  ['date', 'Until a date'],
] as const

const longestDays = 90

/** What the fields say, as the service takes it. */
export function expiryIn(values: FormData) {
  const chosen = textIn(values, 'expires')
  if (chosen !== 'date') return { expires_in: chosen }
  const day = textIn(values, 'expires_on')
  return { expires_at: day === undefined ? undefined : `${day}T23:59:59.999Z` }
}

export function ExpiryFields({ legend }: { readonly legend: string }) {
  const [chosen, choose] = useState('7d')
  const today = dayOf(serviceNow())
  return (
    <>
      <Fieldset legend={legend} pointer="/expires_in">
        <div class="row">
          {presets.map(([value, name]) => (
            <label key={value} class="choice">
              <input
                type="radio"
                name="expires"
                value={value}
                checked={chosen === value}
                onChange={() => choose(value)}
              />
              {name}
            </label>
          ))}
        </div>
      </Fieldset>
      {chosen === 'date' && (
        <Field label="Last day" pointer="/expires_at" hint="It ends with that day, UTC.">
          {(props) => (
            <input
              {...props}
              type="date"
              name="expires_on"
              min={today}
              max={addDays(today, longestDays)}
              defaultValue={addDays(today, 14)}
            />
          )}
        </Field>
      )}
    </>
  )
}
