import type { Output } from '../../contract/index.ts'
import { Card } from '../components/card.tsx'
import { Link } from '../components/link.tsx'
import { Text } from '../components/text.tsx'
import { count } from '../format.ts'

const shown = 6

export function BusiestKeys({ keys }: { readonly keys: Output<'usage', 'get'>['by_key'] }) {
  return (
    <Card title="Busiest keys">
      {keys.length === 0 && <p class="faint">No key was used in these days.</p>}
      <ul class="ranking">
        {keys.slice(0, shown).map((key) => (
          <li key={key.key_id}>
            <Link to={`/keys/${key.key_id}`}>
              <Text>{key.name ?? key.key_id}</Text>
            </Link>
            <span class="numeric nowrap">{`${count(key.requests)} requests`}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
