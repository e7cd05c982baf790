/** Metrics of the mobile operator by semantic conventions: open files, memory, processors, lag, restarts, durations. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const FILES_MAX = 1024

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
}

export function sendTelecomMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  let lag = 2
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    const isOut = timeMs >= source.onsetMs && timeMs < source.recoveryMs
    const files = {
      type: 'gauge',
      timeMs,
      name: 'process.open_file_descriptor.count',
      unit: '{file_descriptor}',
    } as const
    scribe.point('balance-api', { ...files, value: openFiles(source, timeMs) })
    scribe.point('topup-api', { ...files, value: random.integer(58, 74) })
    sendUse(source, timeMs)
    lag = isOut ? lag + random.integer(4, 14) : Math.max(random.integer(0, 5), lag - 90)
    const topic = { 'messaging.destination.name': 'call.records' }
    const behind = { type: 'gauge', timeMs, name: 'kafka.consumer.lag', unit: '{message}', value: lag } as const
    scribe.point('usage-rater', { ...behind, attributes: topic })
    scribe.point('public-gateway', durationsOf(scribe, 'public-gateway', BOUNDS_S, { fromMs, toMs: timeMs }))
    const sent = scribe.logs.filter(
      (log) => log.message === 'SMS delivered' && log.timeMs >= fromMs && log.timeMs < timeMs,
    )
    const counter = { name: 'sms.delivered', unit: '{message}', type: 'delta', timeMs, startMs: fromMs } as const
    scribe.point('sms-dispatcher', { ...counter, value: sent.length })
    fromMs = timeMs
  })
}

/** Grows with each lookup, stops at the limit, begins again after the restart. */
function openFiles({ random, startMs, onsetMs, recoveryMs }: Source, timeMs: number): number {
  if (timeMs >= recoveryMs) return 90 + Math.round((timeMs - recoveryMs) / 9000) + random.integer(0, 6)
  if (timeMs >= onsetMs) return FILES_MAX - random.integer(0, 3)
  return Math.round(310 + (700 * (timeMs - startMs)) / (onsetMs - startMs)) + random.integer(-4, 4)
}

function sendUse({ random, scribe, recoveryMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['balance-api', 212, 0.18],
    ['topup-api', 148, 0.11],
    ['plan-catalog', 390, 0.26],
    ['sim-activation', 265, 0.09],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.9 + 0.2 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-4, 7) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'balance-api' && timeMs >= recoveryMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
  const used = { 'db.client.connection.state': 'used' }
  const pool = { name: 'db.client.connection.count', unit: '{connection}', value: random.integer(3, 11) }
  scribe.point('plan-catalog', { ...gauge, ...pool, attributes: used })
}
