/** How long something took, counted into buckets: what a Prometheus histogram is made of. */
export class Spread {
  readonly bounds: readonly number[]
  /** One for each bound, and one for what is above them all; not cumulative. */
  readonly counts: Float64Array
  sum = 0

  /** `bounds` in seconds, ascending. */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = new Float64Array(bounds.length + 1)
  }

  observe(seconds: number): void {
    const { bounds, counts } = this
    let bucket = 0
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1
    counts[bucket] = (counts[bucket] ?? 0) + 1
    this.sum += seconds
  }
}
