interface SparklineParts {
  /** What it shows, in words: `120 requests in 30 days`. */
  readonly label: string
  readonly values: readonly number[]
}

const width = 100
const height = 24

export function Sparkline({ label, values }: SparklineParts) {
  const most = Math.max(1, ...values)
  const step = width / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) => `${round(index * step)},${round(height - 1 - (value / most) * (height - 2))}`,
  )
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(' ')} />
    </svg>
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
