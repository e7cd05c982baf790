/**
 * A payroll office on Windows servers and a host: a portal behind IIS and an API in .NET with HTTP and SQL spans, a filing
 * service whose spans have neither kinds nor a status, a gateway of CICS, a batch job in COBOL, files for banks, a print
 * server and an import in PowerShell that only write lines. From one moment on the tax authority takes wage tax in a newer
 * schema only, so `TaxFiling` is rejected, until it is released with the new schema: over at the end. A release that makes
 * `Payroll.Api` faster, a restart of `cics-gateway`, wrong passwords, closed periods, invalid tax numbers, held payments and
 * empty printers are harmless; `HrImport` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import {
  cicsLine,
  dotnetLine,
  iisLine,
  jobLine,
  log4netLine,
  nlogLine,
  powershellLine,
  printerLine,
} from './payroll-formats.ts'
import { sendPayrollMetrics } from './payroll-metrics.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 112 * MINUTE_MS
const FORMATS = {
  PayPortal: iisLine,
  'Payroll.Api': dotnetLine,
  TaxFiling: nlogLine,
  'cics-gateway': cicsLine,
  PAYCALC: jobLine,
  SepaExport: log4netLine,
  PayslipPrint: printerLine,
  HrImport: powershellLine,
}
const SERVICES = Object.keys(FORMATS)
/** Only these state how bad a line is beside its text. */
const WITH_SEVERITY = new Set(['Payroll.Api', 'SepaExport', 'PayslipPrint'])
const WITH_ATTRIBUTES = new Set(['Payroll.Api', 'PayslipPrint'])
const HOSTS: Readonly<Record<string, string>> = {
  ...{ PayPortal: 'WEB01', 'Payroll.Api': 'APP01', TaxFiling: 'APP02', 'cics-gateway': 'SYSB', PAYCALC: 'SYSB' },
  ...{ SepaExport: 'APP02', PayslipPrint: 'PRN01', HrImport: 'APP02' },
}
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ PayPortal: '2026.10.2', 'cics-gateway': '5.6', PAYCALC: '41.3', SepaExport: '4.2.0' },
  ...{ PayslipPrint: '1.19', HrImport: '0.7' },
}
const OFFICES = ['kiel', 'kiel', 'kiel', 'erfurt', 'erfurt', 'passau']
const RUNS = ['monthly', 'monthly', 'monthly', 'monthly', 'bonus', 'correction']
const FILINGS = ['wage_tax', 'wage_tax', 'wage_tax', 'social_security', 'social_security', 'certificate']
const PRINTERS = ['PRN-01', 'PRN-01', 'PRN-02', 'PRN-03']
const REJECTED = 'ERiC 610301: schema 2025.11 is no longer accepted, 2026.1 required'

