import { Counter, Gauge, type Metric, type Registry } from 'prom-client'
import type { Counts, Series } from './metrics.ts'
import { registerSpreads } from './metrics-spreads.ts'

/** What was counted, under the names that dashboards and alerts know it by. */
export function registerCounts(registry: Registry, counts: Counts): void {
  requests(registry, counts)
  byName(registry, counts.denials, {
    name: 'skillpass_limit_denials_total',
    help: 'Requests that a limit refused, by the limit.',
    label: 'limit',
  })
  byName(registry, counts.keys, {
    name: 'skillpass_idempotency_outcomes_total',
    help: 'Writes with an idempotency key, by what became of the key.',
    label: 'outcome',
  })
  byName(registry, counts.attempts, {
    name: 'skillpass_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by outcome.',
    label: 'outcome',
  })
  byName(registry, counts.mails, {
    name: 'skillpass_mail_attempts_total',
    help: 'Attempts to send a mail, by outcome.',
    label: 'outcome',
  })
  durations(registry, counts)
  lostLines(registry, counts)
}

function requests(registry: Registry, counts: Counts): void {
  add(
    registry,
    new Counter({
      name: 'skillpass_http_requests_total',
      help: 'Requests answered, by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      registers: [],
      collect() {
        this.reset()
        for (const { route, method, byStatus } of allSeries(counts)) {
          for (const [status, count] of byStatus) this.inc({ route, method, status }, count)
        }
      },
    }),
  )
  add(
    registry,
    new Gauge({
      name: 'skillpass_http_requests_in_flight',
      help: 'Requests under way, open streams aside.',
      registers: [],
      collect() {
        this.set(counts.inFlight)
      },
    }),
  )
}

function add(registry: Registry, metric: Metric): void {
  registry.registerMetric(metric)
}

/** Methods that nobody uses share one series. */
function allSeries({ requests }: Counts): Series[] {
  return [...requests.values()].flatMap((methods) => [...methods.values()])
}

interface Family {
  readonly name: string
  readonly help: string
  readonly label: string
}

function byName(registry: Registry, counted: Readonly<Record<string, number>>, family: Family): void {
  const { label, ...named } = family
  add(
    registry,
    new Counter({
      ...named,
      labelNames: [label],
      registers: [],
      collect() {
        this.reset()
        for (const [name, count] of Object.entries(counted)) this.inc({ [label]: name }, count)
      },
    }),
  )
}

function durations(registry: Registry, counts: Counts): void {
  registerSpreads(registry, {
    name: 'skillpass_http_request_duration_seconds',
    help: 'From the arrival of a request to its answer, by route and method.',
    labelNames: ['route', 'method'],
    read: () =>
      allSeries(counts).map(({ route, method, seconds }) => ({ labels: { route, method }, spread: seconds })),
  })
  registerSpreads(registry, {
    name: 'skillpass_webhook_attempt_duration_seconds',
    help: 'How long one attempt to deliver a webhook took.',
    labelNames: [],
    read: () => [{ labels: {}, spread: counts.attemptSeconds }],
  })
  registerSpreads(registry, {
    name: 'skillpass_store_transaction_duration_seconds',
    help: 'From the begin of a transaction until it is durable (write) or read (read).',
    labelNames: ['kind'],
    read: () => Object.entries(counts.store).map(([kind, spread]) => ({ labels: { kind }, spread })),
  })
}

function lostLines(registry: Registry, counts: Counts): void {
  add(
    registry,
    new Counter({
      name: 'skillpass_log_lines_dropped_total',
      help: 'Log lines that were not written because their reader was too slow or gone.',
      registers: [],
      collect() {
        this.reset()
        this.inc(counts.linesLost)
      },
    }),
  )
}
