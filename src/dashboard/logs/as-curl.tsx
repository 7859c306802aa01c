import { curlOf, sendsKey } from '../../curl.ts'
import { client } from '../client.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Code } from '../components/code.tsx'
import { copyText } from '../copy-text.ts'
import { toast } from '../toasts.ts'
import type { Log } from './filters.ts'

export function CopyAsCurl({ log }: { readonly log: Log }) {
  const copy = async (): Promise<void> => {
    const isDone = await copyText(commandOf(log))
    toast(isDone ? 'Copied' : 'The browser does not let this page copy. The command stands below.')
  }
  return <Button onClick={() => void copy()}>Copy as curl</Button>
}

/** The request as a command for a terminal, and where it is not the same. */
export function AsCurl({ log }: { readonly log: Log }) {
  const { notes } = curlOf(log, client.baseUrl)
  return (
    <Card title="As curl">
      <div class="stack">
        <Code label="curl command" text={commandOf(log)} />
        <ul class="hint">
          {sendsKey(log) && <li>It reads your key from $SKILLPASS_API_KEY.</li>}
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

function commandOf(log: Log): string {
  return curlOf(log, client.baseUrl).parts.join(' \\\n  ')
}
