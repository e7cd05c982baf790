/** Metrics of the moving vans: durations, memory, processors, restarts, lag, members of etcd, vans, drivers, deposits. */
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
  readonly recoveryMs: number
  readonly restartMs: number
}

export function sendVansMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendTrade(source, timeMs)
    for (const service of ['frontdoor', 'van-booking', 'depot-stock'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    const taken = scribe.logs.filter(
      ({ message, timeMs: at }) => message === 'deposit held' && at >= fromMs && at < timeMs,
    )
    const euros = taken.reduce((sum, { attributes }) => sum + Number(attributes['cents'] ?? 0) / 100, 0)
    const counter = { name: 'deposits.held', unit: 'EUR', type: 'delta', timeMs, startMs: fromMs } as const
    scribe.point('deposit-desk', { ...counter, value: euros })
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, restartMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['frontdoor', 148, 0.21],
    ['van-booking', 402, 0.17],
    ['furni-rent', 287, 0.12],
    ['depot-stock', 655, 0.24],
    ['routing-desk', 1180, 0.46],
    ['driver-roster', 214, 0.05],
    ['deposit-desk', 176, 0.04],
    ['sms-courier', 68, 0.03],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.93 + 0.14 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.max(0.01, Math.round((share + random.integer(-3, 7) / 100) * 1000) / 1000)
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'sms-courier' && timeMs > restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
  const behind = { ...gauge, name: 'kafka.consumer.lag', unit: '{message}' }
  const events = { attributes: { 'messaging.destination.name': 'booking.events' } }
  const isCatchingUp = timeMs > restartMs && timeMs < restartMs + 90_000
  scribe.point('sms-courier', { ...behind, ...events, value: random.integer(0, 5) + (isCatchingUp ? 29 : 0) })
}

/** Members of etcd that answer, vans in the yards, drivers without a job, moves under way, furniture that is out. */
function sendTrade({ random, scribe, startMs, endMs, onsetMs, recoveryMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const isBroken = timeMs >= onsetMs && timeMs < recoveryMs
  for (const cluster of ['north', 'south']) {
    const members = { name: 'etcd.members.healthy', unit: '{member}', attributes: { 'etcd.cluster': cluster } }
    scribe.point('depot-stock', { ...gauge, ...members, value: cluster === 'north' && isBroken ? 1 : 3 })
  }
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [warehouse, vans] of [
    ['altona', 46],
    ['spandau', 31],
    ['nippes', 38],
    ['sendling', 19],
  ] as const) {
    const value = Math.round(vans * (1 - 0.35 * progress)) + random.integer(-2, 2)
    const parked = { name: 'vans.parked', unit: '{van}', value, attributes: { 'depot.warehouse': warehouse } }
    scribe.point('depot-stock', { ...gauge, ...parked })
  }
  const moves = Math.round(52 + 47 * progress) + random.integer(-3, 3)
  scribe.point('van-booking', { ...gauge, name: 'moves.under_way', unit: '{move}', value: moves })
  const drivers = Math.round(44 - 22 * progress) + random.integer(-3, 3)
  scribe.point('driver-roster', { ...gauge, name: 'drivers.free', unit: '{driver}', value: drivers })
  const out = 8412 + Math.round(60 * progress) + random.integer(-4, 4)
  scribe.point('furni-rent', { ...gauge, name: 'furniture.rented_out', unit: '{piece}', value: out })
}
