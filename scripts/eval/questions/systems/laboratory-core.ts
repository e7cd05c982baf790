/** What the laboratory is made of, and how a result comes from an analyser into the table of results. */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { dottedJson, flatJson, logfmt, serilogJson, shortLogfmt, slogJson, structlogJson } from './formats.ts'
import { driverLine, logrusLine, winstonJson } from './laboratory-formats.ts'
import { roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 70 * MINUTE_MS
const LIMIT = 2_700_000
const EACH_NUMBER_MS = 5000
const FORMATS = {
  'practice-gateway': slogJson,
  'order-intake': logfmt,
  'analyser-link': driverLine,
  'result-engine': structlogJson,
  'refrange-api': flatJson,
  'result-store': serilogJson,
  'validation-desk': winstonJson,
  'report-builder': dottedJson,
  'lab-billing': logrusLine,
  'courier-board': shortLogfmt,
}
export const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'practice-gateway': '3.14.0', 'order-intake': '8.2.1', 'analyser-link': '1.9.6', 'result-engine': '4.0.3' },
  ...{ 'result-store': '5.6.2', 'validation-desk': '2.11.4', 'report-builder': '7.1.2', 'lab-billing': '0.18.0' },
  'courier-board': '1.1.0',
}
const PODS: Readonly<Record<string, string>> = {
  ...{ 'practice-gateway': '7c9f5d6b8-', 'order-intake': '6b7d9c4f5-x2rkt', 'result-engine': '84d6f7b9c-' },
  ...{ 'result-store': '5f8c7d9b6-m4qzn', 'validation-desk': '79b4c8d6f-w8hjl', 'report-builder': '66c5d8f9b-p7vgd' },
  ...{ 'lab-billing': '58f6b9d7c-t5ncs', 'analyser-link': '0', 'courier-board': '9d4b6c8f7-k3xzb' },
}
const NO_PARTITION = 'no partition of relation "results" found for row'
export const SECTIONS = ['chemistry', 'chemistry', 'chemistry', 'haematology', 'haematology', 'coagulation', 'serology']
export const PRIORITIES = ['routine', 'routine', 'routine', 'routine', 'routine', 'urgent', 'urgent', 'stat']
const ANALYSERS: Readonly<Record<string, readonly string[]>> = {
  ...{ chemistry: ['CX-1', 'CX-2', 'CX-2'], haematology: ['HM-1'], coagulation: ['CG-1'], serology: ['SR-1'] },
}

export interface Sample {
  readonly accession: string
  readonly section: string
  readonly priority: string
  readonly practice: string
  /** Its number is beyond the last partition. */
  readonly isBeyond: boolean
}

