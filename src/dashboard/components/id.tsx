import { Copy } from './copy.tsx'
import { Link } from './link.tsx'

interface IdParts {
  readonly of: string
  /** The page of what it names. */
  readonly to?: string
}

export function Id({ of, to }: IdParts) {
  return (
    <span class="id">
      <code title={of}>{to === undefined ? of : <Link to={to}>{of}</Link>}</code>
      <Copy text={of} label={`Copy ${of}`} />
    </span>
  )
}
