const levels = '▁▂▃▄▅▆▇█'

/**
 * One column a value, its height its share of the largest. Only nothing is as low as nothing: the least of something
 * stands out.
 */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(0, ...values)
  return values.map((value) => levels[levelOf(value, most)] ?? '').join('')
}

function levelOf(value: number, most: number): number {
  if (value <= 0) return 0
  return Math.max(1, Math.round((value / most) * (levels.length - 1)))
}

/** How many neighbours share a column where there are at most so many columns. */
export function barSize(count: number, columns: number): number {
  return Math.max(1, Math.ceil(count / Math.max(1, columns)))
}

/** The sums of so many neighbours each; the last may have fewer. */
export function sumsOf(values: readonly number[], size: number): number[] {
  const sums: number[] = []
  for (let at = 0; at < values.length; at += size) {
    sums.push(values.slice(at, at + size).reduce((sum, value) => sum + value, 0))
  }
  return sums
}
