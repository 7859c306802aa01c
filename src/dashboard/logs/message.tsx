import { Card } from '../components/card.tsx'
import { Json } from '../components/code.tsx'
import type { Log } from './filters.ts'

interface MessageParts {
  readonly title: 'Request' | 'Response'
  readonly of: Log['request']
}

/** One half of an exchange: its headers and its body. */
export function Message({ title, of: { headers, body } }: MessageParts) {
  const names = Object.keys(headers).toSorted()
  return (
    <Card title={title}>
      <div class="stack">
        <h3>Body</h3>
        {body === null ? <p class="faint">None.</p> : <Json label={`${title} body`} value={body} />}
        <h3>Headers</h3>
        {names.length === 0 && <p class="faint">No longer kept.</p>}
        <dl class="headers">
          {names.map((name) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{headers[name]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  )
}
