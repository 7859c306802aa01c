import { Badge } from '../components/badge.tsx'
import { Json, Code } from '../components/code.tsx'
import { Copy } from '../components/copy.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../components/time.tsx'
import { took } from '../format.ts'
import { briefly, explain } from './outcome.ts'
import type { Attempt } from './types.ts'

interface AttemptParts {
  readonly of: Attempt
  /** The newest one is open from the start. */
  readonly isOpen: boolean
}

/** One attempt: what was sent, what came back, and what it means. */
export function AttemptDetails({ of: attempt, isOpen }: AttemptParts) {
  const { number, outcome, duration_ms: ms, started_at: at } = attempt
  const isGood = outcome === 'succeeded'
  return (
    <details class="attempt" open={isOpen}>
      <summary>
        <span class="attempt-number">{`Attempt ${number}`}</span>
        <Badge tone={isGood ? 'good' : 'bad'}>{briefly(outcome)}</Badge>
        <span class="faint numeric">{took(ms)}</span>
        <span class="faint">
          <Time at={at} />
        </span>
      </summary>
      <div class="attempt-body">
        <Notice tone={isGood ? 'good' : 'warn'}>{explain(attempt)}</Notice>
        <div class="sides">
          <Sent of={attempt} />
          <Received of={attempt} />
        </div>
      </div>
    </details>
  )
}

function Sent({ of: { number, request } }: { readonly of: Attempt }) {
  const name = `Request of attempt ${number}`
  return (
    <section class="stack" aria-label={name}>
      <h3>Request</h3>
      <Code label={`${name}: headers`} text={linesOf(request.headers)} />
      <Json label={`${name}: body`} value={request.body} />
      <div class="row">
        <Signature of={request.headers['webhook-signature']} />
        <Copy text={request.body} label={`${name}: copy the body as it was signed`} inWords />
        <span class="hint">Copies the body byte for byte, as it was signed.</span>
      </div>
    </section>
  )
}

/** One for each secret that signed. */
function Signature({ of }: { readonly of: string | undefined }) {
  const many = of?.split(' ').length ?? 0
  if (many < 2) return null
  return <span class="hint">{`Signed with ${many} secrets: one is on its way out.`}</span>
}

function Received({ of: { number, response, status } }: { readonly of: Attempt }) {
  const name = `Response to attempt ${number}`
  if (response === null)
    return (
      <section class="stack" aria-label={name}>
        <h3>Response</h3>
        <p class="faint">None came.</p>
      </section>
    )
  return (
    <section class="stack" aria-label={name}>
      <h3>{`Response, status ${status ?? 'unknown'}`}</h3>
      <Code label={`${name}: headers`} text={linesOf(response.headers)} />
      {response.body === '' ? (
        <p class="faint">Its body is empty.</p>
      ) : (
        <Json label={`${name}: body`} value={response.body} />
      )}
      {response.truncated && <p class="hint">It was longer: the first 64 KiB are kept.</p>}
    </section>
  )
}

function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
