import { client } from '../client.ts'
import { Button } from '../components/button.tsx'
import { Field } from '../components/form.tsx'
import { useQuery } from '../router.ts'
import { useLoad } from '../use-load.ts'
import { methods, spans } from './filters.ts'

const names = ['status', 'method', 'path', 'key_id', 'error_code', 'since'] as const
const statuses = ['2xx', '4xx', '5xx', '400', '401', '403', '404', '409', '410', '422', '429', '500', '503']

/** Which requests are shown; kept in the address. */
export function FilterForm() {
  const [query, change] = useQuery()
  const clear = (): void => change(Object.fromEntries(names.map((name) => [name, undefined])))
  return (
    <div class="filters log-filters" role="search" aria-label="Requests">
      <Words name="status" label="Status" placeholder="404 or 4xx" among={statuses} />
      <Choice name="method" label="Method" of={methods.map((method) => [method, method])} />
      <Words name="path" label="Path begins with" placeholder="/v1/assess" />
      <Choice name="key_id" label="Key" of={useKeyNames(query['key_id'])} />
      <Words name="error_code" label="Error code" placeholder="VALIDATION_FAILED" isUpper />
      <Choice name="since" label="Since" of={sinceChoices(query['since'])} />
      {names.some((name) => query[name] !== undefined) && <Button onClick={clear}>Clear filters</Button>}
    </div>
  )
}

interface WordsParts {
  readonly name: (typeof names)[number]
  readonly label: string
  readonly placeholder: string
  readonly among?: readonly string[]
  readonly isUpper?: boolean
}

function Words({ name, label, placeholder, among, isUpper = false }: WordsParts) {
  const [query, change] = useQuery()
  return (
    <Field label={label}>
      {(props) => (
        <>
          <input
            {...props}
            value={query[name] ?? ''}
            placeholder={placeholder}
            autocomplete="off"
            spellcheck={false}
            list={among && `${props.id}-among`}
            onChange={({ currentTarget: { value } }) =>
              change({ [name]: isUpper ? value.trim().toUpperCase() : value.trim() })
            }
          />
          {among && (
            <datalist id={`${props.id}-among`}>
              {among.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

interface ChoiceParts {
  readonly name: (typeof names)[number]
  readonly label: string
  readonly of: readonly (readonly [value: string, text: string])[]
}

function Choice({ name, label, of }: ChoiceParts) {
  const [query, change] = useQuery()
  return (
    <Field label={label}>
      {(props) => (
        <select
          {...props}
          value={query[name] ?? ''}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
        >
          <option value="">any</option>
          {of.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** One that is in the address and not among them is a choice too. */
function useKeyNames(chosen: string | undefined): ChoiceParts['of'] {
  const keys = useLoad('keys', async (signal) => await client.keys.list({ limit: 100 }, { signal }))
  const known = (keys.data?.data ?? []).map((key) => [key.id, `${key.name} …${key.last4}`] as const)
  return withChosen(known, chosen)
}

function sinceChoices(chosen: string | undefined): ChoiceParts['of'] {
  return withChosen(
    Object.entries(spans).map(([value, [text]]) => [value, text] as const),
    chosen,
  )
}

function withChosen(known: ChoiceParts['of'], chosen: string | undefined): ChoiceParts['of'] {
  const isKnown = chosen === undefined || chosen === '' || known.some(([value]) => value === chosen)
  return isKnown ? known : [...known, [chosen, chosen]]
}
