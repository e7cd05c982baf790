/**
 * Electronic filing of tax returns: a portal of citizens, uploads of tax advisers, submissions, checks of signatures,
 * documents, assessments, notices, refunds, a COBOL batch of reminders with lines only. A release of `assessment-engine`
 * reads the table of rates without its index, so assessments take seconds, its pool of connections is exhausted,
 * submissions and estimates end with 504 and advisers' software sends its uploads again: still so at the end. A release of
 * `notice-service`, a restart of `document-store`, expired certificates, double returns, implausible figures, missing
 * mandates, large documents, refused IBANs and incomplete addresses are harmless, nothing goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SystemWithoutSpanKinds } from './system.ts'
import { finishAssessed, runBackOffice } from './taxoffice-back.ts'
import { columnsLine, levelFirstLogfmt, logbackLine, storeJson } from './taxoffice-formats.ts'
import { sendTaxofficeMetrics } from './taxoffice-metrics.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 90 * MINUTE_MS
const FORMATS = {
  'citizen-portal': logbackLine,
  'adviser-upload': logbackLine,
  'submission-service': logbackLine,
  'signature-check': logbackLine,
  'document-store': storeJson,
  'assessment-engine': logbackLine,
  'notice-service': logbackLine,
  'refund-payer': levelFirstLogfmt,
  'reminder-batch': columnsLine,
}
const SERVICES = Object.keys(FORMATS)
/** What a request puts into the context travels with the lines of these. */
const WITH_ATTRIBUTES = ['citizen-portal', 'adviser-upload', 'submission-service', 'document-store', 'refund-payer']
const VERSIONS: Readonly<Record<string, string>> = {
  ...{
    'citizen-portal': '9.2.0',
    'adviser-upload': '4.6.1',
    'submission-service': '6.0.4',
    'signature-check': '2.11.3',
  },
  ...{ 'document-store': '1.18.0', 'refund-payer': '3.3.2', 'reminder-batch': '88.1.0' },
}
const FORMS = ['income', 'income', 'income', 'income', 'vat', 'vat', 'trade', 'property']
const OFFICES = ['north', 'north', 'north', 'east', 'east', 'south', 'harbour']
const DEVICES = ['web', 'web', 'web', 'app', 'app']
const FIRMS = ['hartmann', 'hartmann', 'hartmann', 'hartmann', 'lindqvist', 'lindqvist', 'okafor', 'moreau', 'novak']
const SOFTWARE: Readonly<Record<string, string>> = {
  ...{ hartmann: 'taxpro', lindqvist: 'ledgerline', okafor: 'taxpro', moreau: 'ledgerline', novak: 'filebee' },
}
/** How long a request for a connection waits. */
const POOL_TIMEOUT_MS = 7500
const MOST_ATTEMPTS = 6

export interface Return {
  readonly id: string
  readonly form: string
  readonly office: string
  readonly who: 'citizen' | 'adviser'
}

