/** Metrics of the baggage handling: disks, queues, belts, scanners, the early-bag store, manual coding, claims, memory. */
import type { Baggage } from './baggage.ts'
import { BELTS, HALLS, WITH_KINDS } from './baggage-names.ts'
import { durationsOf } from './conventions.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function sendBaggageMetrics(system: Baggage): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendHandler(system, timeMs)
    sendBelts(system, timeMs)
    sendUse(system, timeMs)
    sendTotals(system, timeMs, fromMs)
    for (const service of WITH_KINDS)
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

const written = ({ scribe }: Baggage, pattern: RegExp, range: { readonly fromMs: number; readonly toMs: number }) =>
  scribe.logs.filter(({ timeMs, message }) => timeMs >= range.fromMs && timeMs < range.toMs && pattern.test(message))
    .length

function sendHandler(system: Baggage, timeMs: number): void {
  const { random, scribe, startMs, diskAt } = system
  const gauge = { type: 'gauge', timeMs } as const
  const spool = Math.round(diskAt(timeMs) * 10) / 10
  for (const [mountpoint, value] of [
    ['/var/spool/typeb', spool],
    ['/', 38 + random.integer(0, 4) / 10],
  ] as const)
    scribe.point('typeb-handler', { ...gauge, name: 'disk.used.percent', unit: '%', value, attributes: { mountpoint } })
  const kept = written(system, /put back into bsm\.in$/, { fromMs: startMs, toMs: timeMs })
  for (const [queue, value] of [
    ['bsm.in', kept + random.integer(0, 3)],
    ['bpm.out', random.integer(1, 4)],
  ] as const) {
    const attributes = { 'queue.name': queue }
    scribe.point('typeb-handler', { ...gauge, name: 'queue.depth', unit: '{message}', value, attributes })
  }
}

function sendBelts(system: Baggage, timeMs: number): void {
  const { random, scribe, startMs, onsetMs, restartMs } = system
  const gauge = { type: 'gauge', timeMs } as const
  for (const [index, belt] of BELTS.entries()) {
    const usual = [1.9, 1.9, 2.1, 1.4][index] ?? 1.9
    const value = Math.round((usual - (timeMs >= onsetMs ? 0.3 : 0) + random.integer(-4, 4) / 100) * 100) / 100
    const attributes = { 'belt.line': belt }
    scribe.point('sort-controller', { ...gauge, name: 'belt.speed', unit: 'm/s', value, attributes })
  }
  const isDown = timeMs >= restartMs - 60_000 && timeMs < restartMs
  for (const [hall, usual] of Object.entries(HALLS)) {
    const value = isDown && hall === 'south' ? 2 : usual
    scribe.point('screening-gw', { ...gauge, name: 'scanners.online', unit: '{scanner}', value, attributes: { hall } })
  }
  const sinceMin = Math.max(0, timeMs - onsetMs) / 60_000
  const stored = Math.round(412 + (0.4 * (timeMs - startMs)) / 60_000 + 3.6 * sinceMin)
  scribe.point('sort-controller', { ...gauge, name: 'ebs.bags', unit: '{bag}', value: stored })
  for (const station of ['MC-1', 'MC-2']) {
    const diverted = written(system, new RegExp(`manual coding ${station}$`), { fromMs: startMs, toMs: timeMs })
    const value = random.integer(1, 4) + Math.round(0.6 * diverted)
    const name = 'manual_coding.waiting'
    scribe.point('sort-controller', { ...gauge, name, unit: '{bag}', value, attributes: { station } })
  }
  for (const [terminal, value] of [
    ['T1', 22],
    ['T2', 16],
  ] as const) {
    const attributes = { 'airport.terminal': terminal }
    scribe.point('checkin-drop', { ...gauge, name: 'drop_points.open', unit: '{point}', value, attributes })
  }
}

function sendUse({ random, scribe }: Baggage, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['checkin-drop', 310, 17],
    ['track-api', 240, 12],
    ['sort-controller', 1480, 44],
    ['typeb-handler', 920, 26],
    ['bag-recon', 385, 19],
    ['lostbag-desk', 190, 6],
    ['screening-gw', 660, 52],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = percent + random.integer(-30, 30) / 10
    scribe.point(service, { ...gauge, name: 'cpu.used.percent', unit: '%', value: cpu })
  }
}

function sendTotals(system: Baggage, timeMs: number, fromMs: number): void {
  const { scribe, startMs } = system
  const total = { type: 'cumulative', timeMs, startMs } as const
  const stored = written(system, /^BSM for bag \S+ stored$/, { fromMs: startMs, toMs: timeMs })
  scribe.point('typeb-handler', { ...total, name: 'messages.stored', unit: '{message}', value: stored })
  const opened = written(system, /^claim opened$/, { fromMs: startMs, toMs: timeMs })
  scribe.point('lostbag-desk', { ...total, name: 'claims.opened', unit: '{claim}', value: opened })
  const screened = written(system, /^bag \S+ (?:cleared|sent)/, { fromMs, toMs: timeMs })
  const delta = { type: 'delta', timeMs, startMs: fromMs, name: 'bags.screened', unit: '{bag}' } as const
  scribe.point('screening-gw', { ...delta, value: screened })
}
