import { client } from '../client.ts'
import { Card } from '../components/card.tsx'
import { Facts } from '../components/facts.tsx'
import { Id } from '../components/id.tsx'
import { Link } from '../components/link.tsx'
import { Text } from '../components/text.tsx'
import { Time } from '../components/time.tsx'
import { exactTime, took } from '../format.ts'
import { useLoad } from '../use-load.ts'
import type { Log } from './filters.ts'
import { ErrorCode } from './log-table.tsx'

export function LogFacts({ log }: { readonly log: Log }) {
  const original = log.response.headers['x-original-request-id']
  const hash = log.idempotency_key_hash
  return (
    <Card title="In short">
      <Facts
        of={[
          log.error_code !== null && ['Error', <ErrorCode of={log.error_code} />],
          ['When', <When at={log.at} />],
          ['Took', took(log.duration_ms)],
          ['Operation', log.route === null ? 'none has this path' : <code>{log.route}</code>],
          ['Key', log.key_id === null ? 'none' : <KeyName id={log.key_id} />],
          ['From', <code>{log.ip}</code>],
          ['Client', log.user_agent === null ? 'not told' : <Text>{log.user_agent}</Text>],
          hash !== null && ['Idempotency key, SHA-256', <Id of={hash} />],
          original !== undefined && ['Replayed the answer of', <Id of={original} to={`/logs/${original}`} />],
        ]}
      />
    </Card>
  )
}

function When({ at }: { readonly at: string }) {
  return (
    <>
      {exactTime(at)} (<Time at={at} />)
    </>
  )
}

/** By its name where it still has one. */
function KeyName({ id }: { readonly id: string }) {
  const key = useLoad(id, async (signal) => await client.keys.get({ id }, { signal }))
  return <Link to={`/keys/${id}`}>{key.data?.name ?? id}</Link>
}
