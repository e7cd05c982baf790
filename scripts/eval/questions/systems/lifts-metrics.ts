/** Metrics of the lift company: calls, alarms, call-outs, technicians, gateways, parts, certificates, invoices, use. */
import { durationsOf } from './conventions.ts'
import type { Lifts } from './lifts.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const WITH_DURATIONS = ['portal-api', 'tech-api', 'lift-ingest', 'voice-bridge', 'callout-planner', 'inspection-book']

export function sendLiftsMetrics(system: Lifts): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendCounts(system, timeMs, fromMs)
    sendLevels(system, timeMs)
    sendUse(system, timeMs)
    for (const service of [...WITH_DURATIONS, 'parts-depot'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendCounts(system: Lifts, timeMs: number, fromMs: number): void {
  const { scribe, startMs } = system
  const told = (service: string, text: RegExp, sinceMs: number) =>
    scribe.told(service, text, { fromMs: sinceMs, toMs: timeMs })
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  for (const carrier of ['telvox', 'ringnet']) {
    const value = told('voice-bridge', new RegExp(`connected over ${carrier}`), fromMs).length
    const attributes = { 'carrier.name': carrier }
    scribe.point('voice-bridge', { ...delta, name: 'calls.connected', unit: '{call}', value, attributes })
  }
  const total = { type: 'cumulative', timeMs, startMs } as const
  const issued = told('inspection-book', / certificate for /, startMs).length
  scribe.point('inspection-book', { ...total, name: 'certificates.issued', unit: '{certificate}', value: issued })
  let euros = 0
  for (const { message } of told('billing-run', / written: /, startMs)) euros += Number(/(\d+) EUR/.exec(message)?.[1])
  scribe.point('billing-run', { ...total, name: 'invoiced.amount', unit: 'EUR', value: euros })
  let pieces = 0
  for (const { message } of told('parts-depot', /^reservation /, startMs))
    pieces += Number(/: (\d+) x/.exec(message)?.[1])
  scribe.point('parts-depot', { ...total, name: 'parts.reserved', unit: '{part}', value: pieces })
}

function sendLevels(system: Lifts, timeMs: number): void {
  const { random, scribe, startMs, endMs, alarms, onsetMs } = system
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const sinceOnset = Math.max(0, (timeMs - onsetMs) / (endMs - onsetMs))
  const waiting = alarms.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length
  scribe.point('alarm-desk', { ...gauge, name: 'alarms.waiting', unit: '{alarm}', value: waiting })
  for (const [region, technicians, less, gateways, lost] of [
    ['north', 21, 6, 412, 5],
    ['west', 17, 3, 377, -4],
    ['south', 15, 1, 298, 0],
    ['east', 11, -2, 164, 14],
  ] as const) {
    const attributes = { region }
    const free = Math.round(technicians - less * progress)
    scribe.point('callout-planner', { ...gauge, name: 'technicians.free', unit: '{person}', value: free, attributes })
    const value = Math.round(gateways - lost * progress)
    scribe.point('lift-ingest', { ...gauge, name: 'gateways.online', unit: '{gateway}', value, attributes })
  }
  for (const [priority, open, more] of [
    ['entrapment', 3, 22],
    ['urgent', 14, 31],
    ['normal', 86, -9],
  ] as const) {
    const attributes = { 'callout.priority': priority }
    const value = Math.round(open + more * (priority === 'normal' ? progress : sinceOnset))
    scribe.point('callout-planner', { ...gauge, name: 'callouts.open', unit: '{callout}', value, attributes })
  }
  for (const [depot, full, gone] of [
    ['depot-bremen', 5140, 96],
    ['depot-essen', 4375, 61],
    ['depot-ulm', 2980, -40],
    ['depot-leipzig', 1820, 118],
  ] as const) {
    const value = Math.round(full - gone * progress)
    scribe.point('parts-depot', {
      ...gauge,
      name: 'stock.parts',
      unit: '{part}',
      value,
      attributes: { 'depot.name': depot },
    })
  }
  for (const [firmware, dbm] of [
    ['5.1.4', -93],
    ['5.2.0', -81],
  ] as const) {
    const value = dbm + random.integer(-30, 30) / 10
    scribe.point('lift-ingest', {
      ...gauge,
      name: 'gateway.signal',
      unit: 'dBm',
      value,
      attributes: { 'gateway.firmware': firmware },
    })
  }
  const pool = { 'db.client.connection.pool.name': 'planner', 'db.client.connection.state': 'used' }
  const connections = { ...gauge, name: 'db.client.connection.count', unit: '{connection}' }
  scribe.point('callout-planner', { ...connections, value: random.integer(4, 15), attributes: pool })
}

function sendUse({ random, scribe }: Lifts, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['portal-api', 412, 31],
    ['tech-api', 226, 22],
    ['lift-ingest', 58, 14],
    ['alarm-desk', 640, 9],
    ['voice-bridge', 118, 17],
    ['callout-planner', 187, 12],
    ['inspection-book', 350, 15],
    ['parts-depot', 520, 27],
    ['billing-run', 91, 44],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = Math.round((percent + random.integer(-30, 30) / 10) * 10) / 10
    scribe.point(service, { ...gauge, name: 'process.cpu.percent', unit: '%', value: cpu })
  }
}
