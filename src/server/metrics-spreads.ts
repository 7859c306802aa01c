import { Histogram, type Registry } from 'prom-client'
import type { Spread } from './spread.ts'

export interface Spreads {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  /** All of them, each with bounds of the same number. */
  read(): readonly { readonly labels: Labels; readonly spread: Spread }[]
}

type Labels = Readonly<Record<string, string | number>>

interface Sample {
  readonly metricName: string
  readonly labels: Labels
  readonly value: number
}

/** The library's own histogram can only observe; these were counted elsewhere. */
class CountedHistogram extends Histogram {
  readonly #spreads: Spreads

  constructor(spreads: Spreads) {
    const { name, help, labelNames } = spreads
    super({ name, help, labelNames: [...labelNames], registers: [] })
    this.#spreads = spreads
  }

  /** What a registry asks for when it writes its text; the library's types leave it out. */
  async getForPromString() {
    const { name, help, read } = this.#spreads
    const values = read().flatMap(({ labels, spread }) => samplesOf(name, labels, spread))
    return { name, help, type: 'histogram', values }
  }
}

export function registerSpreads(registry: Registry, spreads: Spreads): void {
  registry.registerMetric(new CountedHistogram(spreads))
}

function samplesOf(name: string, labels: Labels, { bounds, counts, sum }: Spread): Sample[] {
  let below = 0
  const samples: Sample[] = []
  for (const [index, count] of counts.entries()) {
    below += count
    const le = bounds[index] ?? '+Inf'
    samples.push({ metricName: `${name}_bucket`, labels: { ...labels, le }, value: below })
  }
  samples.push({ metricName: `${name}_sum`, labels, value: sum })
  samples.push({ metricName: `${name}_count`, labels, value: below })
  return samples
}
