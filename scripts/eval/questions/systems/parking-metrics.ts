/** Metrics of the car parks by semantic conventions: durations, memory, graphics cards, lag, free spaces, plates, money. */
import type { Random } from '../../../demo/random.ts'
import type { LogRow } from '../records.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const MINUTE_MS = 60_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly restartMs: number
}

export function sendParkingMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  let issued = 2140
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    const said = (service: string, start: string) =>
      scribe.logs.filter(
        (log) =>
          log.service === service && log.message.startsWith(start) && log.timeMs >= fromMs && log.timeMs < timeMs,
      )
    sendUse(source, timeMs)
    sendSpaces(source, timeMs)
    for (const service of ['kerb-api', 'lane-controller', 'plate-reader'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    const delta = { type: 'delta', timeMs, startMs: fromMs } as const
    for (const [result, start] of [
      ['read', 'plate read'],
      ['unreadable', 'plate unreadable'],
      ['failed', 'inference of '],
    ] as const) {
      const value = said('plate-reader', start).length
      scribe.point('plate-reader', {
        ...{ ...delta, name: 'plates.processed', unit: '{plate}', value },
        attributes: { 'plate.result': result },
      })
    }
    const cents = sumOf(said('pay-bridge', 'payment captured'))
    scribe.point('pay-bridge', { ...delta, name: 'payments.captured.cents', unit: '{cent}', value: cents })
    issued += said('permit-book', 'permit issued').length
    const permits = { name: 'permits.issued', unit: '{permit}', value: issued }
    scribe.point('permit-book', { ...permits, type: 'cumulative', timeMs, startMs: startMs - 86_400_000 })
    fromMs = timeMs
  })
}

function sumOf(logs: readonly LogRow[]): number {
  let sum = 0
  for (const { attributes } of logs) sum += Number(attributes['cents'] ?? 0)
  return sum
}

function sendUse(source: Source, timeMs: number): void {
  const { random, scribe, startMs, onsetMs, recoveryMs, restartMs } = source
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes] of [
    ['kerb-api', 212],
    ['lane-controller', 96],
    ['tariff-engine', 305],
    ['pay-bridge', 174],
    ['permit-book', 251],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
  }
  const bytes = Math.round(640e6 * (0.95 + 0.1 * random.next()))
  scribe.point('plate-reader', { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
  const isLost = timeMs >= onsetMs && timeMs < recoveryMs
  const isWarming = timeMs < onsetMs
  const celsius = isLost ? 0 : Math.round(isWarming ? 66 + (28 * (timeMs - startMs)) / (onsetMs - startMs) : 63)
  if (!isLost)
    scribe.point('plate-reader', {
      ...gauge,
      name: 'gpu.temperature',
      unit: 'Cel',
      value: celsius + random.integer(-1, 1),
    })
  const busy = isLost ? 0 : random.integer(31, 58) / 100
  scribe.point('plate-reader', { ...gauge, name: 'gpu.utilization', unit: '1', value: busy })
  const isCatchingUp = timeMs >= restartMs && timeMs < restartMs + 2 * MINUTE_MS
  const topic = { attributes: { 'messaging.destination.name': 'lane.events' } }
  const lag = { name: 'kafka.consumer.lag', unit: '{message}', value: random.integer(0, 9) + (isCatchingUp ? 54 : 0) }
  scribe.point('occupancy-tracker', { ...gauge, ...lag, ...topic })
}

function sendSpaces({ random, scribe, startMs, endMs }: Source, timeMs: number): void {
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [garage, free, taken] of [
    ['harbour', 318, 150],
    ['station', 204, 96],
    ['market', 87, 31],
    ['opera', 5, 0],
  ] as const) {
    const value = Math.max(0, Math.round(free - taken * progress) + random.integer(-3, 3))
    const spaces = { name: 'parking.spaces.free', unit: '{space}', value, attributes: { 'parking.garage': garage } }
    scribe.point('occupancy-tracker', { type: 'gauge', timeMs, ...spaces })
  }
}
