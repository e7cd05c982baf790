/** Metrics of the dental laboratory: signatures, quarantine, scans, cases, designs, blocks, mills, disk, connections, use. */
import { durationsOf } from './conventions.ts'
import type { Dentallab } from './dentallab.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
/** Files in quarantine when the hour begins. */
const KEPT_AT_START = 3
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const HTTP = ['lab-gateway', 'case-desk', 'scan-intake', 'scan-vault', 'material-store', 'price-book']

export function sendDentallabMetrics(system: Dentallab): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendCounts(system, timeMs, fromMs)
    sendHalls(system, timeMs)
    sendUse(system, timeMs)
    for (const service of HTTP) scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendCounts(system: Dentallab, timeMs: number, fromMs: number): void {
  const { scribe, startMs } = system
  const told = (service: string, text: RegExp, sinceMs: number) =>
    scribe.told(service, text, { fromMs: sinceMs, toMs: timeMs }).length
  const gauge = { type: 'gauge', timeMs } as const
  const known = { ...gauge, name: 'virus.signatures', unit: '{signature}', value: system.signaturesAt(timeMs) }
  scribe.point('scan-vault', known)
  const kept = { ...gauge, name: 'quarantine.objects', unit: '{object}' }
  const quarantined = system.hits.filter((hitMs) => hitMs < timeMs).length
  scribe.point('scan-vault', { ...kept, value: KEPT_AT_START + quarantined })
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  const stored = told('scan-intake', /^scan \S+ stored/, fromMs)
  scribe.point('scan-intake', { ...delta, name: 'scans.stored', unit: '{scan}', value: stored })
  const opened = told('case-desk', /^Case \S+ opened/, fromMs)
  scribe.point('case-desk', { ...delta, name: 'cases.opened', unit: '{case}', value: opened })
  const total = { type: 'cumulative', timeMs, startMs } as const
  const finished = told('design-worker', / finished: /, startMs)
  scribe.point('design-worker', { ...total, name: 'designs.finished', unit: '{design}', value: finished })
  const milled = told('mill-link', / milled on /, startMs)
  scribe.point('mill-link', { ...total, name: 'blanks.milled', unit: '{blank}', value: milled })
}

function sendHalls(system: Dentallab, timeMs: number): void {
  const { random, scribe, startMs, endMs, queued } = system
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const waiting = queued.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length
  const topic = { 'messaging.destination.name': 'designs.wanted' }
  const depth = waiting + random.integer(0, 2)
  scribe.point('design-worker', {
    ...gauge,
    name: 'designs.waiting',
    unit: '{design}',
    value: depth,
    attributes: topic,
  })
  for (const [material, full, gone] of [
    ['zirconia', 1840, 322],
    ['emax', 615, 71],
    ['pmma', 402, 58],
    ['titanium', 130, 24],
  ] as const) {
    const value = Math.round(full - gone * progress)
    scribe.point('material-store', {
      ...gauge,
      ...{ name: 'blocks.left', unit: '{block}', value, attributes: { 'blank.material': material } },
    })
  }
  for (const [mill, celsius, more] of [
    ['M1', 41, 2],
    ['M2', 38, 1],
    ['M3', 44, 15],
    ['M4', 40, -3],
    ['M5', 36, 0],
  ] as const) {
    const value = Math.round((celsius + more * progress + random.integer(-9, 9) / 10) * 10) / 10
    scribe.point('mill-link', { ...gauge, name: 'spindle.temperature', unit: 'Cel', value, attributes: { mill } })
  }
  const free = Math.round(412e9 - 21e9 * progress)
  const disk = { 'system.filesystem.mountpoint': '/vault' }
  scribe.point('scan-vault', { ...gauge, name: 'disk.free', unit: 'By', value: free, attributes: disk })
  const pool = { 'db.client.connection.pool.name': 'cases', 'db.client.connection.state': 'used' }
  const used = random.integer(4, 13)
  const connections = { ...gauge, name: 'db.client.connection.count', unit: '{connection}', value: used }
  scribe.point('case-desk', { ...connections, attributes: pool })
}

function sendUse({ random, scribe }: Dentallab, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['lab-gateway', 74, 9],
    ['case-desk', 430, 31],
    ['scan-intake', 196, 23],
    ['scan-vault', 870, 28],
    ['design-worker', 1420, 72],
    ['material-store', 240, 12],
    ['price-book', 58, 7],
    ['mill-link', 41, 18],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = percent + random.integer(-30, 30) / 10
    scribe.point(service, { ...gauge, name: 'process.cpu.percent', unit: '%', value: cpu })
  }
}
