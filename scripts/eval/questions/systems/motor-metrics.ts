/** Metrics of the car insurer by semantic conventions: durations, heaps, processors, goroutines, queues, quotes made. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
}

export function sendMotorMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    for (const service of ['quote-web', 'quote-api'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    const made = scribe.logs.filter(
      (log) => log.timeMs >= fromMs && log.timeMs < timeMs && /^Quote \S+ created/.test(log.message),
    ).length
    const delta = { type: 'delta', timeMs, startMs: fromMs } as const
    scribe.point('quote-api', { ...delta, name: 'quotes.created', unit: '{quote}', value: made })
    fromMs = timeMs
  })
}

function sendUse({ random, scribe }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const pool = { 'jvm.memory.pool.name': 'G1 Old Gen' }
  for (const [service, megabytes] of [
    ['policy-issuer', 350],
    ['fraud-check', 270],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.85 + 0.3 * random.next()))
    scribe.point(service, { ...gauge, name: 'jvm.memory.used', unit: 'By', value: bytes, attributes: pool })
  }
  for (const [service, share, megabytes] of [
    ['quote-web', 0.19, 130],
    ['rating-engine', 0.44, 410],
    ['document-builder', 0.35, 690],
  ] as const) {
    const cpu = Math.round((share + random.integer(-6, 9) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const bytes = Math.round(megabytes * 1e6 * (0.9 + 0.2 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
  }
  const routines = { ...gauge, name: 'go.goroutine.count', unit: '{goroutine}', value: random.integer(41, 88) }
  scribe.point('vehicle-lookup', routines)
  for (const [service, queue, most] of [
    ['quote-mailer', 'quotes.created', 7],
    ['document-builder', 'policies.issued', 5],
  ] as const) {
    const attributes = { 'rabbitmq.queue.name': queue }
    const depth = { ...gauge, name: 'rabbitmq.message.current', unit: '{message}', attributes }
    scribe.point(service, { ...depth, value: random.integer(0, most) })
  }
}
