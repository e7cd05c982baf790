/**
 * A property portal and rental management: listings, search, viewings, tenant applications, credit checks at an outside
 * bureau, contracts and signatures, rents by direct debit, repairs, photos, an index job with lines only. The bureau's
 * gateway moves behind a proxy that strips a header of checks of foreign addresses, so `credit-gate` is refused as
 * unauthorised, and applications and contracts of people from abroad stall, until the proxy is fixed: over at the end. A
 * release of `search-api`, a restart of `photo-worker`, taken slots, incomplete applications, low scores, expired codes,
 * returned debits, repeated tickets and dark photos are harmless, `index-job` goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { SpanRow, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import {
  cronSyslogLine,
  logbackOwnJson,
  newSyslogLine,
  pinoJson,
  rubyLogLine,
  shortKeyJson,
} from './realestate-formats.ts'
import { CITIES, photos, query, runHouse, viewing } from './realestate-house.ts'
import { sendRealEstateMetrics } from './realestate-metrics.ts'
import { eachArrival, roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 86 * MINUTE_MS
const FORMATS = {
  'listing-portal': pinoJson,
  'search-api': shortKeyJson,
  'viewing-planner': rubyLogLine,
  'tenant-apply': logbackOwnJson,
  'credit-gate': logbackOwnJson,
  'contract-desk': rubyLogLine,
  'rent-collect': newSyslogLine,
  'repair-desk': shortKeyJson,
  'photo-worker': newSyslogLine,
  'index-job': cronSyslogLine,
}
const SERVICES = Object.keys(FORMATS)
const JSON_SENDERS = ['listing-portal', 'search-api', 'tenant-apply', 'credit-gate', 'repair-desk']
/** Their spans have no status. */
const STATELESS = ['contract-desk', 'viewing-planner']
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'listing-portal': '11.4.0', 'viewing-planner': '3.2.5', 'tenant-apply': '7.0.3', 'credit-gate': '2.9.1' },
  ...{ 'contract-desk': '4.6.2', 'rent-collect': '1.15.0', 'repair-desk': '5.1.7', 'photo-worker': '2.3.1' },
}
const COUNTRIES = ['DE', 'DE', 'DE', 'DE', 'DE', 'PL', 'PL', 'FR', 'IT', 'NL']
const CHANNELS = ['web', 'web', 'web', 'app', 'app', 'agent']
/** Below that a person is not proposed to a landlord. */
const LEAST_SCORE = 44
const REFUSED = 'bureau refused the check: 401 unauthorised, header X-Mandate-Id did not arrive'

interface Person {
  readonly country: string
  readonly purpose: 'application' | 'contract'
  readonly ref: string
}
interface Checked extends Outcome {
  readonly score: number
}

