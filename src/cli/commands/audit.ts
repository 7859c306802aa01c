import { ConditionNotMet } from '../failure.ts'
import { flag, text } from '../flags.ts'
import { card } from '../card.ts'
import { clean } from '../clean.ts'
import { show, showItems } from '../output.ts'
import type { ListView, View } from '../output.ts'
import { specOf, storeFlag, withKeeper } from '../store-place.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { relative } from '../when.ts'
import type { AuditRow } from '../../store/rows.ts'
import type { AuditVerdict } from '../../keeper/keeper.ts'
import { defaultLimit, limit } from './common.ts'

const list = verb({
  name: 'list',
  summary: 'what was changed, and by which key, newest first',
  flags: { store: storeFlag, limit },
  examples: [
    ['skillpass audit list --store json:/var/lib/skillpass', 'the last fifty'],
    ['skillpass audit list --limit 1000 --json | jq \'.[] | select(.action == "users.erase")\'', 'one kind'],
  ],
  run: async ({ store, limit: wanted = defaultLimit }, context) => {
    const spec = await specOf(store, context)
    const rows = await withKeeper(spec, context, ({ keeper }) => keeper.audit(wanted))
    await showItems(context, rows, auditList)
  },
})

const auditList: ListView<AuditRow> = {
  things: 'entries in the audit log',
  quiet: ({ id }) => id,
  columns: [
    { title: 'No', cell: ({ id }) => String(Number(id)), raw: ({ id }) => id, align: 'right' },
    { title: 'When', cell: ({ at }, { now }) => relative(at, now), raw: ({ at }) => at },
    { title: 'Action', cell: ({ action }) => action },
    { title: 'By', cell: ({ actor }) => actor, least: 8 },
    { title: 'Of', cell: ({ subject }) => subject ?? '', least: 8 },
    { title: 'From', cell: ({ address }) => address ?? '', drop: 2 },
    { title: 'Request', cell: ({ request_id: id }) => id ?? '', drop: 3 },
    { title: 'Hash', cell: ({ hash }) => hash, forPrograms: true },
  ],
}

const verify = verb({
  name: 'verify',
  summary: 'prove that nobody changed the audit log',
  about:
    'Follows the chain from its first row. Prints the hash of its newest row: keep it elsewhere and give it as --head ' +
    'later, for nothing inside of a chain tells that its end was cut off. Ends with 8 when the chain is broken.',
  flags: {
    store: storeFlag,
    head: flag(text('HASH'), 'a hash that was printed before: it must still be in the chain'),
  },
  examples: [
    ['skillpass audit verify --store json:/var/lib/skillpass', 'rows and head hash'],
    ['skillpass audit verify --head "$(cat yesterday.head)" --quiet > today.head', 'every night'],
  ],
  run: async ({ store, head }, context) => {
    const spec = await specOf(store, context)
    const verdict = await withKeeper(spec, context, ({ keeper }) => keeper.verifyAudit(head))
    await show(context, verdict, verdictCard)
    if (!verdict.ok) throw new ConditionNotMet()
  },
})

const verdictCard: View<AuditVerdict> = {
  quiet: (verdict) => (verdict.ok ? verdict.head : (verdict.row ?? verdict.reason)),
  text: (verdict, surface) => {
    const { tty, paint } = surface
    if (!verdict.ok) return tty ? `  ${paint.bad('✗')} ${broken(verdict)}` : `broken\t${broken(verdict)}`
    const facts = card(
      [
        ['Rows', String(verdict.rows)],
        ['Head', verdict.head],
      ],
      surface,
    )
    return tty ? `  ${paint.good('✓')} ${paint.strong('whole')}\n\n${facts}` : facts
  },
}

function broken(verdict: Extract<AuditVerdict, { ok: false }>): string {
  if (verdict.row === null)
    return 'The chain is whole, but the given hash is not in it: its end was cut off, or all of it replaced.'
  const what = {
    altered: 'was altered',
    missing: 'is missing',
    reordered: 'does not follow the row before it',
  }[verdict.reason]
  return clean(`Row ${verdict.row} ${what}.`)
}

export const audit: Noun = {
  name: 'audit',
  summary: 'who changed keys, webhooks and people, and proof of it',
  verbs: [list, verify],
}
