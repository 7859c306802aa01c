import { useId } from 'preact/hooks'
import { client } from '../client.ts'
import { Button } from '../components/button.tsx'
import { FilterInput } from '../components/filter-input.tsx'
import { FilterSelect } from '../components/filter-select.tsx'
import { useQuery } from '../router.ts'
import { useLoad } from '../use-load.ts'
import { methods, spans } from './filters.ts'

const names = ['status', 'method', 'path', 'key_id', 'error_code', 'since'] as const
const statuses = ['2xx', '4xx', '5xx', '400', '401', '403', '404', '409', '410', '422', '429', '500', '503']
const lengths = Object.entries(spans).map(([value, [text]]) => [value, text] as const)

/** Which requests are shown; kept in the address. */
export function FilterForm() {
  const [query, change] = useQuery()
  const keyNames = useKeyNames()
  return (
    <div class="filters log-filters" role="search" aria-label="Requests">
      <StatusFilter value={query['status']} onChange={(status) => change({ status })} />
      <FilterSelect
        label="Method"
        value={query['method']}
        options={methods.map((method) => [method, method])}
        onChange={(method) => change({ method })}
      />
      <FilterInput
        label="Path begins with"
        value={query['path']}
        placeholder="/v1/assess"
        onChange={(path) => change({ path })}
      />
      <FilterSelect
        label="Key"
        value={query['key_id']}
        options={keyNames}
        onChange={(key_id) => change({ key_id })}
      />
      <FilterInput
        label="Error code"
        value={query['error_code']}
        placeholder="VALIDATION_FAILED"
        onChange={(code) => change({ error_code: code.toUpperCase() })}
      />
      <FilterSelect
        label="Since"
        value={query['since']}
        options={lengths}
        onChange={(since) => change({ since })}
      />
      {names.some((name) => query[name] !== undefined) && (
        <Button onClick={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

interface StatusFilterParts {
  readonly value: string | undefined
  readonly onChange: (status: string) => void
}

function StatusFilter({ value, onChange }: StatusFilterParts) {
  const list = useId()
  return (
    <>
      <FilterInput label="Status" value={value} placeholder="404 or 4xx" list={list} onChange={onChange} />
      <datalist id={list}>
        {statuses.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  )
}

function useKeyNames(): readonly (readonly [id: string, name: string])[] {
  const keys = useLoad('keys', async (signal) => await client.keys.list({ limit: 100 }, { signal }))
  return (keys.data?.data ?? []).map((key) => [key.id, `${key.name} …${key.last4}`])
}
