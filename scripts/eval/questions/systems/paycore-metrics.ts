/** Metrics of the payment processor by Prometheus' names: threads, queues, memory, connections, counters, a histogram. */
import { durationsOf } from './conventions.ts'
import { type Paycore, WORKERS } from './paycore.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

export function sendPaycoreMetrics(system: Paycore): void {
  const { random, scribe, startMs, endMs } = system
  const seen = countersOf(scribe)
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    const counter = { type: 'cumulative', timeMs, startMs, unit: '' } as const
    for (const [key, events] of seen) {
      const [service = '', name = '', label = '', one = ''] = key.split(' ')
      let value = 0
      for (const event of events) if (event.atMs < timeMs) value += event.by
      const attributes = label === '' ? {} : { [label]: one }
      scribe.point(service, { ...counter, name, value: Math.round(value * 100) / 100, attributes })
    }
    sendGauges(system, timeMs)
    const durations = durationsOf(scribe, 'front-gateway', BOUNDS_S, { fromMs, toMs: timeMs })
    scribe.point('front-gateway', { ...durations, name: 'http_request_duration_seconds', unit: '' })
    fromMs = timeMs
  })
}

interface Rise {
  readonly atMs: number
  readonly by: number
}
/** When a counter rises and by how much, by service, metric, label and its value. */
function countersOf(scribe: Scribe): ReadonlyMap<string, readonly Rise[]> {
  const rises = new Map<string, Rise[]>()
  const add = (key: string, atMs: number, by = 1) => {
    const list = rises.get(key) ?? []
    list.push({ atMs, by })
    rises.set(key, list)
  }
  for (const { service, message, timeMs, attributes } of scribe.logs) {
    if (service === 'payment-intents' && message.startsWith('payment failed'))
      add('payment-intents payments_total outcome failed', timeMs)
    if (message === 'payment captured') {
      add('payment-intents payments_total outcome captured', timeMs)
      add('payment-intents captured_eur_total', timeMs, Number(attributes['amount_eur']))
    }
    if (message === 'card declined') add('payment-intents payments_total outcome declined', timeMs)
    if (message === 'payout sent') add('payouts payouts_eur_total', timeMs, Number(attributes['amount_eur']))
    if (service === 'webhook-dispatcher' && message.startsWith('webhook '))
      add(`webhook-dispatcher webhooks_total outcome ${message.includes('failed:') ? 'failed' : 'delivered'}`, timeMs)
  }
  return rises
}

function sendGauges(system: Paycore, timeMs: number): void {
  const { random, scribe, startMs, endMs, busy, waiting, queued } = system
  const gauge = { type: 'gauge', timeMs, unit: '' } as const
  const now = (spans: readonly { readonly fromMs: number; readonly toMs: number }[]) =>
    spans.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length
  const connector = (name: string, value: number) => scribe.point('network-connector', { ...gauge, name, value })
  connector('connector_worker_threads_max', WORKERS)
  connector('connector_worker_threads_busy', now(busy))
  connector('connector_queue_length', now(waiting))
  for (const network of ['northcard', 'solapay', 'axio']) {
    const value = network === 'solapay' && timeMs >= system.onsetMs ? random.integer(4, 6) : random.integer(0, 1)
    const attributes = { network }
    scribe.point('network-connector', { ...gauge, name: 'connector_open_connections', value, attributes })
  }
  const length = now(queued) + random.integer(0, 2)
  scribe.point('webhook-dispatcher', { ...gauge, name: 'webhook_queue_length', value: length })
  scribe.point('ledger', { ...gauge, name: 'db_pool_connections_active', value: random.integer(3, 9) })
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [service, megabytes, threads] of [
    ['front-gateway', 142, 18],
    ['payment-intents', 388, 23],
    ['network-connector', 734, 61],
    ['fraud-check', 1210, 34],
    ['ledger', 266 + 70 * progress, 29],
    ['payouts', 158, 15],
    ['webhook-dispatcher', 121, 9],
    ['merchant-dashboard', 305, 27],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.97 + 0.06 * random.next()))
    scribe.point(service, { ...gauge, name: 'process_resident_memory_bytes', value: bytes })
    scribe.point(service, { ...gauge, name: 'process_threads', value: threads + random.integer(-1, 1) })
  }
}
