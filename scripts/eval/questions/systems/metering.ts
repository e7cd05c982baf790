/**
 * Smart electricity meters: bars, syslog lines whose number states the severity, JSON with dotted keys; spans with kinds,
 * metrics in kilowatts, frames and hertz. A reindexing job holds a lock in `mdm_store`: writes of readings time out, and
 * reads of the same table, still so at the end. `portal_bff` was released and a firmware campaign began before; both are
 * harmless, and so are broken frames and meters that do not answer.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { SpanRow, World } from '../records.ts'
import { dottedJson, pipeLine, syslogLine } from './formats.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import { SimulatedSystem } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 82 * MINUTE_MS
const SERVICES = ['head_end', 'mdm_store', 'tariff_calc', 'portal_bff', 'outage_desk', 'firmware_push']
const FORMATS = {
  head_end: pipeLine,
  mdm_store: syslogLine,
  tariff_calc: pipeLine,
  portal_bff: dottedJson,
  outage_desk: dottedJson,
  firmware_push: syslogLine,
}
const VERSIONS: Readonly<Record<string, string>> = { head_end: '11.4.2', mdm_store: '6.0.9', tariff_calc: '2.31.0' }
const REGIONS: Readonly<Record<string, string>> = {
  'DCU-11': 'north',
  'DCU-12': 'north',
  'DCU-13': 'north',
  'DCU-21': 'south',
  'DCU-22': 'south',
  'DCU-31': 'east',
  'DCU-41': 'west',
}
const UTILITIES = ['aare', 'aare', 'aare', 'belt', 'belt', 'cumbria']
const SEGMENTS = ['home', 'home', 'home', 'home', 'farm', 'industry']
const FEEDERS: Readonly<Record<string, number>> = { 'F-01': 310, 'F-02': 180, 'F-03': 420, 'F-04': 95 }
const JOB = 'reindex_4412'
const TABLE = 'readings_5min'

interface Query {
  readonly from: string
  readonly name: 'mdm.Write' | 'mdm.Read'
  readonly table: string
  readonly startMs: number
  readonly parent: Trace
}
interface Result {
  readonly isOk: boolean
  readonly durationMs: number
}

interface Page extends Result {
  readonly status: number
  readonly text: string
}

class Metering extends SimulatedSystem {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly campaignMs: number
  readonly onsetMs: number
  #invoice = 20_400

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(61, 'metering'))
    this.releaseMs = endMs - 58 * MINUTE_MS
    this.campaignMs = endMs - 41 * MINUTE_MS
    this.onsetMs = endMs - 24 * MINUTE_MS + 20_000
    const version = (name: string) => (timeMs: number) =>
      name === 'portal_bff' ? (timeMs < this.releaseMs ? '2026.10.4' : '2026.11.1') : (VERSIONS[name] ?? '1.8.0')
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format, version: version(name) },
      isSeveritySent: name === 'outage_desk',
      hasAttributes: name === 'outage_desk',
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  span(
    trace: Trace,
    parent: Trace,
    what: Pick<SpanRow, 'service' | 'name' | 'kind' | 'startMs' | 'attributes'>,
    { isOk, durationMs }: Result,
  ): void {
    const isEntry = what.kind === 'server' || what.kind === 'consumer'
    const row = { ...what, durationMs: roundMs(durationMs), isEntry, isError: !isOk }
    this.scribe.span({ ...trace, parentSpanId: parent.spanId, ...row })
  }

  query({ from, name, table, startMs, parent }: Query): Result {
    const { random, scribe } = this
    const out = { traceId: parent.traceId, spanId: scribe.newSpan() }
    const trace = { traceId: parent.traceId, spanId: scribe.newSpan() }
    const isLocked = startMs >= this.onsetMs && table === TABLE
    const isOk = !(isLocked && random.chance(name === 'mdm.Write' ? 0.55 : 0.7))
    const waitMs = isLocked ? random.integer(900, 4200) : 0
    const durationMs = isOk
      ? waitMs + random.logNormal(name === 'mdm.Write' ? 12 : 34, 0.3)
      : random.integer(5001, 5019)
    const attributes = { 'db.code': isOk ? '00000' : '55P03', 'db.table': table }
    this.span(
      trace,
      out,
      { service: 'mdm_store', name, kind: 'server', startMs: startMs + 1, attributes },
      { isOk, durationMs },
    )
    const whole = { isOk, durationMs: durationMs + 2 }
    this.span(out, parent, { service: from, name, kind: 'client', startMs, attributes: {} }, whole)
    if (!isOk) {
      const text = `lock wait timeout after ${Math.floor(durationMs)} ms on ${table}, lock held by job ${JOB}`
      scribe.log('mdm_store', startMs + durationMs, 'ERROR', text, { op: name, table }, trace)
    } else if (name === 'mdm.Read' && random.chance(0.2)) {
      const text = `read ${random.integer(12, 2976)} rows of ${table}`
      scribe.log('mdm_store', startMs + durationMs, 'DEBUG', text, { op: name, table }, trace)
    }
    return whole
  }

  frame(startMs: number): void {
    const { random, scribe } = this
    const dcu = random.pick(Object.keys(REGIONS))
    const region = REGIONS[dcu] ?? ''
    const meter = `MT${random.integer(4000, 4699)}`
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const trace = { traceId: root.traceId, spanId: scribe.newSpan() }
    const what = { service: 'head_end', name: 'frame.receive', kind: 'consumer', startMs } as const
    const finish = (result: string, done: Result): void =>
      this.span(trace, root, { ...what, attributes: { dcu, region, result } }, done)
    if (random.chance(0.02)) {
      scribe.log('head_end', startMs + 3, 'WARN', `frame dropped: bad CRC dcu=${dcu} meter=${meter}`, {}, trace)
      finish('CRC', { isOk: true, durationMs: 3 })
      return
    }
    const kwh = (random.integer(2, 480) / 100).toFixed(2)
    const query = { from: 'head_end', name: 'mdm.Write', table: TABLE, startMs: startMs + 2, parent: trace } as const
    const stored = this.query(query)
    const durationMs = stored.durationMs + 5
    const where = `dcu=${dcu} region=${region} meter=${meter}`
    if (stored.isOk) {
      scribe.log('head_end', startMs + durationMs, 'INFO', `frame stored ${where} kwh=${kwh}`, {}, trace)
      finish('STORED', { isOk: true, durationMs })
      return
    }
    scribe.log('head_end', startMs + durationMs, 'ERROR', `frame spooled ${where} reason=store_timeout`, {}, trace)
    this.remember('spooledMeter', meter, startMs)
    this.remember('spooledTrace', trace.traceId, startMs)
    finish('SPOOLED', { isOk: false, durationMs })
  }

  page(startMs: number): void {
    const { random, scribe } = this
    const place = random.next()
    const name =
      place < 0.5
        ? 'GET /usage'
        : place < 0.75
          ? 'GET /bill'
          : place < 0.85
            ? 'POST /self-reading'
            : 'GET /planned-outages'
    const path = name.slice(name.indexOf('/'))
    const who = {
      utility: random.pick(UTILITIES),
      'customer.segment': random.pick(SEGMENTS),
      customer_no: `C-${random.integer(10_000, 10_420)}`,
    }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const trace = { traceId: root.traceId, spanId: scribe.newSpan() }
    const done = this.served(name, who.customer_no, startMs, trace)
    const attributes = { 'url.path': path, 'http.response.status_code': done.status, ...who }
    const what = { service: 'portal_bff', name, kind: 'server', startMs, attributes } as const
    this.span(trace, root, what, { isOk: done.status < 500, durationMs: done.durationMs })
    if (done.status === 504) {
      this.remember('failedCustomer', who.customer_no, startMs)
      this.remember('failedTrace', trace.traceId, startMs)
    }
    const severity = done.status >= 500 ? 'ERROR' : done.status >= 400 ? 'WARN' : 'INFO'
    if (severity === 'INFO' && !random.chance(0.3)) return
    const fields = { ...attributes, 'event.duration': Math.round(done.durationMs * 1e6) }
    scribe.log('portal_bff', startMs + done.durationMs, severity, done.text, fields, trace)
  }

  served(name: string, customer: string, startMs: number, trace: Trace): Page {
    const { random } = this
    const ownMs = random.logNormal(9, 0.3)
    const plain = (status: number, text: string) => ({ status, text, isOk: true, durationMs: ownMs })
    if (random.chance(0.03)) return plain(401, `session of ${customer} expired`)
    if (name === 'GET /planned-outages') return plain(200, 'planned outages listed')
    if (name === 'POST /self-reading' && random.chance(0.12))
      return plain(422, `self reading of ${customer} is implausible`)
    const query = {
      ...{ from: 'portal_bff', startMs: startMs + 3, parent: trace },
      name: name === 'POST /self-reading' ? 'mdm.Write' : 'mdm.Read',
      table: name === 'GET /bill' ? 'invoices' : TABLE,
    } as const
    const { isOk, durationMs } = this.query(query)
    const text = isOk ? 'page served' : `upstream mdm_store timed out for ${customer}`
    return { status: isOk ? 200 : 504, text, isOk, durationMs: durationMs + ownMs }
  }

  bill(startMs: number): void {
    const { random, scribe } = this
    const invoice = `INV-${this.#invoice++}`
    const customer = `C-${random.integer(10_000, 10_420)}`
    const tariff = random.pick(['flat', 'flat', 'night', 'spot'])
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const trace = { traceId: root.traceId, spanId: scribe.newSpan() }
    const read = this.query({
      from: 'tariff_calc',
      name: 'mdm.Read',
      table: TABLE,
      startMs: startMs + 2,
      parent: trace,
    })
    const done = { isOk: read.isOk, durationMs: read.durationMs + random.logNormal(60, 0.3) }
    const what = { service: 'tariff_calc', name: 'invoice.compute', kind: 'consumer', startMs } as const
    this.span(trace, root, { ...what, attributes: { tariff } }, done)
    const endMs = startMs + done.durationMs
    if (!read.isOk) {
      const text = `invoice ${invoice} postponed: no readings for customer=${customer} tariff=${tariff}`
      scribe.log('tariff_calc', endMs, 'ERROR', text, {}, trace)
      this.remember('postponedInvoice', invoice, startMs)
      return
    }
    const amount = (random.integer(900, 31_000) / 100).toFixed(2)
    const text = `invoice ${invoice} computed customer=${customer} tariff=${tariff} amount=${amount} EUR`
    scribe.log('tariff_calc', endMs, 'INFO', text, {}, trace)
    this.remember('computedInvoice', invoice, startMs)
  }

  field(): void {
    const { random, scribe, endMs } = this
    eachArrival({ fromMs: this.startMs, toMs: endMs, meanMs: 40_000 }, random, (timeMs) => {
      const feeder = random.pick(Object.keys(FEEDERS))
      const fields = { feeder, customers: random.integer(1, 60), ticket: `OT-${random.integer(3000, 3999)}` }
      const isOpened = random.chance(0.5)
      const text = isOpened ? 'outage ticket opened' : 'outage ticket closed'
      scribe.log('outage_desk', timeMs, isOpened ? 'WARN' : 'INFO', text, fields)
    })
    eachArrival({ fromMs: this.campaignMs, toMs: endMs, meanMs: 6000 }, random, (timeMs) => {
      const meter = `MT${random.integer(4000, 4699)}`
      const fields = { campaign: 'fw-7.2', region: 'north' }
      if (random.chance(0.1)) {
        const text = `meter ${meter} did not answer, attempt ${random.integer(1, 3)} of 3`
        scribe.log('firmware_push', timeMs, 'WARN', text, fields)
      } else {
        const seconds = (random.integer(1100, 9800) / 1000).toFixed(2)
        scribe.log('firmware_push', timeMs, 'INFO', `firmware 7.2.0 installed on ${meter} in ${seconds} s`, fields)
      }
    })
    scribe.log('portal_bff', this.releaseMs, 'INFO', 'portal_bff 2026.11.1 started', {})
    scribe.log('firmware_push', this.campaignMs, 'INFO', 'campaign fw-7.2 started for region north', {})
    scribe.log('mdm_store', this.onsetMs - 4000, 'INFO', `maintenance job ${JOB} started on ${TABLE}`, {})
    eachTick({ fromMs: this.startMs, toMs: endMs, everyMs: 10 * MINUTE_MS }, random, (timeMs) => {
      scribe.log('mdm_store', timeMs, 'INFO', `checkpoint complete: ${random.integer(90, 400)} buffers written`, {})
    })
  }

  background(): void {
    const whole = { fromMs: this.startMs, toMs: this.endMs - 200 }
    eachArrival({ ...whole, meanMs: 1200 }, this.random, (timeMs) => this.frame(timeMs))
    eachArrival({ ...whole, meanMs: 1500 }, this.random, (timeMs) => this.page(timeMs))
    eachArrival({ ...whole, meanMs: 10_000 }, this.random, (timeMs) => this.bill(timeMs))
    this.field()
  }

  metrics(): void {
    const { random, scribe, onsetMs } = this
    let installed = 0
    eachTick({ fromMs: this.startMs, toMs: this.endMs, everyMs: 30_000 }, random, (timeMs) => {
      const gauge = { type: 'gauge', timeMs } as const
      const lateMs = Math.max(0, timeMs - onsetMs)
      const waiting = lateMs === 0 ? random.integer(0, 9) : Math.round(lateMs / 2300) + random.integer(0, 9)
      scribe.point('head_end', { ...gauge, name: 'frames_waiting', unit: '{frame}', value: waiting })
      const locks = lateMs === 0 ? random.integer(0, 2) : random.integer(14, 37)
      scribe.point('mdm_store', { ...gauge, name: 'locks_waiting', unit: '{lock}', value: locks })
      const hertz = 50 + random.integer(-40, 40) / 1000
      scribe.point('outage_desk', { ...gauge, name: 'grid_frequency', unit: 'Hz', value: hertz })
      for (const [feeder, base] of Object.entries(FEEDERS)) {
        const value = base + random.integer(-20, 20)
        scribe.point('outage_desk', { ...gauge, name: 'feeder_load', unit: 'kW', value, attributes: { feeder } })
      }
      const sessions = random.integer(210, 290)
      scribe.point('portal_bff', { ...gauge, name: 'active_sessions', unit: '{session}', value: sessions })
      const done = scribe.logs.filter((log) => log.timeMs <= timeMs && / installed on /.test(log.message)).length
      const pushes = {
        name: 'meters_updated',
        unit: '{meter}',
        type: 'delta',
        timeMs,
        startMs: timeMs - 30_000,
      } as const
      scribe.point('firmware_push', { ...pushes, value: done - installed })
      installed = done
    })
  }
}

export function metering(endMs: number): World {
  const system = new Metering(endMs)
  system.background()
  system.metrics()
  return system.world({
    name: 'metering',
    services: SERVICES,
    marks: { onset: system.onsetMs, release: system.releaseMs, campaign: system.campaignMs },
  })
}
