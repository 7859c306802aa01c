import { setTimeout as sleep } from 'node:timers/promises'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { registerCounts } from './metrics-families.ts'
import { registerFacts } from './metrics-facts.ts'
import type { Counts, Facts } from './metrics.ts'

/** Process and Node.js as every dashboard for Node.js knows them: one process has one of each. */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

/** The first look at the event loop needs a sample to show; one is taken every 10 ms. */
const sampled = sleep(25)

/** What was counted and what is looked up, as Prometheus text. */
export function createMetricsText(counts: Counts, facts: Facts): () => Promise<string> {
  const registry = new Registry()
  registerCounts(registry, counts)
  const look = registerFacts(registry, facts)
  return async () => {
    await sampled
    await look()
    const [own, process] = await Promise.all([registry.metrics(), ofProcess.metrics()])
    return `${own}\n${process}`
  }
}
