import { choices } from '../../sdk/choices.gen.ts'
import { Field } from '../components/form.tsx'
import { numberOf } from '../form-values.ts'
import type { ApiKey } from './api-key.ts'

const tiers: Readonly<Record<ApiKey['tier'], string>> = {
  free: 'free: 60 requests a minute, burst 20',
  standard: 'standard: 1,000 requests a minute, burst 100',
  scale: 'scale: 10,000 requests a minute, burst 1,000',
}

interface LimitsParts {
  readonly tier: ApiKey['tier']
  readonly quota: number | null
  /** Of a key that there is; a new one has those of its tier. */
  readonly limit?: ApiKey['rate_limit']
}

export function Limits({ tier, quota, limit }: LimitsParts) {
  const hint =
    limit === undefined
      ? 'Empty: as the tier has it.'
      : `Now ${limit.per_minute} a minute, ${limit.burst} at once.`
  return (
    <>
      <Field label="Tier" pointer="/tier">
        {(props) => (
          <select {...props} name="tier" defaultValue={tier}>
            {choices['keys.create'].tier.map((one) => (
              <option key={one} value={one} selected={one === tier}>
                {tiers[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div class="fields">
        <Field label="Requests a minute" pointer="/rate_limit/per_minute" hint={hint}>
          {(props) => <input {...props} name="per_minute" inputMode="numeric" />}
        </Field>
        <Field label="Requests at once" pointer="/rate_limit/burst" hint={hint}>
          {(props) => <input {...props} name="burst" inputMode="numeric" />}
        </Field>
        <Field label="Requests a day" pointer="/daily_quota" hint="Empty: no limit.">
          {(props) => <input {...props} name="daily_quota" inputMode="numeric" defaultValue={quota ?? ''} />}
        </Field>
      </div>
    </>
  )
}

/** What the fields above say; a text that is no number goes to the service, which says what is wrong with it. */
export function limitsOf(values: FormData) {
  const perMinute = numberOf(values, 'per_minute', '/rate_limit/per_minute')
  const burst = numberOf(values, 'burst', '/rate_limit/burst')
  const tier = choices['keys.create'].tier.find((one) => one === values.get('tier')) ?? 'standard'
  const rateLimit = {
    ...(perMinute !== null && { per_minute: perMinute }),
    ...(burst !== null && { burst }),
  }
  return {
    tier,
    daily_quota: numberOf(values, 'daily_quota'),
    ...(Object.keys(rateLimit).length > 0 && { rate_limit: rateLimit }),
  }
}
