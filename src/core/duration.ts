const unitSeconds = { d: 86_400, h: 3_600, m: 60, s: 1 } as const

/** Seconds of `7d`, `36h`, `90m`, `30s` or a whole number of seconds; null when it is none of these. */
export function parseDuration(value: string | number): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null
  const match = /^(\d{1,15})([dhms]?)$/.exec(value.trim())
  if (match === null) return null
  const seconds = Number(match[1]) * secondsOf(match[2] ?? '')
  return Number.isSafeInteger(seconds) ? seconds : null
}

/** The shortest spelling that `parseDuration` reads back to the same seconds. */
export function formatDuration(seconds: number): string {
  for (const [unit, size] of Object.entries(unitSeconds)) {
    if (seconds >= size && seconds % size === 0) return `${seconds / size}${unit}`
  }
  return `${seconds}s`
}

const unitNames: Readonly<Record<string, string>> = { d: 'day', h: 'hour', m: 'minute', s: 'second' }

/** `90 minutes`, for people. */
export function spellDuration(seconds: number): string {
  const short = formatDuration(seconds)
  const count = Number(short.slice(0, -1))
  return `${count} ${unitNames[short.slice(-1)] ?? ''}${count === 1 ? '' : 's'}`
}

function secondsOf(unit: string): number {
  return unit === 'd' || unit === 'h' || unit === 'm' ? unitSeconds[unit] : 1
}