export class Laboratory extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly silentMs: number

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(128, 'laboratory'))
    this.releaseMs = endMs - 55 * MINUTE_MS + 23_000
    this.restartMs = endMs - 43 * MINUTE_MS + 41_000
    this.onsetMs = endMs - 27 * MINUTE_MS + 18_000
    this.silentMs = endMs - 34 * MINUTE_MS
    const isNew = (timeMs: number) => timeMs >= this.releaseMs
    const podOf = (name: string, traceId: string, timeMs: number) => {
      if (name === 'refrange-api') return isNew(timeMs) ? '74f9b8c6d-b6wqs' : '6d8c7f5b9-j9lfm'
      const pod = PODS[name] ?? '0'
      if (!pod.endsWith('-')) return pod
      return `${pod}${/[0-7]$/.test(traceId || '0') ? 'c4mzd' : 'h9tbv'}`
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: name !== 'analyser-link' },
      hasAttributes: name !== 'analyser-link' && name !== 'courier-board',
      version: (timeMs: number) =>
        name === 'refrange-api' ? (isNew(timeMs) ? '2.4.0' : '2.3.1') : (VERSIONS[name] ?? '1.0.0'),
      instance: (traceId: string, timeMs: number) => `${name}-${podOf(name, traceId, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'lab-core', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `lab-node-${(index % 4) + 1}`, 'k8s.cluster.name': 'medlab-prod' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** New samples have the next number; from then on it is beyond the last partition. */
  numberAt(timeMs: number): number {
    return LIMIT + Math.floor((timeMs - this.onsetMs) / EACH_NUMBER_MS)
  }

  sample(timeMs: number): Sample {
    const { random } = this
    const isFresh = random.chance(0.74)
    const newest = this.numberAt(timeMs)
    const back = isFresh ? random.integer(0, 2) : random.integer(900, 2900)
    const number = newest >= LIMIT && isFresh ? Math.max(LIMIT, newest - back) : newest - back
    return {
      ...{ accession: `L${number}`, section: random.pick(SECTIONS), priority: random.pick(PRIORITIES) },
      ...{ practice: `PR-${random.integer(1010, 1189)}`, isBeyond: number >= LIMIT },
    }
  }

  /** Stores a result in the table that is cut by the samples' numbers. */
  save(from: string, startMs: number, parent: Trace, sample: Sample): Outcome {
    const { random, scribe } = this
    const { accession, section, isBeyond } = sample
    const attributes = { 'lab.section': section, 'sample.priority': sample.priority }
    const step = { service: 'result-store', name: 'POST /results', startMs, parent, attributes }
    return this.through(from, step, (trace) => {
      if (isBeyond) {
        const durationMs = random.logNormal(5, 0.3)
        this.refuseInsert(startMs + 2, trace, durationMs)
        const fields = { accession, section, sqlstate: '23514' }
        scribe.log('result-store', startMs + durationMs + 3, 'ERROR', `insert failed: ${NO_PARTITION}`, fields, trace)
        return { status: 500, durationMs: durationMs + 4 }
      }
      const saved = this.store('result-store', 'postgresql', 'INSERT results', startMs + 2, trace, 11)
      const durationMs = saved.durationMs + random.logNormal(4, 0.3)
      scribe.log('result-store', startMs + durationMs, 'INFO', 'result row written', { accession, section }, trace)
      return { status: 201, durationMs }
    })
  }

  refuseInsert(startMs: number, parent: Trace, durationMs: number): void {
    const database = { 'db.system.name': 'postgresql', 'db.operation.name': 'INSERT', 'db.collection.name': 'results' }
    this.scribe.span({
      ...{ traceId: parent.traceId, spanId: this.scribe.newSpan(), parentSpanId: parent.spanId },
      ...{ service: 'result-store', name: 'INSERT results', kind: 'client', startMs, durationMs: roundMs(durationMs) },
      ...{ isError: true, statusMessage: `23514: ${NO_PARTITION}` },
      attributes: { ...database, 'db.response.status_code': '23514', 'error.type': '23514' },
    })
  }

  /** Reads results, or marks one as validated. */
  read(from: string, name: string, startMs: number, parent: Trace, medianMs: number, section: string): Outcome {
    const step = { service: 'result-store', name, startMs, parent, attributes: { 'lab.section': section } }
    return this.through(from, step, (trace) => {
      const operation = name.startsWith('PUT ') ? 'UPDATE results' : 'SELECT results'
      const found = this.store('result-store', 'postgresql', operation, startMs + 1, trace, medianMs)
      return { status: 200, durationMs: found.durationMs + this.random.logNormal(4, 0.3) }
    })
  }

  ranges(startMs: number, parent: Trace, section: string): Outcome {
    const { random, scribe } = this
    const attributes = { 'lab.section': section }
    const step = { service: 'refrange-api', name: 'GET /ranges/{section}', startMs, parent, attributes }
    return this.through('result-engine', step, (trace) => {
      const isNew = startMs >= this.releaseMs
      const found = this.store('refrange-api', 'redis', 'HGETALL ranges', startMs + 1, trace, 1.4)
      const durationMs = found.durationMs + random.logNormal(isNew ? 7.5 : 4.5, 0.3)
      if (random.chance(0.012)) {
        const age = random.integer(0, 3)
        const text = 'no range for this age, adult range used'
        scribe.log('refrange-api', startMs + durationMs, 'WARN', text, { section, age }, trace)
      }
      return { status: 200, durationMs }
    })
  }

  /** What an analyser has measured: the driver's line, then the message that `result-engine` takes. */
  result(timeMs: number): void {
    const { random, scribe } = this
    const sample = this.sample(timeMs)
    const { accession, section, priority, practice } = sample
    const analyser = random.pick(ANALYSERS[section] ?? ['CX-1'])
    const tests = section === 'chemistry' ? random.integer(4, 22) : random.integer(1, 9)
    scribe.log('analyser-link', timeMs, 'INFO', `${analyser} ${accession}: ${tests} tests received, frame acknowledged`)
    const startMs = timeMs + random.logNormal(140, 0.5)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = {
      ...{ 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'analyser.results' },
      ...{ 'lab.section': section, 'lab.analyser': analyser, 'sample.priority': priority, 'practice.id': practice },
    }
    const step = { service: 'result-engine', name: 'analyser.results process', startMs, parent: root, attributes }
    this.serve(step, 'consumer', (trace) => {
      const fields = { accession, section, analyser, priority }
      const say = (atMs: number, severity: Severity, text: string, more: Values = {}) =>
        scribe.log('result-engine', atMs, severity, text, { ...fields, ...more }, trace)
      const rangesMs = this.ranges(startMs + 2, trace, section).durationMs + 3
      const checkedMs = rangesMs + random.logNormal(14, 0.35)
      if (section === 'chemistry' && random.chance(0.03))
        say(startMs + checkedMs, 'WARN', 'sample haemolysed, potassium not reported')
      if (random.chance(0.045)) say(startMs + checkedMs, 'WARN', 'delta check failed, held for a doctor')
      if (random.chance(0.015))
        say(startMs + checkedMs, 'WARN', 'critical value, practice must be called', { practice })
      const saved = this.save('result-engine', startMs + checkedMs, trace, sample)
      const durationMs = checkedMs + saved.durationMs + 2
      if (saved.status >= 500) {
        say(startMs + durationMs, 'ERROR', 'result not stored, message parked: result-store answered 500')
        this.remember('lostSample', accession, startMs)
        this.remember('lostTrace', root.traceId, startMs)
        return { status: 500, durationMs }
      }
      say(startMs + durationMs, 'INFO', 'result stored', { tests })
      if (random.chance(0.3)) this.remember('storedSample', accession, startMs)
      return { status: 200, durationMs }
    })
  }
}
