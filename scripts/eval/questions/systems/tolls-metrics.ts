/** Metrics of the motorway tolls: gantries, plates, open trips, dead letters, uncharged passages, sessions, money, memory. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
}

export function sendTollsMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendRoad(source, timeMs, fromMs)
    sendTrips(source, timeMs)
    sendMoney(source, timeMs)
    for (const service of ['driver-api', 'accounts', 'tariff-svc'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, startMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['driver-api', 184, 21],
    ['topup-pay', 141, 8],
    ['tariff-svc', 260 + (timeMs - startMs) / 36_000, 17],
    ['accounts', 355, 30],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process_working_set_bytes', unit: '', value })
    const cpu = percent + random.integer(-40, 60) / 10
    scribe.point(service, { ...gauge, name: 'cpu_percent', unit: '', value: cpu })
  }
  for (const [instance, megabytes] of [
    ['trip-builder-0', 705],
    ['trip-builder-1', 640],
    ['trip-builder-2', 820],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.95 + 0.1 * random.next()))
    scribe.point('trip-builder', { ...gauge, name: 'jvm.memory.used', unit: 'By', value, instance })
  }
  const pool = { name: 'db.client.connection.count', unit: '{connection}' }
  scribe.point('accounts', { ...gauge, ...pool, value: random.integer(6, 19) })
  scribe.point('plate-vision', { ...gauge, name: 'gpu_utilization_percent', unit: '', value: random.integer(48, 81) })
}

function sendRoad({ random, scribe }: Source, timeMs: number, fromMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [motorway, online] of [
    ['A1', 24],
    ['A3', 18],
    ['A5', 11],
    ['A7', 21],
    ['A9', 15],
  ] as const) {
    const value = online - (random.chance(0.12) ? 1 : 0)
    scribe.point('gantry-edge', { ...gauge, name: 'gantries_online', unit: '', value, attributes: { motorway } })
  }
  for (const [camera, usual] of [
    ['C-01', 64],
    ['C-02', 41],
    ['C-03', 88],
    ['C-04', 29],
  ] as const) {
    const value = usual + random.integer(-6, 6)
    const metric = { name: 'vision.plates.per_minute', unit: '{plate}/min', attributes: { camera } }
    scribe.point('plate-vision', { ...gauge, ...metric, value })
  }
  const read = scribe.logs.filter(({ message, timeMs: at }) => {
    return message === 'passage recorded' && at >= fromMs && at < timeMs
  })
  const delta = { type: 'delta', timeMs, startMs: fromMs, name: 'passages_recorded', unit: '{passage}' } as const
  scribe.point('gantry-edge', { ...delta, value: read.length })
}

/** What was thrown away stands in the dead letters of the third pod, and its entries stay open. */
function sendTrips({ random, scribe, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const minutes = Math.max(0, (timeMs - onsetMs) / 60_000)
  for (const [motorway, usual, growth, pod] of [
    ['A1', 140, 0, 0],
    ['A3', 95, 0, 1],
    ['A5', 52, 0, 1],
    ['A7', 131, 5, 2],
    ['A9', 88, 3, 2],
  ] as const) {
    const value = Math.round(usual + growth * minutes) + random.integer(-5, 5)
    const attributes = { motorway }
    const instance = `trip-builder-${pod}`
    scribe.point('trip-builder', { ...gauge, name: 'trips.open', unit: '{trip}', value, attributes, instance })
  }
  for (const pod of [0, 1, 2]) {
    const instance = `trip-builder-${pod}`
    const queue = { ...gauge, unit: '', instance }
    scribe.point('trip-builder', { ...queue, name: 'assembly_queue_depth', value: random.integer(2, 9) + pod })
    const dead = pod === 2 ? Math.round(4 * minutes) : 0
    scribe.point('trip-builder', { ...queue, name: 'dead_letter_depth', value: dead })
  }
}

function sendMoney({ random, scribe, startMs, endMs, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const minutes = Math.max(0, (timeMs - onsetMs) / 60_000)
  const progress = (timeMs - startMs) / (endMs - startMs)
  const uncharged = Math.round(6 + 7 * minutes) + random.integer(-3, 3)
  scribe.point('accounts', { ...gauge, name: 'uncharged_passages', unit: '', value: uncharged })
  for (const [partner, usual, growth] of [
    ['nordpass', 3, 1.1],
    ['eurovia', 4, 0.3],
    ['tollring', 3, 0],
  ] as const) {
    const value = Math.round(usual + growth * minutes) + random.integer(-1, 1)
    const metric = { name: 'clearing.backlog', unit: '{batch}', attributes: { partner } }
    scribe.point('partner-clearing', { ...gauge, ...metric, value })
  }
  for (const [platform, usual, fall] of [
    ['ios', 410, 0],
    ['android', 640, 0],
    ['web', 190, 90],
  ] as const) {
    const value = Math.round(usual - fall * progress) + random.integer(-9, 9)
    scribe.point('driver-api', { ...gauge, name: 'app_sessions', unit: '', value, attributes: { platform } })
  }
  const flight = { name: 'topups_in_flight', unit: '{topup}', value: random.integer(1, 8) }
  scribe.point('topup-pay', { ...gauge, ...flight })
  let cents = 0
  for (const { message, service, timeMs: at, attributes } of scribe.logs)
    if (service === 'topup-pay' && message === 'top-up booked' && at >= startMs && at < timeMs)
      cents += Number(attributes['cents'] ?? 0)
  const total = { type: 'cumulative', timeMs, startMs, name: 'topup_eur_total', unit: '' } as const
  scribe.point('topup-pay', { ...total, value: cents / 100 })
  const letters = { ...gauge, name: 'letters.pending', unit: '{letter}', value: random.integer(11, 34) }
  scribe.point('fines-desk', letters)
}
