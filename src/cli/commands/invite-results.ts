import { flag, oneOf, text } from '../flags.ts'
import { showList } from '../output.ts'
import type { ListView } from '../output.ts'
import { verb } from '../verb.ts'
import { relative } from '../when.ts'
import type { Output } from '../../contract/index.ts'
import { defaultLimit, limit, pageSize } from './common.ts'

type Result = Output<'results', 'list'>['data'][number]

const filters = { group: 'Filters' }

export const results = verb({
  name: 'results',
  summary: 'list scored results, newest first',
  flags: {
    user: flag(text('USER'), 'only of this user', filters),
    skill: flag(text('SKILL'), 'only for this skill', filters),
    invite: flag(text('INVITE'), 'only of this invite', filters),
    passed: flag(oneOf('YES|NO', ['yes', 'no']), 'only those who passed, or did not', filters),
    limit,
  },
  examples: [
    ['skillpass invite results --skill react --passed yes', 'who passed in React'],
    ['skillpass invite results --limit 500 --json | jq "map(.percent) | add / length"', 'the mean'],
  ],
  run: async ({ user, skill, invite, passed, limit: wanted }, context) => {
    const client = await context.client()
    const query = {
      user_id: user,
      skill,
      invite_id: invite,
      passed: passed === undefined ? undefined : passed === 'yes',
      limit: pageSize(wanted),
    }
    await showList(context, client.results.list(query), wanted ?? defaultLimit, resultList)
  },
})

const resultList: ListView<Result> = {
  things: 'results',
  quiet: ({ id }) => id,
  columns: [
    { title: 'Id', cell: ({ id }) => id },
    {
      title: 'Passed',
      cell: ({ passed }) => (passed ? 'yes' : 'no'),
      brush: ({ passed }, paint) => (passed ? paint.good : paint.bad),
    },
    {
      title: 'Percent',
      cell: ({ percent }) => `${percent} %`,
      raw: ({ percent }) => String(percent),
      align: 'right',
    },
    { title: 'Skill', cell: ({ skill }) => skill, least: 8, drop: 2 },
    { title: 'Status', cell: ({ status }) => status, drop: 4 },
    {
      title: 'Submitted',
      cell: (r, { now }) => relative(r.submitted_at, now),
      raw: (r) => r.submitted_at,
      drop: 3,
    },
    { title: 'User', cell: ({ user_id: id }) => id, least: 10 },
  ],
}
