import { useId } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { FilterInput } from '../components/filter-input.tsx'
import { FilterSelect } from '../components/filter-select.tsx'
import { SkillOptions } from '../components/skill-options.tsx'
import { addDays, isDay } from '../days.ts'
import { useQuery, type Query } from '../router.ts'
import { statuses } from './invite-status.ts'

const names = [
  'status',
  'candidate_email',
  'skill',
  'user_id',
  'external_id',
  'created_after',
  'created_before',
] as const

export function isFiltered(query: Query): boolean {
  return names.some((name) => query[name] !== undefined)
}

/** The filters of the address as the service takes them: days become instants, the last one included. */
export function filtersOf(query: Query) {
  const { status, candidate_email, skill, user_id, external_id, created_after, created_before } = query
  return {
    status: statuses.find((one) => one === status),
    candidate_email,
    skill,
    user_id,
    external_id,
    created_after: startOf(created_after),
    created_before:
      created_before !== undefined && isDay(created_before) ? startOf(addDays(created_before, 1)) : undefined,
  }
}

function startOf(day: string | undefined): string | undefined {
  return day !== undefined && isDay(day) ? `${day}T00:00:00.000Z` : undefined
}

export function InviteFilters() {
  const [query, change] = useQuery()
  const skills = useId()
  return (
    <search class="filters filters-many">
      <FilterSelect
        label="Status"
        value={query['status']}
        options={statuses.map((one) => [one, one.replaceAll('_', ' ')])}
        onChange={(status) => change({ status })}
      />
      <FilterInput
        label="E-mail"
        value={query['candidate_email']}
        pattern="\s*[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\s*"
        title="The whole address"
        onChange={(candidate_email) => change({ candidate_email })}
      />
      <FilterInput
        label="Skill"
        value={query['skill']}
        list={skills}
        onChange={(skill) => change({ skill })}
      />
      <SkillOptions id={skills} />
      <FilterInput label="User id" value={query['user_id']} onChange={(user_id) => change({ user_id })} />
      <FilterInput
        label="Created from"
        type="date"
        value={query['created_after']}
        onChange={(created_after) => change({ created_after })}
      />
      <FilterInput
        label="Created until"
        type="date"
        value={query['created_before']}
        onChange={(created_before) => change({ created_before })}
      />
      {isFiltered(query) && (
        <Button
          kind="quiet"
          onClick={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          Clear
        </Button>
      )}
    </search>
  )
}
