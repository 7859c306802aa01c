import { client } from '../client.ts'
import { Id } from '../components/id.tsx'
import { Page } from '../components/page.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { AsCurl, CopyAsCurl } from '../logs/as-curl.tsx'
import { LogFacts } from '../logs/log-facts.tsx'
import { StatusCode } from '../logs/log-table.tsx'
import { Message } from '../logs/message.tsx'
import type { PageProps } from '../pages.ts'
import { useLoad } from '../use-load.ts'

export function LogEntry({ params: { id = '' } }: PageProps) {
  const log = useLoad(id, async (signal) => await client.logs.get({ request_id: id }, { signal }))
  const { data } = log
  return (
    <Page
      title={data === undefined ? 'Request' : `${data.method} ${data.path}`}
      parent={{ to: '/logs', title: 'Logs' }}
      aside={
        data && (
          <>
            <StatusCode of={data.status} />
            <Id of={data.request_id} />
          </>
        )
      }
      actions={data && <CopyAsCurl log={data} />}
    >
      <WhenLoaded of={log} lines={12}>
        {(entry) => (
          <>
            <LogFacts log={entry} />
            <div class="messages">
              <Message title="Request" of={entry.request} />
              <Message title="Response" of={entry.response} />
            </div>
            <AsCurl log={entry} />
          </>
        )}
      </WhenLoaded>
    </Page>
  )
}