export class TaxOffice extends SystemWithoutSpanKinds {
  readonly sender = { statusKey: 'http.status_code', hasSpanStatus: true }
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly exhaustedMs: number
  #return = 610_200
  #upload = 71_000

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(61, 'taxoffice'))
    this.releaseMs = endMs - 71 * MINUTE_MS + 16_000
    this.restartMs = endMs - 55 * MINUTE_MS + 38_000
    this.onsetMs = endMs - 33 * MINUTE_MS + 21_000
    this.exhaustedMs = this.onsetMs + 65_000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: name !== 'reminder-batch', hasAttributes: WITH_ATTRIBUTES.includes(name) },
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: () => `${name}-1`,
      resource: () => ({ 'host.name': `fisc-${(index % 4) + 1}`, 'deployment.environment.name': 'production' }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'assessment-engine') return timeMs < this.onsetMs ? '7.2.4' : '7.3.0'
    if (name === 'notice-service') return timeMs < this.releaseMs ? '3.4.2' : '3.5.0'
    return VERSIONS[name] ?? '1.0.0'
  }

  say(service: string, timeMs: number, severity: Severity, text: string, fields: Values, trace: Trace): void {
    this.scribe.log(service, timeMs, severity, text, fields, trace)
  }

  /** A request by method and route. */
  hit(service: string, name: string, startMs: number, parent: Trace, more: Values, work: (trace: Trace) => Outcome) {
    const [method = '', route = ''] = name.split(' ')
    return this.serve(service, name, startMs, parent, { 'http.method': method, 'http.route': route, ...more }, work)
  }

  /** The engine looks up rates; without the index that takes seconds, and soon there is no connection left. */
  rated(startMs: number, trace: Trace, isEstimate: boolean): Outcome {
    const { random } = this
    const word = isEstimate ? 'estimate' : 'assessment'
    if (startMs >= this.exhaustedMs && random.chance(0.72)) {
      const durationMs = POOL_TIMEOUT_MS + random.integer(1, 30)
      const state = `(total=20, active=20, idle=0, waiting=${random.integer(6, 48)})`
      const text = `HikariPool-1 - Connection is not available, request timed out after ${POOL_TIMEOUT_MS}ms ${state}`
      this.say('assessment-engine', startMs + durationMs, 'ERROR', text, {}, trace)
      return { status: 503, durationMs }
    }
    const isSlow = startMs >= this.onsetMs
    const durationMs = random.logNormal(isSlow ? 4000 : isEstimate ? 52 : 80, isSlow ? 0.22 : 0.3)
    const atMs = startMs + durationMs
    if (isSlow && random.chance(0.4)) {
      const text = `slow query: Seq Scan on tax_rates, ${Math.round(durationMs * 0.97)} ms`
      this.say('assessment-engine', atMs - 1, 'WARN', text, {}, trace)
    }
    if (!isEstimate || random.chance(0.3)) this.say('assessment-engine', atMs, 'INFO', `${word} done`, {}, trace)
    return { status: 200, durationMs }
  }

  signature(startMs: number, parent: Trace, { id }: Return): Outcome {
    const { random } = this
    return this.hit('signature-check', 'POST /signatures/verify', startMs, parent, {}, (trace) => {
      const durationMs = random.logNormal(34, 0.35)
      const at = startMs + durationMs
      if (random.chance(0.045)) {
        this.say('signature-check', at, 'WARN', `signature of ${id} refused: certificate expired`, {}, trace)
        return { status: 422, durationMs }
      }
      if (random.chance(0.4)) this.say('signature-check', at, 'INFO', `signature of ${id} valid`, {}, trace)
      return { status: 200, durationMs }
    })
  }

  stored(startMs: number, parent: Trace, kind: string): Outcome {
    const { random } = this
    const isBack = startMs < this.restartMs - 6000 || startMs >= this.restartMs
    const size = Math.round(random.logNormal(420, 0.8))
    const fields = { kind, size_kb: size }
    return this.hit('document-store', 'PUT /documents/{id}', startMs, parent, { 'document.kind': kind }, (trace) => {
      const durationMs = random.logNormal(46, 0.4) + (isBack ? 0 : 1200)
      if (kind === 'attachment' && random.chance(0.07)) {
        this.say('document-store', startMs + durationMs, 'WARN', 'document refused: larger than 20 MB', { kind }, trace)
        return { status: 413, durationMs }
      }
      this.say('document-store', startMs + durationMs, 'INFO', 'document stored', fields, trace)
      return { status: 201, durationMs }
    })
  }

  /** A return is checked, stored and assessed. */
  submitted(startMs: number, parent: Trace, filed: Return): Outcome {
    const { random } = this
    const { id, form, office, who } = filed
    const more = { 'return.form': form, 'tax.office': office, submitter: who }
    const fields = { return: id, form, office, submitter: who }
    return this.hit('submission-service', 'POST /submissions', startMs, parent, more, (trace) => {
      const ownMs = random.logNormal(16, 0.3)
      const tell = (afterMs: number, severity: Severity, text: string) =>
        this.say('submission-service', startMs + afterMs, severity, text, fields, trace)
      if (random.chance(0.025)) {
        tell(ownMs, 'WARN', `return ${id} refused: already submitted for this year`)
        return { status: 409, durationMs: ownMs }
      }
      if (random.chance(0.05)) {
        tell(ownMs, 'WARN', `return ${id} refused: figures are not plausible`)
        return { status: 422, durationMs: ownMs }
      }
      const signed = this.signature(startMs + ownMs, trace, filed)
      const checkedMs = ownMs + signed.durationMs + 2
      if (signed.status === 422) {
        tell(checkedMs, 'WARN', `return ${id} refused: signature not valid`)
        this.remember('unsignedReturn', id, startMs)
        return { status: 422, durationMs: checkedMs }
      }
      const kept = this.stored(startMs + checkedMs, trace, 'return')
      const storedMs = checkedMs + kept.durationMs + 2
      const beginMs = startMs + storedMs
      const assessed = this.hit('assessment-engine', 'POST /assessments', beginMs, trace, more, (inner) =>
        this.rated(beginMs, inner, false),
      )
      const durationMs = storedMs + assessed.durationMs + 3
      if (assessed.status === 503) {
        tell(durationMs, 'ERROR', `return ${id} not taken: no answer of assessment-engine in time`)
        return { status: 504, durationMs }
      }
      tell(durationMs, 'INFO', `return ${id} accepted`)
      finishAssessed(this, startMs + durationMs, trace, filed)
      return { status: 201, durationMs }
    })
  }

  #file(who: Return['who']): Return {
    const { random } = this
    this.#return += random.integer(1, 7)
    return { id: `RET-${this.#return}`, form: random.pick(FORMS), office: random.pick(OFFICES), who }
  }

  citizen(startMs: number): void {
    const { random } = this
    const root = { traceId: this.scribe.newTrace(), spanId: '' }
    const ticket = random.integer(1, 100)
    const filed = this.#file('citizen')
    const device = random.pick(DEVICES)
    const more = { device, 'tax.office': filed.office }
    const service = 'citizen-portal'
    if (ticket <= 38) {
      this.hit(service, 'POST /returns', startMs, root, { ...more, 'return.form': filed.form }, (trace) => {
        const ownMs = random.logNormal(12, 0.3)
        const done = this.submitted(startMs + ownMs, trace, filed)
        const durationMs = ownMs + done.durationMs + 2
        const fields = { return: filed.id, form: filed.form, device }
        if (done.status === 504) {
          this.say(service, startMs + durationMs, 'ERROR', `submission of ${filed.id} timed out, 504`, fields, trace)
          this.remember('lostReturn', filed.id, startMs)
          this.remember('lostTrace', trace.traceId, startMs)
        } else if (done.status === 201) {
          if (random.chance(0.5))
            this.say(service, startMs + durationMs, 'INFO', `receipt of ${filed.id} shown`, fields, trace)
          if (startMs < this.onsetMs) this.remember('goodReturn', filed.id, startMs)
          else this.remember('slowTrace', trace.traceId, startMs)
        }
        return { status: done.status, durationMs }
      })
      return
    }
    if (ticket <= 52) {
      this.hit(service, 'POST /estimates', startMs, root, { ...more, 'return.form': filed.form }, (trace) => {
        const done = this.hit('assessment-engine', 'POST /estimates', startMs + 9, trace, {}, (inner) =>
          this.rated(startMs + 9, inner, true),
        )
        const durationMs = done.durationMs + random.logNormal(14, 0.3)
        const isLost = done.status === 503
        if (isLost) this.say(service, startMs + durationMs, 'ERROR', 'estimate timed out, 504', { device }, trace)
        return { status: isLost ? 504 : 200, durationMs }
      })
      return
    }
    const name = ticket <= 72 ? 'GET /returns/{id}' : ticket <= 86 ? 'GET /notices' : 'POST /attachments'
    this.hit(service, name, startMs, root, more, (trace) => {
      const ownMs = random.logNormal(21, 0.35)
      if (name === 'GET /notices') return { status: 200, durationMs: ownMs }
      if (name === 'POST /attachments') {
        const kept = this.stored(startMs + ownMs, trace, 'attachment')
        return { status: kept.status, durationMs: ownMs + kept.durationMs }
      }
      const read = this.hit('submission-service', 'GET /submissions/{id}', startMs + ownMs, trace, {}, () => {
        return { status: random.chance(0.05) ? 404 : 200, durationMs: random.logNormal(19, 0.3) }
      })
      return { status: read.status, durationMs: ownMs + read.durationMs }
    })
  }

  /** An adviser's software sends what got no answer again. */
  upload(startMs: number, firm: string, filed: Return, attempt = 1, upload = `UP-${++this.#upload}`): void {
    const { random } = this
    const root = { traceId: this.scribe.newTrace(), spanId: '' }
    const software = SOFTWARE[firm] ?? 'filebee'
    const who = { 'adviser.firm': firm, 'adviser.software': software, 'upload.attempt': attempt }
    const more = { ...who, 'return.form': filed.form, 'tax.office': filed.office }
    const fields = { firm, software, return: filed.id, attempt }
    const service = 'adviser-upload'
    const done = this.hit(service, 'POST /uploads', startMs, root, more, (trace) => {
      const ownMs = random.logNormal(24, 0.3)
      if (attempt > 1)
        this.say(service, startMs + 3, 'WARN', `upload ${upload} sent again, attempt ${attempt}`, fields, trace)
      if (attempt === 1 && random.chance(0.07)) {
        this.say(
          service,
          startMs + ownMs,
          'WARN',
          `upload ${upload} refused: no mandate for this client`,
          fields,
          trace,
        )
        return { status: 403, durationMs: ownMs }
      }
      const sent = this.submitted(startMs + ownMs, trace, filed)
      const durationMs = ownMs + sent.durationMs + 2
      if (sent.status === 504) {
        this.say(service, startMs + durationMs, 'ERROR', `upload ${upload} timed out, 504`, fields, trace)
      } else if (sent.status === 201)
        this.say(service, startMs + durationMs, 'INFO', `upload ${upload} accepted`, fields, trace)
      return { status: sent.status, durationMs }
    })
    const againMs = startMs + done.durationMs + random.integer(12_000, 30_000)
    if (done.status === 504 && attempt < MOST_ATTEMPTS && random.chance(0.92) && againMs < this.endMs - 3000)
      this.upload(againMs, firm, filed, attempt + 1, upload)
  }

  /** Advisers ask how far their uploads are. */
  progress(startMs: number): void {
    const { random } = this
    const root = { traceId: this.scribe.newTrace(), spanId: '' }
    const firm = random.pick(FIRMS)
    const more = { 'adviser.firm': firm, 'adviser.software': SOFTWARE[firm] ?? 'filebee' }
    this.hit('adviser-upload', 'GET /uploads/{id}', startMs, root, more, () => {
      return { status: 200, durationMs: random.logNormal(18, 0.3) }
    })
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs, restartMs, releaseMs } = this
    const range = { fromMs: startMs, toMs: endMs - 9000 }
    eachArrival({ ...range, meanMs: 3600 }, random, (timeMs) => this.citizen(timeMs))
    eachArrival({ ...range, meanMs: 13_000 }, random, (timeMs) =>
      this.upload(timeMs, random.pick(FIRMS), this.#file('adviser')),
    )
    eachArrival({ ...range, meanMs: 24_000 }, random, (timeMs) => this.progress(timeMs))
    runBackOffice(this)
    scribe.log('assessment-engine', onsetMs - 6000, 'INFO', 'stopping assessment-engine 7.2.4')
    const started = 'assessment-engine 7.3.0 started, rates of 2026 read by validity (change TX-2210)'
    scribe.log('assessment-engine', onsetMs, 'INFO', started)
    scribe.log('notice-service', releaseMs, 'INFO', 'notice-service 3.5.0 started, new letterhead (change TX-2198)')
    scribe.log('document-store', restartMs - 6000, 'WARN', 'stopping document-store for a planned restart')
    scribe.log('document-store', restartMs, 'INFO', 'document-store 1.18.0 started')
  }
}

export function taxOffice(endMs: number): World {
  const system = new TaxOffice(endMs)
  system.run()
  sendTaxofficeMetrics(system)
  const { onsetMs: onset, exhaustedMs: exhausted, releaseMs: release, restartMs: restart } = system
  const marks = { onset, exhausted, release, restart }
  const world = system.world({ name: 'taxoffice', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    poolLine: bodyOf('Connection is not available'),
    addressLine: bodyOf('ADDRESS INCOMPLETE'),
    ibanLine: bodyOf('refused the IBAN'),
  }
  return { ...world, names: { ...world.names, ...lines } }
}
