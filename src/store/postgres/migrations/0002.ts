/** Tables whose rows are looked for by their id. */
const byId = [
  'keys',
  'users',
  'skills',
  'evidence',
  'invites',
  'results',
  'events',
  'usage',
  'webhooks',
  'deliveries',
  'attempts',
  'replays',
  'mails',
  'decays',
  'sessions',
]

/** Keys that hold few rows each. */
const byKey = [
  'users.ix_email',
  'evidence.ix_user_id',
  'evidence.ix_user_skill',
  'results.ix_user_id',
  'results.ix_evidence_id',
  'deliveries.ix_event_id',
  'attempts.ix_delivery_id',
  'mails.ix_invite_id',
  'decays.ix_user_id',
  'sessions.ix_key_id',
]

/**
 * Who looks something up watches the whole page of the index where it stands. In a sorted index new rows stand side by
 * side, so everybody who works on one collides with everybody else; by its hash each stands somewhere else. The second
 * collation, which compares as the first one does, is how a statement says which of the two indexes it means.
 */
export const second = [...byId.map((table) => `${table}.id`), ...byKey]
  .map((place) => {
    const [table = '', column = ''] = place.split('.')
    return (
      `create index skillpass_${table}_${column}_hash on skillpass_${table} ` +
      `using hash (${column} collate "POSIX") with (fillfactor = 10);`
    )
  })
  .join('\n')
