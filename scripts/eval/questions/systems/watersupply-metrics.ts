/** Metrics of the water supplier: levels, pressures, flow, pumps, lag of the gateway, open files, crews, bills, memory. */
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
  readonly changeMs: number
  readonly onsetMs: number
}

export function sendWatersupplyMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendNetwork(source, timeMs)
    sendUse(source, timeMs)
    sendOffice(source, timeMs, fromMs)
    for (const service of ['control-room', 'readings-db', 'crew-dispatch'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendNetwork({ random, scribe, startMs, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const badMinutes = Math.max(0, (timeMs - onsetMs) / 60_000)
  const minutes = (timeMs - startMs) / 60_000
  const send = (name: string, unit: string, value: number, attributes = {}) =>
    scribe.point('scada-gateway', { ...gauge, name, unit, value, attributes })
  for (const [reservoir, metres] of [
    ['castle', 4.3 - 0.05 * badMinutes],
    ['meadow', 3.4],
    ['oakwood', 2.5 + 0.006 * minutes],
  ] as const)
    send('reservoir.level', 'm', Math.round(100 * metres + random.integer(-2, 2)) / 100, { reservoir })
  for (const [zone, bar, flow] of [
    ['old-town', 4.1, 312],
    ['harbour', 5.7, 148],
    ['east', 5.2, 226],
    ['west', 4.7, 187],
  ] as const) {
    send('network.pressure', 'bar', Math.round(10 * bar + random.integer(-2, 2)) / 10, { zone })
    send('network.flow', 'm3/h', flow + random.integer(-9, 9), { zone })
  }
  for (const [station, usual] of [
    ['hilltop', badMinutes > 4 ? 1 : 3],
    ['riverside', 4],
    ['mill-lane', 2],
    ['quarry', 1],
  ] as const)
    send('pumps.running', '', usual + (random.chance(0.15) ? 1 : 0), { station })
  send('gateway.lag', 's', Math.round(badMinutes * 52) + random.integer(1, 4))
  send('gateway.buffered_readings', '', Math.round(badMinutes * 133) + random.integer(0, 6))
}

function sendUse({ random, scribe, changeMs, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const part = Math.min(1, Math.max(0, (timeMs - changeMs) / (onsetMs - changeMs)))
  const files = part >= 1 ? 4096 - random.integer(0, 3) : Math.round(612 + part * 3484) + random.integer(-9, 9)
  scribe.point('readings-db', { ...gauge, name: 'process_open_fds', unit: '', value: files })
  for (const [service, megabytes, percent] of [
    ['readings-db', 1820, 34],
    ['control-room', 640, 22],
    ['crew-dispatch', 410, 14],
    ['water-quality', 330, 9],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.97 + 0.06 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = percent + random.integer(-25, 25) / 10
    scribe.point(service, { ...gauge, name: 'cpu_percent', unit: '', value: cpu })
  }
}

function sendOffice({ random, scribe, startMs, onsetMs }: Source, timeMs: number, fromMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const badMinutes = Math.max(0, (timeMs - onsetMs) / 60_000)
  const free = badMinutes === 0 ? random.integer(5, 8) : Math.max(0, 6 - Math.round(badMinutes / 2))
  scribe.point('crew-dispatch', { ...gauge, name: 'crews.free', unit: '', value: free })
  const waiting = Math.round(2 + 0.6 * badMinutes) + random.integer(0, 1)
  scribe.point('crew-dispatch', { ...gauge, name: 'work_orders.waiting', unit: '', value: waiting })
  const sent = scribe.logs.filter(({ message, timeMs: at }) => {
    return message === 'bill sent' && at >= startMs && at < timeMs
  })
  let euros = 0
  for (const { attributes } of sent) euros += Number(attributes['eur'] ?? 0)
  const total = { type: 'cumulative', timeMs, startMs, name: 'bills_sent_eur_total', unit: '' } as const
  scribe.point('meter-billing', { ...total, value: Math.round(euros * 100) / 100 })
  const delta = { type: 'delta', timeMs, startMs: fromMs, name: 'bills_sent', unit: '{bill}' } as const
  scribe.point('meter-billing', { ...delta, value: sent.filter(({ timeMs: at }) => at >= fromMs).length })
  const sessions = 140 + random.integer(-12, 12)
  scribe.point('outage-portal', { ...gauge, name: 'portal.sessions', unit: '', value: sessions })
}
