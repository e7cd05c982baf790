/** Metrics of the studios' software by Prometheus' names, without units: gauges and counters that only rise. */
import type { Random } from '../../../demo/random.ts'
import type { Values } from '../records.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  isScaledOut(timeMs: number): boolean
}

export function sendFitnessMetrics(source: Source): void {
  const { random, startMs, endMs } = source
  let waiting = 38
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendProcesses(source, timeMs)
    sendCounters(source, timeMs)
    const step = source.isScaledOut(timeMs) ? random.integer(0, 2) : random.integer(-2, 1)
    waiting = Math.max(31, waiting + step)
    gauge(source, timeMs, 'class-booking', 'waitlist_length', waiting)
  })
}

function gauge({ scribe }: Source, timeMs: number, service: string, name: string, value: number, attributes = {}) {
  scribe.point(service, { name, unit: '', type: 'gauge', timeMs, value, attributes })
}

function sendProcesses(source: Source, timeMs: number): void {
  const { random, startMs, endMs } = source
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [service, megabytes] of [
    ['member-app-api', 214],
    ['membership', 61],
    ['checkin-api', 48],
    ['pay-desk', 310],
    ['studio-admin', 742],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.93 + 0.14 * random.next()))
    gauge(source, timeMs, service, 'process_resident_memory_bytes', value)
  }
  const heap = Math.round(5.2e8 + 1.4e8 * random.next())
  gauge(source, timeMs, 'class-booking', 'jvm_memory_used_bytes', heap)
  gauge(source, timeMs, 'class-booking', 'hikaricp_connections_active', random.integer(1, 6))
  gauge(source, timeMs, 'class-booking', 'replicas_running', source.isScaledOut(timeMs) ? 3 : 2)
  gauge(source, timeMs, 'member-app-api', 'nodejs_eventloop_lag_seconds', random.integer(2, 14) / 1000)
  gauge(source, timeMs, 'membership', 'go_goroutines', random.integer(31, 58))
  gauge(source, timeMs, 'checkin-api', 'go_goroutines', random.integer(22, 40))
  gauge(source, timeMs, 'checkin-api', 'redis_connected_clients', random.integer(6, 9))
  gauge(source, timeMs, 'checkin-api', 'doors_online', 9)
  gauge(source, timeMs, 'pay-desk', 'phpfpm_active_processes', random.integer(1, 7))
  gauge(source, timeMs, 'studio-admin', 'puma_backlog', random.chance(0.1) ? random.integer(1, 4) : 0)
  for (const [tenant, from, more] of [
    ['ironhaus', 118, 64],
    ['flow', 41, 12],
    ['kraftraum', 77, 30],
    ['boxclub-nord', 35, 22],
    ['yoga-lounge', 18, 9],
    ['fitbase24', 204, 95],
  ] as const) {
    const value = Math.round(from + more * progress) + random.integer(-3, 3)
    gauge(source, timeMs, 'checkin-api', 'members_in_studio', value, { tenant })
  }
}

/** Counters go on from what they had reached before, and say what the lines and the requests say. */
function sendCounters({ scribe, startMs }: Source, timeMs: number): void {
  const counter = (service: string, name: string, value: number, attributes: Values = {}) =>
    scribe.point(service, {
      name,
      unit: '',
      type: 'cumulative',
      timeMs,
      startMs: startMs - 86_400_000,
      value,
      attributes,
    })
  const lines = (service: string, text: string) =>
    scribe.logs.filter((log) => log.service === service && log.timeMs < timeMs && log.message.startsWith(text)).length
  counter('class-booking', 'bookings_created_total', 48_213 + lines('class-booking', 'booking created'))
  counter('class-booking', 'bookings_failed_total', 17 + lines('class-booking', 'could not insert'))
  counter('checkin-api', 'checkins_total', 61_870 + lines('checkin-api', 'check-in accepted'))
  counter('pay-desk', 'card_declines_total', 402 + lines('pay-desk', 'card declined'))
  for (const [code, from] of [
    ['2xx', 412_006],
    ['4xx', 19_551],
    ['5xx', 88],
  ] as const) {
    const digit = Number(code.slice(0, 1))
    const done = scribe.spans.filter((span) => {
      const status = Number(span.attributes['http.response.status_code'])
      return (
        span.service === 'member-app-api' && span.isEntry && span.endMs < timeMs && Math.floor(status / 100) === digit
      )
    })
    counter('member-app-api', 'http_requests_total', from + done.length, { code })
  }
}
