interface MeterParts {
  /** What it shows, in words: `SCI 84 of 100`. */
  readonly label: string
  /** 0 to 1. */
  readonly share: number
  readonly tone?: 'good' | 'info' | 'warn' | 'plain'
}

/** A bar that is filled by a share. */
export function Meter({ label, share, tone = 'good' }: MeterParts) {
  const width = Math.min(1, Math.max(0, share)) * 100
  return (
    <svg
      class={`meter meter-${tone}`}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <rect width={width} height="8" />
    </svg>
  )
}
