/**
 * Parcel tracking: plain text lines with bracketed levels and metrics, no spans. The disk of `scan-ingest` fills up and
 * scans are lost from then on; `weather-feed` goes silent for a reason of its own; `route-planner` is released before.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { World } from '../records.ts'
import { bracketed } from './formats.ts'
import { eachArrival, eachTick, Scribe } from './scribe.ts'
import { SimulatedSystem } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 54 * MINUTE_MS
const SERVICES = ['scan-ingest', 'route-planner', 'depot-sync', 'label-printer', 'customs-api', 'weather-feed']
const DEPOTS = ['LYS', 'LYS', 'LYS', 'OSL', 'OSL', 'BCN', 'GDN']
const CARRIERS = ['swiftpost', 'kurier24', 'blueline']

class Parcel extends SimulatedSystem {
  readonly scribe: Scribe
  readonly onsetMs: number
  readonly silenceMs: number
  readonly releaseMs: number

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(3, 'parcel'))
    this.onsetMs = endMs - 17 * MINUTE_MS - 30_000
    this.silenceMs = endMs - 29 * MINUTE_MS
    this.releaseMs = endMs - 41 * MINUTE_MS
    const version = (name: string) => (timeMs: number) =>
      name === 'route-planner'
        ? timeMs < this.releaseMs
          ? '7.3.1'
          : '7.3.2'
        : name === 'scan-ingest'
          ? '2.0.5'
          : '1.4.0'
    const setups = SERVICES.map((name) => ({
      ...{ name, format: bracketed, version: version(name), isSeveritySent: false, hasAttributes: true },
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  scan(timeMs: number): void {
    const { random, scribe } = this
    const id = `PX-${random.integer(100_000, 999_999)}`
    const depot = random.pick(DEPOTS)
    const fields = { depot, carrier: random.pick(CARRIERS), parcel: id }
    if (timeMs >= this.onsetMs && random.chance(0.7)) {
      scribe.log(
        'scan-ingest',
        timeMs,
        'ERROR',
        `Scan of parcel ${id} lost: write /var/spool/scans: no space left on device`,
        fields,
      )
      this.remember('lostParcel', id, timeMs)
      return
    }
    scribe.log('scan-ingest', timeMs, 'INFO', `Parcel ${id} scanned at depot ${depot}`, fields)
    this.remember('scannedParcel', id, timeMs)
    if (random.chance(0.03))
      scribe.log('scan-ingest', timeMs + 5, 'WARN', `Duplicate scan of parcel ${id} dropped`, fields)
    if (random.chance(0.4)) {
      const tookMs = Math.round(random.logNormal(120, 0.4))
      scribe.log(
        'route-planner',
        timeMs + 300 + tookMs,
        'INFO',
        `Route for ${id} planned in ${tookMs} ms, ${random.integer(2, 9)} stops`,
        { depot },
      )
    }
    if (random.chance(0.5)) {
      const isJam = random.chance(0.04)
      const text = isJam
        ? `Printer ${random.integer(1, 9)} jammed while printing the label of ${id}`
        : `Label of ${id} printed`
      scribe.log('label-printer', timeMs + 1500, isJam ? 'WARN' : 'INFO', text, { depot })
    }
  }

  customs(timeMs: number): void {
    const { random, scribe } = this
    const id = `CD-${random.integer(3000, 9999)}`
    const place = random.next()
    if (place < 0.12)
      scribe.log('customs-api', timeMs, 'WARN', `Declaration ${id} held for inspection`, { declaration: id })
    else if (place < 0.17)
      scribe.log('customs-api', timeMs, 'ERROR', `Declaration ${id} rejected: tariff code missing`, { declaration: id })
    else scribe.log('customs-api', timeMs, 'INFO', `Declaration ${id} accepted`, { declaration: id })
  }

  sync(timeMs: number): void {
    const { random, scribe } = this
    const depot = random.pick(DEPOTS)
    if (timeMs >= this.onsetMs && random.chance(0.5)) {
      scribe.log(
        'depot-sync',
        timeMs,
        'WARN',
        `Sync with depot ${depot} incomplete: scan-ingest returned ${random.integer(0, 3)} of ${random.integer(8, 30)} scans`,
        { depot },
      )
      return
    }
    scribe.log(
      'depot-sync',
      timeMs,
      'INFO',
      `Sync with depot ${depot} finished in ${Math.round(random.logNormal(800, 0.3))} ms`,
      { depot },
    )
  }

  background(): void {
    const { random, scribe } = this
    const all = { fromMs: this.startMs, toMs: this.endMs - 300 }
    eachArrival({ ...all, meanMs: 700 }, random, (timeMs) => this.scan(timeMs))
    eachArrival({ ...all, meanMs: 6000 }, random, (timeMs) => this.customs(timeMs))
    eachArrival({ ...all, meanMs: 4000 }, random, (timeMs) => this.sync(timeMs))
    eachArrival({ fromMs: this.startMs, toMs: this.silenceMs, meanMs: 9000 }, random, (timeMs) => {
      scribe.log('weather-feed', timeMs, 'INFO', `Forecast of ${random.integer(3, 12)} regions updated`, {})
    })
    scribe.log(
      'route-planner',
      this.releaseMs - 4000,
      'INFO',
      'Deployment route-planner: image route-planner:7.3.2 rolled out',
      {},
    )
    for (const [index, percent] of [85, 92, 97].entries()) {
      scribe.log(
        'scan-ingest',
        this.onsetMs - (9 - 3 * index) * MINUTE_MS,
        'WARN',
        `volume /var/spool is ${percent}% full`,
        {},
      )
    }
  }

  metrics(): void {
    const { random, scribe } = this
    eachTick({ fromMs: this.startMs, toMs: this.endMs, everyMs: 30_000 }, random, (timeMs) => {
      const rise = Math.min(1, (timeMs - this.startMs) / (this.onsetMs - this.startMs))
      const full = Math.round((61 + 39 * rise) * 10) / 10
      scribe.point('scan-ingest', {
        name: 'disk.used.percent',
        unit: '%',
        type: 'gauge',
        timeMs,
        value: full,
        attributes: { mount: '/var/spool' },
      })
      const backlog = timeMs < this.onsetMs ? random.integer(5, 30) : 30 + Math.round((timeMs - this.onsetMs) / 4000)
      scribe.point('depot-sync', { name: 'depot.backlog', unit: '{parcel}', type: 'gauge', timeMs, value: backlog })
      const scanned = scribe.logs.filter(
        (log) => log.timeMs <= timeMs && /^Parcel .* scanned at/.test(log.message),
      ).length
      scribe.point('scan-ingest', {
        name: 'parcels.scanned',
        unit: '{parcel}',
        type: 'cumulative',
        timeMs,
        startMs: this.startMs - 72 * 60 * MINUTE_MS,
        value: 120_000 + scanned,
      })
      for (const [index, service] of SERVICES.entries()) {
        if (service === 'weather-feed' && timeMs >= this.silenceMs) continue
        const value = Math.round((0.1 + 0.06 * index + 0.08 * random.next()) * 1000) / 1000
        scribe.point(service, { name: 'process.cpu.utilization', unit: '1', type: 'gauge', timeMs, value })
      }
    })
  }
}

export function parcel(endMs: number): World {
  const system = new Parcel(endMs)
  system.background()
  system.metrics()
  return system.world({
    name: 'parcel',
    services: SERVICES,
    marks: { onset: system.onsetMs, silence: system.silenceMs, release: system.releaseMs },
  })
}
