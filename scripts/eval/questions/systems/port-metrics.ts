/** Metrics of the container terminal, named as Prometheus names them and without units: gauges, and a counter of crane moves. */
import type { Random } from '../../../demo/random.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const MINUTE_MS = 60_000

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly restartMs: number
  readonly silenceMs: number
}

export function sendPortMetrics(source: Source): void {
  const { random, startMs, endMs } = source
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendProcesses(source, timeMs)
    sendTerminal(source, timeMs)
    sendCranes(source, timeMs)
  })
}

function sendProcesses({ random, scribe, silenceMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', unit: '', timeMs } as const
  for (const [service, megabytes, load] of [
    ['truck-portal', 311, 0.24],
    ['gate-control', 74, 0.06],
    ['yard-planner', 1840, 0.41],
    ['crane-dispatch', 52, 0.09],
    ['vessel-ops', 489, 0.13],
    ['tariff-billing', 402, 0.11],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.93 + 0.14 * random.next()))
    scribe.point(service, { ...gauge, name: 'process_resident_memory_bytes', value: bytes })
    const cpu = Math.round((load + random.integer(-4, 6) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process_cpu_ratio', value: cpu })
  }
  const threads = random.integer(38, 61)
  scribe.point('vessel-ops', { ...gauge, name: 'jvm_threads_current', value: threads })
  const customs = Math.round(random.logNormal(46, 0.2)) / 1000
  scribe.point('customs-link', { ...gauge, name: 'customs_host_latency_seconds', value: customs })
  if (timeMs < silenceMs)
    scribe.point('edi-courier', { ...gauge, name: 'edi_outbox_messages', value: random.integer(0, 9) })
}

/** Trucks wait, solver seats are taken: from the onset on the queue before the gate grows. */
function sendTerminal({ random, scribe, startMs, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', unit: '', timeMs } as const
  const isBad = timeMs >= onsetMs
  const seats = isBad ? 6 : random.integer(1, 3)
  scribe.point('yard-planner', { ...gauge, name: 'solver_seats_used', value: seats })
  scribe.point('yard-planner', { ...gauge, name: 'solver_seats_limit', value: 6 })
  const badMinutes = Math.max(0, (timeMs - onsetMs) / MINUTE_MS)
  const queue = Math.round(9 + 3.4 * badMinutes) + random.integer(-2, 2)
  scribe.point('gate-control', { ...gauge, name: 'gate_queue_trucks', value: queue })
  const minutes = (timeMs - startMs) / MINUTE_MS
  for (const [block, first, growth] of [
    ['A', 61, 0.02],
    ['B', 83, 0.03],
    ['C', 54, 0.01],
    ['D', 72, -0.02],
    ['E', 38, 0.04],
  ] as const) {
    const percent = first + growth * minutes + random.integer(-6, 6) / 10
    const value = Math.round(percent * 10) / 1000
    scribe.point('yard-planner', { ...gauge, name: 'yard_block_fill_ratio', value, attributes: { block } })
  }
  const plugged = random.integer(212, 231)
  scribe.point('reefer-watch', { ...gauge, name: 'reefers_plugged', value: plugged })
  const air = Math.round((6.4 + 0.03 * minutes + random.next()) * 10) / 10
  scribe.point('reefer-watch', { ...gauge, name: 'air_temperature_celsius', value: air })
}

/** Moves since the program began: the restart sets them back to nothing. */
function sendCranes({ random, scribe, startMs, restartMs }: Source, timeMs: number): void {
  const beganMs = timeMs < restartMs ? startMs - 61 * MINUTE_MS : restartMs + 11_000
  const minutes = Math.max(0, (timeMs - beganMs) / MINUTE_MS)
  const moves = Math.round(21 * minutes)
  scribe.point('crane-dispatch', {
    ...{ name: 'crane_moves_total', unit: '', type: 'cumulative', timeMs, startMs: beganMs, value: moves },
  })
  const wind = Math.round((12.5 + 7.5 * random.next()) * 10) / 10
  scribe.point('crane-dispatch', { name: 'wind_speed_mps', unit: '', type: 'gauge', timeMs, value: wind })
}
