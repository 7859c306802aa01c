import { useState } from 'preact/hooks'
import { serviceNow } from '../clock.ts'
import { Field } from '../components/form.tsx'

const spans = [
  ['never', 'Never'],
  ['7', 'In 7 days'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['date', 'On a day…'],
] as const

const dayMs = 86_400_000

export function Expiry() {
  const [span, choose] = useState<string>('never')
  return (
    <div class="fields">
      <Field label="Expires" pointer="/expires_at">
        {(props) => (
          <select
            {...props}
            name="expiry"
            value={span}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {spans.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
      {span === 'date' && (
        <Field label="Day" hint="At its end, UTC.">
          {(props) => <input {...props} type="date" name="expiry_day" required />}
        </Field>
      )}
    </div>
  )
}

/** An instant, or null for never. */
export function expiryOf(values: FormData): string | null {
  const [span, day] = [values.get('expiry'), values.get('expiry_day')]
  if (span === 'date') return typeof day === 'string' && day !== '' ? `${day}T23:59:59.999Z` : ''
  const days = Number(span)
  return days > 0 ? new Date(serviceNow() + days * dayMs).toISOString() : null
}