/** What people ask the portal for, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/payslips/{month}', 36],
  ['GET', '/runs/{id}', 55],
  ['POST', '/runs', 67],
  ['POST', '/filings', 84],
  ['GET', '/certificates/{year}', 100],
] as const

class Payroll extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly silenceMs: number
  #run = 77_120
  #filing = 55_310
  #file = 8800

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(419, 'payroll'))
    this.releaseMs = endMs - 91 * MINUTE_MS + 16_000
    this.restartMs = endMs - 74 * MINUTE_MS + 28_000
    this.onsetMs = endMs - 55 * MINUTE_MS + 24_000
    this.recoveryMs = endMs - 25 * MINUTE_MS + 13_000
    this.silenceMs = endMs - 13 * MINUTE_MS + 9000
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format, isSeveritySent: WITH_SEVERITY.has(name), hasAttributes: WITH_ATTRIBUTES.has(name) },
      version: (timeMs: number) => this.versionOf(name, timeMs),
      instance: () => `${HOSTS[name]}/${name}`,
      resource: () => ({ 'host.name': HOSTS[name] ?? '', 'deployment.environment': 'production' }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  versionOf(name: string, timeMs: number): string {
    if (name === 'Payroll.Api') return timeMs < this.releaseMs ? '22.3.1' : '22.4.0'
    if (name === 'TaxFiling') return timeMs < this.recoveryMs ? '5.8.4' : '5.9.1'
    return VERSIONS[name] ?? '1.0'
  }

  /** The filing service asks the authority; its spans know no kinds and no status. */
  file(startMs: number, parent: Trace, kind: string, filing: string): Outcome {
    const { random, scribe } = this
    const trace = { traceId: parent.traceId, spanId: scribe.newSpan() }
    const isOld = kind === 'wage_tax' && startMs >= this.onsetMs && startMs < this.recoveryMs
    const isInvalid = !isOld && random.chance(0.05)
    const durationMs = random.logNormal(isOld ? 240 : 420, 0.35)
    const status = isOld ? 502 : isInvalid ? 422 : 201
    const atMs = startMs + durationMs - 3
    if (isOld) scribe.log('TaxFiling', atMs, 'ERROR', `${filing} ${kind} rejected, ${REJECTED}`, {}, trace)
    else if (isInvalid) scribe.log('TaxFiling', atMs, 'WARN', `${filing} ${kind} has an invalid tax number`, {}, trace)
    else {
      const text = `${filing} ${kind} accepted by the authority, ticket ${random.integer(100_000, 999_999)}`
      scribe.log('TaxFiling', atMs, 'INFO', text, {}, trace)
    }
    scribe.span({
      ...{ ...trace, parentSpanId: parent.spanId, service: 'TaxFiling', name: 'IFiling/Transmit', kind: 'unspecified' },
      ...{ isEntry: true, isFailed: status >= 500, isError: null, startMs, durationMs: roundMs(durationMs) },
      attributes: { 'http.status_code': status, 'filing.kind': kind },
    })
    const key = isOld ? 'rejectedFiling' : isInvalid ? 'invalidFiling' : 'acceptedFiling'
    this.remember(key, filing, startMs)
    return { status, durationMs }
  }

  transmit(startMs: number, parent: Trace, office: string, client: string): Outcome {
    const { random, scribe } = this
    const kind = random.pick(FILINGS)
    const filing = `TF-${++this.#filing}`
    const attributes = { 'filing.kind': kind, 'payroll.office': office }
    const step = { service: 'Payroll.Api', name: 'POST /api/filings', startMs, parent, attributes }
    return this.through('PayPortal', step, (trace) => {
      const saved = this.store('Payroll.Api', 'microsoft.sql_server', 'INSERT filings', startMs + 2, trace, 8)
      const sentMs = startMs + 2 + saved.durationMs
      const out = { service: 'Payroll.Api', name: 'POST', startMs: sentMs, parent: trace }
      const peer = { 'http.request.method': 'POST', 'server.address': 'TaxFiling' }
      const done = this.call({ ...out, attributes: peer }, 'client', (inside) =>
        this.file(sentMs + 1, inside, kind, filing),
      )
      const durationMs = saved.durationMs + done.durationMs + random.logNormal(6, 0.3)
      const fields = { Filing: filing, Client: client, Kind: kind }
      const text = `${filing} of ${client}`
      if (done.status >= 500)
        scribe.log('Payroll.Api', startMs + durationMs, 'ERROR', `${text} was not transmitted`, fields, trace)
      else if (done.status === 201)
        scribe.log('Payroll.Api', startMs + durationMs, 'INFO', `${text} was transmitted`, fields, trace)
      return { status: done.status, durationMs }
    })
  }

  submit(startMs: number, parent: Trace, office: string, client: string): Outcome {
    const { random, scribe } = this
    const kind = random.pick(RUNS)
    const run = `R-${++this.#run}`
    const attributes = { 'run.kind': kind, 'payroll.office': office }
    const step = { service: 'Payroll.Api', name: 'POST /api/runs', startMs, parent, attributes }
    return this.through('PayPortal', step, (trace) => {
      const fields = { Run: run, Client: client, Kind: kind }
      if (random.chance(0.07)) {
        const text = `Run ${run} of ${client} refused, period is already closed`
        scribe.log('Payroll.Api', startMs + 9, 'WARN', text, fields, trace)
        this.remember('refusedRun', run, startMs)
        return { status: 409, durationMs: 10 }
      }
      const saved = this.store('Payroll.Api', 'microsoft.sql_server', 'INSERT runs', startMs + 2, trace, 11)
      const durationMs = saved.durationMs + random.logNormal(14, 0.3)
      const text = `Run ${run} of ${client} queued, ${kind}`
      scribe.log('Payroll.Api', startMs + durationMs, 'INFO', text, fields, trace)
      this.remember('queuedRun', run, startMs)
      this.calculate(startMs + durationMs + random.integer(900, 7000), run, client)
      return { status: 202, durationMs }
    })
  }

  /** The host has no spans: a transaction is started, a job calculates, files and paper come out. */
  calculate(startMs: number, run: string, client: string): void {
    const { random, scribe } = this
    scribe.log('cics-gateway', startMs, 'INFO', `TRANSACTION PAYT STARTED FOR ${run}`)
    if (random.chance(0.03))
      scribe.log('cics-gateway', startMs + 20, 'WARN', `TRANSACTION PAYT WAITED FOR A TASK, ${run}`)
    const employees = random.integer(3, 240)
    const cents = employees * random.integer(180_000, 320_000)
    const net = (cents / 100).toFixed(2)
    const doneMs = startMs + random.logNormal(9000, 0.4)
    if (random.chance(0.06)) {
      const text = `${run} EMPLOYEE ${random.integer(1000, 9999)} HAS NO TAX CLASS, CLASS 6 USED`
      scribe.log('PAYCALC', doneMs - 800, 'WARN', text)
    }
    const seconds = ((doneMs - startMs) / 1000).toFixed(1)
    const text = `${run} OF ${client} CALCULATED, ${employees} EMPLOYEES, NET ${net} EUR, ELAPSED ${seconds} S`
    scribe.log('PAYCALC', doneMs, 'INFO', text)
    this.remember('calculatedRun', run, doneMs)
    const sepaMs = doneMs + random.integer(1500, 9000)
    const file = `PAIN-${++this.#file}`
    if (random.chance(0.08)) {
      const held = `${file}: IBAN of employee ${random.integer(1000, 9999)} is invalid, payment held`
      scribe.log('SepaExport', sepaMs - 60, 'WARN', held)
    }
    scribe.log('SepaExport', sepaMs, 'INFO', `${file} for ${run} written, ${employees} payments, ${net} EUR`)
    this.remember('writtenFile', file, sepaMs)
    const printer = random.pick(PRINTERS)
    const printMs = doneMs + random.integer(4000, 30_000)
    if (random.chance(0.05)) scribe.log('PayslipPrint', printMs - 900, 'WARN', 'out of paper', { printer })
    const fields = { printer, run, sheets: employees }
    scribe.log('PayslipPrint', printMs, 'INFO', `payslips of ${run} printed, ${employees} sheets`, fields)
  }

  read(startMs: number, parent: Trace, route: string, office: string): Outcome {
    const { random } = this
    const [name, statement, medianMs] =
      route === '/runs/{id}'
        ? (['GET /api/runs/{id}', 'SELECT runs', 9] as const)
        : route === '/payslips/{month}'
          ? (['GET /api/payslips', 'SELECT payslips', 26] as const)
          : (['GET /api/certificates', 'SELECT certificates', 64] as const)
    const attributes = { 'payroll.office': office }
    return this.through('PayPortal', { service: 'Payroll.Api', name, startMs, parent, attributes }, (trace) => {
      const isNew = startMs >= this.releaseMs
      const found = this.store(
        'Payroll.Api',
        'microsoft.sql_server',
        statement,
        startMs + 1,
        trace,
        isNew ? medianMs * 0.62 : medianMs,
      )
      const durationMs = found.durationMs + random.logNormal(7, 0.3)
      return { status: random.chance(0.025) ? 404 : 200, durationMs }
    })
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const office = random.pick(OFFICES)
    const client = `K-${random.integer(1010, 1290)}`
    const role = method === 'POST' ? 'clerk' : random.pick(['employee', 'employee', 'employee', 'clerk', 'hr'])
    const user = `P${random.integer(3000, 4800)}`
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const who = { 'user.role': role, 'user.name': user, 'payroll.office': office }
    const attributes = { 'http.request.method': method, 'http.route': route, ...who }
    const step = { service: 'PayPortal', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      const done = this.answer(method, route, startMs + 2, trace, office, client)
      const durationMs = done.durationMs + random.logNormal(5, 0.3)
      const path = route.replace('{month}', '2026-10').replace('{year}', '2025').replace('{id}', `R-${this.#run}`)
      const address = `10.8.${random.integer(1, 9)}.${random.integer(10, 250)}`
      const columns = `10.1.4.21 ${method} ${path} - 443 ${user} ${address} Mozilla/5.0`
      const line = `${columns} ${done.status} 0 0 ${Math.round(durationMs)}`
      scribe.log('PayPortal', startMs + durationMs, 'INFO', line, {}, trace)
      if (done.status >= 500) this.remember('failedTrace', root.traceId, startMs)
      if (done.status === 202) this.remember('runTrace', root.traceId, startMs)
      return { status: done.status, durationMs }
    })
  }

  answer(method: string, route: string, startMs: number, trace: Trace, office: string, client: string): Outcome {
    if (this.random.chance(0.02)) return { status: 401, durationMs: 3 }
    if (route === '/filings') return this.transmit(startMs, trace, office, client)
    if (method === 'POST') return this.submit(startMs, trace, office, client)
    return this.read(startMs, trace, route, office)
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2500 }
    eachArrival({ ...range, meanMs: 1150 }, random, (timeMs) => this.request(timeMs))
    eachTick({ fromMs: this.startMs + 7000, toMs: this.silenceMs, everyMs: 50_000 }, random, (timeMs) => {
      const client = `K-${random.integer(1010, 1290)}`
      scribe.log('HrImport', timeMs, 'INFO', `${random.integer(1, 60)} employees imported from hr_${client}.csv`)
      if (random.chance(0.1)) scribe.log('HrImport', timeMs + 300, 'WARN', `hr_${client}.csv has an empty line`)
    })
    scribe.log(
      'Payroll.Api',
      this.releaseMs,
      'INFO',
      'Application started. Payroll.Api 22.4.0, press Ctrl+C to shut down.',
    )
    scribe.log('cics-gateway', this.restartMs - 6000, 'INFO', 'CICS IS BEING QUIESCED')
    scribe.log('cics-gateway', this.restartMs, 'INFO', 'CONTROL IS BEING GIVEN TO CICS')
    scribe.log('TaxFiling', this.recoveryMs - 300, 'INFO', 'TaxFiling 5.9.1 started, schema 2026.1')
  }
}

export function payroll(endMs: number): World {
  const system = new Payroll(endMs)
  system.background()
  sendPayrollMetrics(system)
  const { onsetMs: onset, releaseMs: release, recoveryMs: recovery, restartMs: restart, silenceMs: silence } = system
  const marks = { onset, release, recovery, restart, silence }
  const world = system.world({ name: 'payroll', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.find((log) => log.message.includes(text))?.body ?? ''
  const names: Values = {
    ...{ ...world.names, rejectedLine: bodyOf('no longer accepted'), failedLine: bodyOf('was not transmitted') },
    ...{ heldLine: bodyOf('payment held'), portalLine: bodyOf(' 502 0 0 ') },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}
