import type { SkillpassError } from '../../sdk/errors.ts'
import { Button } from './button.tsx'
import { Link } from './link.tsx'
import { Notice } from './notice.tsx'

interface ErrorPanelParts {
  readonly error: SkillpassError
  /** Offered where it may help. */
  readonly onRetry?: () => void
}

/** What went wrong, in the service's own words, and where its cause can be read up. */
export function ErrorPanel({ error, onRetry }: ErrorPanelParts) {
  return (
    <Notice tone="bad">
      <p>{error.message}</p>
      <p class="error-links">
        {error.docUrl === null ? (
          <code>{error.code}</code>
        ) : (
          <a href={`/docs/errors/${error.code}`}>
            <code>{error.code}</code>
          </a>
        )}
        {error.requestId !== null && (
          <Link to={`/logs/${error.requestId}`}>
            <code>{error.requestId}</code>
          </Link>
        )}
      </p>
      {onRetry !== undefined && error.retryable && (
        <Button small onClick={onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  )
}