class RealEstate extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly darkMs: number
  #application = 71_000
  #contract = 20_400
  readonly #parked: string[] = []

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(59, 'realestate'))
    this.releaseMs = endMs - 73 * MINUTE_MS + 41_000
    this.restartMs = endMs - 61 * MINUTE_MS + 18_000
    this.onsetMs = endMs - 49 * MINUTE_MS + 22_000
    this.recoveryMs = endMs - 16 * MINUTE_MS + 27_000
    this.darkMs = endMs - 30 * MINUTE_MS + 6000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: name !== 'index-job', hasAttributes: JSON_SENDERS.includes(name) },
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (_traceId: string, timeMs: number) => `${name}-${this.#version(name, timeMs).replaceAll('.', '')}`,
      resource: () => ({ 'host.name': `estate-vm-${(index % 4) + 1}`, 'deployment.environment.name': 'production' }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'search-api') return timeMs < this.releaseMs ? '8.3.2' : '8.4.0'
    return VERSIONS[name] ?? '1.0.0'
  }

  isWrong(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  /** Two senders set no status; a call that the bureau refuses is an error. */
  override write(
    step: Parameters<SystemByConventions['write']>[0],
    kind: SpanRow['kind'],
    trace: Trace,
    done: Outcome,
    attributes: SpanRow['attributes'],
  ): void {
    const isFailed = done.status >= 500 || done.status === 401
    const { service, name, startMs, parent } = step
    this.scribe.span({
      ...{ ...trace, parentSpanId: parent.spanId, service, name, kind, startMs, attributes },
      ...{ durationMs: roundMs(done.durationMs), isError: STATELESS.includes(service) ? null : isFailed, isFailed },
      isEntry: kind === 'server' || kind === 'consumer',
    })
  }

  /** The bureau itself sends nothing: only the call to it is seen. */
  bureau(startMs: number, parent: Trace, isForeign: boolean): Outcome {
    const { random } = this
    const status = isForeign && this.isWrong(startMs) ? 401 : 200
    const usualMs = random.logNormal(isForeign ? 460 : 290, 0.3)
    const durationMs = status === 401 ? random.logNormal(48, 0.3) : usualMs + (random.chance(0.03) ? 1900 : 0)
    const path = isForeign ? '/v2/reports/international' : '/v2/reports/domestic'
    const where = { 'server.address': 'gateway.bonicheck.example', 'url.path': path }
    const attributes = { 'http.request.method': 'POST', 'http.response.status_code': status, ...where }
    const step = { service: 'credit-gate', name: 'POST', startMs, parent, attributes }
    return this.call(step, 'client', () => ({ status, durationMs }))
  }

  check(from: string, startMs: number, parent: Trace, { country, purpose, ref }: Person): Checked {
    const { random, scribe } = this
    const isForeign = country !== 'DE'
    const scope = isForeign ? 'foreign' : 'domestic'
    const attributes = { 'applicant.country': country, 'address.scope': scope, 'check.purpose': purpose }
    const score = random.integer(38, 99)
    const step = { service: 'credit-gate', name: 'POST /checks', startMs, parent, attributes }
    const done = this.through(from, step, (trace) => {
      const ownMs = random.logNormal(14, 0.3)
      const told = this.bureau(startMs + ownMs, trace, isForeign)
      const soFarMs = ownMs + told.durationMs
      const data = { ref, country, scope, purpose }
      if (told.status === 401) {
        scribe.log('credit-gate', startMs + soFarMs, 'ERROR', REFUSED, data, trace)
        return { status: 502, durationMs: soFarMs + 2 }
      }
      if (told.durationMs > 1900) scribe.log('credit-gate', startMs + soFarMs, 'WARN', 'bureau was slow', data, trace)
      const saved = this.store('credit-gate', 'postgresql', 'INSERT reports', startMs + soFarMs, trace, 6)
      const durationMs = soFarMs + saved.durationMs
      scribe.log('credit-gate', startMs + durationMs, 'INFO', 'credit report received', { ...data, score }, trace)
      return { status: 200, durationMs }
    })
    return { ...done, score }
  }

  apply(startMs: number, parent: Trace, who: { readonly country: string; readonly city: string }): Outcome {
    const { random, scribe } = this
    const { country, city } = who
    const ref = `AP-${++this.#application}`
    const attributes = { 'applicant.country': country, 'listing.city': city, 'application.id': ref }
    const step = { service: 'tenant-apply', name: 'POST /applications', startMs, parent, attributes }
    return this.through('listing-portal', step, (trace) => {
      const saved = this.store('tenant-apply', 'postgresql', 'INSERT applications', startMs + 2, trace, 8)
      const ownMs = saved.durationMs + random.logNormal(24, 0.3)
      const data = { application: ref, country, city }
      const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
        scribe.log('tenant-apply', atMs, severity, text, data, trace)
      if (random.chance(0.08)) {
        say(startMs + ownMs, 'WARN', 'application incomplete: proof of income is missing')
        this.remember('incomplete', ref, startMs)
        return { status: 422, durationMs: ownMs }
      }
      const checked = this.check('tenant-apply', startMs + ownMs, trace, { country, purpose: 'application', ref })
      const durationMs = ownMs + checked.durationMs + random.logNormal(9, 0.3)
      if (checked.status === 502) {
        say(startMs + durationMs, 'ERROR', 'application parked: credit-gate answered 502')
        this.#parked.push(ref)
        if (this.#parked.length === 12) {
          this.remember('parked', ref, startMs)
          this.remember('parkedTrace', trace.traceId, startMs)
        }
        return { status: 503, durationMs }
      }
      if (checked.score < LEAST_SCORE) {
        say(startMs + durationMs, 'WARN', 'application declined: score below the threshold')
        this.remember('declined', ref, startMs)
        return { status: 200, durationMs }
      }
      say(startMs + durationMs, 'INFO', 'application passed on to the landlord')
      this.remember('passedOn', ref, startMs)
      return { status: 201, durationMs }
    })
  }

  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const name =
      ticket <= 28
        ? 'GET /search'
        : ticket <= 55
          ? 'GET /listings/{id}'
          : ticket <= 68
            ? 'POST /viewings'
            : ticket <= 94
              ? 'POST /apply'
              : 'POST /listings/{id}/photos'
    const [method = '', route = ''] = name.split(' ')
    const [city, country, channel] = [random.pick(CITIES), random.pick(COUNTRIES), random.pick(CHANNELS)]
    const listing = `L-${random.integer(4100, 4899)}`
    const person = name === 'POST /apply' ? { 'applicant.country': country } : {}
    const who = { 'listing.city': city, 'visit.channel': channel, ...person }
    const attributes = { 'http.request.method': method, 'http.route': route, ...who }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve({ service: 'listing-portal', name, startMs, parent: root, attributes }, 'server', (trace) => {
      const ownMs = random.logNormal(16, 0.35)
      const data = { listing, city, channel }
      if (name === 'GET /search') {
        const found = query(this, startMs + ownMs, trace, city)
        return { status: 200, durationMs: ownMs + found.durationMs + 2 }
      }
      if (name === 'POST /viewings') {
        const booked = viewing(this, startMs + ownMs, trace, listing, city)
        return { status: booked.status, durationMs: ownMs + booked.durationMs + 3 }
      }
      if (name === 'POST /apply') {
        const done = this.apply(startMs + ownMs, trace, { country, city })
        const durationMs = ownMs + done.durationMs + 3
        if (done.status === 503)
          scribe.log('listing-portal', startMs + durationMs, 'ERROR', 'apply failed: try again later', data, trace)
        return { status: done.status, durationMs }
      }
      const read = this.store('listing-portal', 'redis', 'GET listings', startMs + 1, trace, 2)
      const durationMs = ownMs + read.durationMs
      if (name === 'GET /listings/{id}') return { status: random.chance(0.06) ? 404 : 200, durationMs }
      scribe.log('listing-portal', startMs + durationMs, 'INFO', 'photos handed in', data, trace)
      photos(this, startMs + durationMs, trace, listing)
      return { status: 202, durationMs: durationMs + 6 }
    })
  }

  /** An agent looks up how an application stands. */
  lookUp(startMs: number): void {
    const { random, scribe } = this
    const route = '/applications/{id}'
    const attributes = { 'http.request.method': 'GET', 'http.route': route, 'listing.city': random.pick(CITIES) }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve(
      { service: 'tenant-apply', name: `GET ${route}`, startMs, parent: root, attributes },
      'server',
      (trace) => {
        const read = this.store('tenant-apply', 'postgresql', 'SELECT applications', startMs + 1, trace, 6)
        return { status: random.chance(0.05) ? 404 : 200, durationMs: read.durationMs + random.logNormal(13, 0.3) }
      },
    )
  }

  contract(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const name =
      ticket <= 42 ? 'POST /contracts' : ticket <= 76 ? 'POST /contracts/{id}/signatures' : 'GET /contracts/{id}'
    const [method = '', route = ''] = name.split(' ')
    const [country, city] = [random.pick(COUNTRIES), random.pick(CITIES)]
    const tenant = name === 'POST /contracts' ? { 'tenant.country': country } : {}
    const attributes = { 'http.request.method': method, 'http.route': route, 'listing.city': city, ...tenant }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve({ service: 'contract-desk', name, startMs, parent: root, attributes }, 'server', (trace) => {
      const read = this.store('contract-desk', 'postgresql', 'SELECT contracts', startMs + 1, trace, 7)
      const ownMs = read.durationMs + random.logNormal(52, 0.35)
      const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
        scribe.log('contract-desk', atMs, severity, text, {}, trace)
      if (method === 'GET') return { status: 200, durationMs: ownMs }
      if (name === 'POST /contracts') {
        const number = `CT-${++this.#contract}`
        if (random.chance(0.07)) {
          say(startMs + ownMs, 'WARN', `landlord has not confirmed the rent of ${number}`)
          return { status: 409, durationMs: ownMs }
        }
        const person = { country, purpose: 'contract', ref: number } as const
        const checked = this.check('contract-desk', startMs + ownMs, trace, person)
        const durationMs = ownMs + checked.durationMs + random.logNormal(160, 0.3)
        if (checked.status === 502) {
          say(startMs + durationMs, 'ERROR', `contract ${number} on hold: no credit report of the tenant (${country})`)
          this.remember('heldContract', number, startMs)
          return { status: 503, durationMs }
        }
        const rent = random.integer(420, 1980)
        say(startMs + durationMs, 'INFO', `contract ${number} drawn up, monthly rent ${rent} EUR`)
        this.remember('goodContract', number, startMs)
        return { status: 201, durationMs }
      }
      const number = `CT-${random.integer(19_000, 20_399)}`
      if (random.chance(0.08)) {
        say(startMs + ownMs, 'WARN', `signing code of ${number} has expired`)
        return { status: 410, durationMs: ownMs }
      }
      const isLandlord = random.chance(0.45)
      say(startMs + ownMs, 'INFO', `${number} signed by the ${isLandlord ? 'landlord' : 'tenant'}`)
      if (isLandlord) this.signed(startMs + ownMs, trace, number)
      return { status: 201, durationMs: ownMs }
    })
  }

  /** Once the landlord has signed, the rents get a mandate. */
  signed(startMs: number, parent: Trace, number: string): void {
    const { random, scribe } = this
    const topic = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'contracts.signed' }
    const sent = { service: 'contract-desk', name: 'contracts.signed publish', startMs, parent, attributes: topic }
    this.call(sent, 'producer', (outer) => {
      const takenMs = startMs + random.logNormal(700, 0.5)
      const taken = { service: 'rent-collect', name: 'contracts.signed process', startMs: takenMs, parent: outer }
      this.serve({ ...taken, attributes: topic }, 'consumer', (trace) => {
        const durationMs = random.logNormal(85, 0.3)
        const text = `mandate MR-${random.integer(5000, 9999)} set up for ${number}`
        scribe.log('rent-collect', takenMs + durationMs, 'INFO', text, {}, trace)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(4, 0.2) }
    })
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs, recoveryMs, releaseMs } = this
    const range = { fromMs: startMs, toMs: endMs - 4000 }
    eachArrival({ ...range, meanMs: 2800 }, random, (timeMs) => this.visit(timeMs))
    eachArrival({ ...range, meanMs: 9000 }, random, (timeMs) => this.lookUp(timeMs))
    eachArrival({ ...range, meanMs: 8500 }, random, (timeMs) => this.contract(timeMs))
    runHouse(this)
    const release = { chg: 'HW-1204' }
    scribe.log('search-api', releaseMs, 'INFO', 'search-api 8.4.0 started, spelling tolerance on', release)
    const notice = { notice: 'BN-1187' }
    const moved = 'gateway.bonicheck.example is answered by edge-proxy-02 now, notice BN-1187 of the bureau'
    scribe.log('credit-gate', onsetMs, 'WARN', moved, notice)
    const fixed = 'X-Mandate-Id passes edge-proxy-02 again, the bureau has corrected its rule (BN-1187)'
    scribe.log('credit-gate', recoveryMs, 'INFO', fixed, notice)
    for (const [index, application] of this.#parked.entries()) {
      const atMs = recoveryMs + 50_000 + index * 3500
      scribe.log('tenant-apply', atMs, 'INFO', 'parked application taken up again', { application })
    }
    const texts = { listings: 812 }
    scribe.log('listing-portal', startMs + 6 * MINUTE_MS, 'INFO', 'energy certificates loaded, 0 errors', texts)
  }
}

export function realEstate(endMs: number): World {
  const system = new RealEstate(endMs)
  system.run()
  sendRealEstateMetrics(system)
  const { onsetMs: onset, recoveryMs: recovery, releaseMs: release, restartMs: restart, darkMs: dark } = system
  const marks = { onset, recovery, release, restart, dark }
  const world = system.world({ name: 'realestate', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    ...{ bureauLine: bodyOf('bureau refused'), heldLine: bodyOf('on hold: no credit') },
    ...{ debitLine: bodyOf('account has no cover'), movedLine: bodyOf('is answered by edge-proxy') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
