/** Metrics of the stadium's tickets as Prometheus names them: counters that only rise, gauges, no units sent. */
import type { Random } from '../../../demo/random.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
}

export function sendStadiumMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  const seen = countersOf(scribe)
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    const counter = { type: 'cumulative', timeMs, startMs, unit: '' } as const
    for (const [key, times] of seen) {
      const [service = '', name = '', label = '', one = ''] = key.split(' ')
      const value = times.filter((time) => time < timeMs).length
      scribe.point(service, { ...counter, name, value, attributes: label === '' ? {} : { [label]: one } })
    }
    sendGauges(source, timeMs)
  })
}

/** Moments at which a counter rises, by service, metric, label and its value. */
function countersOf(scribe: Scribe): ReadonlyMap<string, readonly number[]> {
  const moments = new Map<string, number[]>()
  const add = (key: string, timeMs: number) => {
    const list = moments.get(key) ?? []
    list.push(timeMs)
    moments.set(key, list)
  }
  for (const { service, message, timeMs, attributes } of scribe.logs) {
    const status = service === 'gate-envoy' ? (/HTTP\/2" (\d)\d\d /.exec(message)?.[1] ?? '') : ''
    if (status !== '') add(`gate-envoy envoy_http_downstream_rq_xx_total code_class ${status}xx`, timeMs)
    if (message === 'order placed')
      for (let one = 0; one < Number(attributes['tickets'] ?? 0); one++) add('orders tickets_sold_total', timeMs)
    const outcome = { 'payment captured': 'captured', 'card declined': 'declined' }[message]
    if (outcome !== undefined) add(`orders payments_total outcome ${outcome}`, timeMs)
  }
  return moments
}

function sendGauges({ random, scribe, startMs, endMs, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs, unit: '' } as const
  for (const [service, megabytes] of [
    ['box-office', 184],
    ['seat-map', 96],
    ['orders', 131],
    ['ticket-pdf', 612],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process_resident_memory_bytes', value: bytes })
    const load = Math.round((0.3 + 0.9 * random.next()) * 100) / 100
    scribe.point(service, { ...gauge, name: 'node_load1', value: load })
  }
  for (const instance of ['tix-pay1', 'tix-pay2']) {
    const isLate = instance === 'tix-pay2' && timeMs >= onsetMs - 4000
    const offset = isLate ? 311 + random.integer(-40, 40) / 100 : random.integer(-30, 30) / 10_000
    const resource = { 'host.name': instance }
    const clock = { ...gauge, name: 'node_timex_offset_seconds', value: Math.round(offset * 10_000) / 10_000 }
    scribe.point('pay-bridge', { ...clock, instance, resource })
    const lag = { ...gauge, name: 'nodejs_eventloop_lag_seconds', value: random.integer(8, 31) / 10_000 }
    scribe.point('pay-bridge', { ...lag, instance, resource })
  }
  scribe.point('seat-map', { ...gauge, name: 'redis_connected_clients', value: random.integer(14, 31) })
  const progress = (timeMs - startMs) / (endMs - startMs)
  const held = Math.round(420 + 260 * progress) + random.integer(-18, 18)
  scribe.point('seat-map', { ...gauge, name: 'seats_held', value: held })
  scribe.point('orders', { ...gauge, name: 'pg_stat_activity_count', value: random.integer(9, 17) })
  scribe.point('ticket-pdf', { ...gauge, name: 'pdf_queue_length', value: random.integer(0, 6) })
}
