/**
 * A job board on Kubernetes: a gateway, adverts, a search, applications and CVs with HTTP, database and storage spans,
 * two consumers of Kafka, an importer of partners' feeds and a screening bot that only write lines. Lines of logrus, zap,
 * Serilog, Spring Boot, Python and logfmt. The key that CVs are encrypted with is disabled, so `cv-service` stores none
 * until it is enabled again: over at the end. A release that makes `job-search` faster, a restart of `match-worker`, expired
 * adverts, double applications, files that are too large and bounced mail are harmless; `feed-importer` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { logfmt, loguruLine, pythonTraceLine, serilogJson, serilogLine, springLine } from './formats.ts'
import { sendJobboardMetrics } from './jobboard-metrics.ts'
import { logrusJson, zapNamedJson } from './news-formats.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 105 * MINUTE_MS
const FORMATS = {
  'jobs-gateway': logrusJson,
  'advert-api': serilogJson,
  'job-search': zapNamedJson,
  'application-service': springLine,
  'cv-service': zapNamedJson,
  'match-worker': serilogLine,
  'jobalert-mailer': pythonTraceLine,
  'feed-importer': loguruLine,
  'screening-bot': logfmt,
}
const SERVICES = Object.keys(FORMATS)
/** Lines of these state their severity in their text only. */
const TEXT_ONLY = new Set(['application-service', 'match-worker', 'jobalert-mailer', 'feed-importer'])
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'jobs-gateway': '4.18.0', 'advert-api': '10.2.3', 'application-service': '6.7.1', 'cv-service': '1.14.6' },
  ...{ 'match-worker': '2.5.0', 'jobalert-mailer': '0.33.2', 'feed-importer': '3.0.1', 'screening-bot': '0.8.12' },
}
const CATEGORIES = ['nursing', 'nursing', 'it', 'it', 'it', 'logistics', 'sales']
const DEVICES = ['phone', 'phone', 'phone', 'desktop', 'desktop', 'tablet']
const PARTNERS = ['regiojobs', 'campusfeed', 'carehire']
const NO_KEY = 'put object to bucket cv-uploads: KMS.DisabledException: key alias/cv-uploads is disabled'

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/v1/jobs', 38],
  ['GET', '/v1/jobs/{id}', 67],
  ['POST', '/v1/applications', 86],
  ['GET', '/v1/applications', 93],
  ['POST', '/v1/adverts', 100],
] as const

class Jobboard extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly silenceMs: number
  #application = 61_700
  #advert = 230_450

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(101, 'jobboard'))
    this.releaseMs = endMs - 81 * MINUTE_MS + 21_000
    this.restartMs = endMs - 67 * MINUTE_MS + 9000
    this.onsetMs = endMs - 49 * MINUTE_MS + 33_000
    this.recoveryMs = endMs - 22 * MINUTE_MS + 18_000
    this.silenceMs = endMs - 14 * MINUTE_MS + 5000
    const suffix = (name: string, timeMs: number) => {
      if (name === 'job-search') return timeMs < this.releaseMs ? '69d7c5b8f4-xk2qd' : '74b9f6d5c8-m7twz'
      if (name === 'match-worker') return timeMs < this.restartMs ? '5c9d8f7b66-hv4ln' : '5c9d8f7b66-r8gks'
      return '86f7b9c5d4-p3zqm'
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !TEXT_ONLY.has(name), hasAttributes: !TEXT_ONLY.has(name) },
      version: (timeMs: number) =>
        name === 'job-search' ? (timeMs < this.releaseMs ? '5.2.4' : '5.3.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'jobs', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `ip-10-4-${(index % 3) + 1}-17`, 'deployment.environment.name': 'prod' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** Writes a CV to the bucket, as a client of the object store. */
  put(startMs: number, parent: Trace, isLocked: boolean): number {
    const durationMs = roundMs(this.random.logNormal(isLocked ? 21 : 88, 0.35))
    this.scribe.span({
      ...{ traceId: parent.traceId, spanId: this.scribe.newSpan(), parentSpanId: parent.spanId },
      ...{ service: 'cv-service', name: 'S3.PutObject', kind: 'client', startMs, durationMs, isError: isLocked },
      ...(isLocked ? { statusMessage: 'KMS.DisabledException' } : {}),
      attributes: {
        ...{ 'rpc.system': 'aws-api', 'rpc.method': 'PutObject', 'aws.s3.bucket': 'cv-uploads' },
        ...{
          'http.response.status_code': isLocked ? 400 : 200,
          ...(isLocked ? { 'error.type': 'KMS.DisabledException' } : {}),
        },
      },
    })
    return durationMs
  }

  upload(startMs: number, parent: Trace, application: string): Outcome {
    const { random, scribe } = this
    const step = { service: 'cv-service', name: 'POST /cvs', startMs, parent }
    return this.through('application-service', step, (trace) => {
      const kilobytes = random.integer(60, 9400)
      const fields = { application, kilobytes }
      if (random.chance(0.04)) {
        const all = { application, kilobytes: random.integer(10_300, 42_000) }
        scribe.log('cv-service', startMs + 3, 'WARN', 'cv refused, file too large', all, trace)
        return { status: 413, durationMs: 4 }
      }
      const isLocked = startMs >= this.onsetMs && startMs < this.recoveryMs
      const durationMs = this.put(startMs + 2, trace, isLocked) + random.logNormal(6, 0.3)
      if (isLocked) scribe.log('cv-service', startMs + durationMs, 'ERROR', NO_KEY, { application }, trace)
      else scribe.log('cv-service', startMs + durationMs, 'INFO', 'cv stored', fields, trace)
      return { status: isLocked ? 500 : 201, durationMs }
    })
  }

  apply(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const id = `AP-${++this.#application}`
    const category = random.pick(CATEGORIES)
    const source = random.chance(0.65) ? 'upload' : 'profile'
    const attributes = { 'job.category': category, 'cv.source': source }
    const step = { service: 'application-service', name: 'POST /applications', startMs, parent, attributes }
    return this.through('jobs-gateway', step, (trace) => {
      const name = 'application-service'
      const found = this.store(name, 'mysql', 'SELECT applications', startMs + 1, trace, 4)
      const foundMs = found.durationMs + 2
      if (random.chance(0.06)) {
        scribe.log(name, startMs + foundMs, 'WARN', `candidate has already applied, ${id} dropped`, {}, trace)
        this.remember('doubleApplication', id, startMs)
        return { status: 409, durationMs: foundMs }
      }
      const stored = source === 'upload' ? this.upload(startMs + foundMs, trace, id) : { status: 201, durationMs: 0 }
      const storedMs = foundMs + stored.durationMs
      if (stored.status >= 500) {
        const text = `application ${id} not saved: cv-service answered 500`
        scribe.log(name, startMs + storedMs, 'ERROR', text, {}, trace)
        this.remember('failedApplication', id, startMs)
        return { status: 503, durationMs: storedMs }
      }
      if (stored.status === 413) return { status: 413, durationMs: storedMs }
      const saved = this.store(name, 'mysql', 'INSERT applications', startMs + storedMs, trace, 9)
      const durationMs = storedMs + saved.durationMs + random.logNormal(14, 0.3)
      scribe.log(name, startMs + durationMs, 'INFO', `application ${id} submitted, category ${category}`, {}, trace)
      this.remember('submittedApplication', id, startMs)
      this.remember('submittedTrace', parent.traceId, startMs)
      this.tell(name, 'applications.submitted', startMs + durationMs, trace, (inner, atMs) =>
        this.match(inner, atMs, id),
      )
      this.screen(startMs + durationMs + random.integer(900, 5200), id)
      return { status: 201, durationMs }
    })
  }

  /** Sends a message; what takes it is written when it is taken. */
  tell(service: string, topic: string, startMs: number, parent: Trace, take: (trace: Trace, atMs: number) => void) {
    const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': topic }
    const step = { service, name: `${topic} publish`, startMs, parent, attributes }
    this.call(step, 'producer', (trace) => {
      take(trace, startMs + this.random.logNormal(80, 0.5))
      return { status: 200, durationMs: this.random.logNormal(3, 0.2) }
    })
  }

  match(parent: Trace, startMs: number, id: string): void {
    const { random, scribe } = this
    const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': 'applications.submitted' }
    const step = { service: 'match-worker', name: 'applications.submitted process', startMs, parent, attributes }
    this.serve(step, 'consumer', (trace) => {
      const durationMs = random.logNormal(310, 0.4)
      const score = random.integer(12, 97)
      scribe.log('match-worker', startMs + durationMs, 'INFO', `Matched ${id} with score ${score}`, {}, trace)
      if (random.chance(0.05)) {
        const text = `No skills found in the CV of ${id}`
        scribe.log('match-worker', startMs + durationMs - 20, 'WARN', text, {}, trace)
      }
      return { status: 200, durationMs }
    })
  }

  /** The bot has no spans: it reads the applications from a table. */
  screen(timeMs: number, id: string): void {
    const { random, scribe } = this
    const decision = random.pick(['invite', 'review', 'review', 'review', 'decline'])
    const fields = { application: id, decision, took_ms: random.integer(380, 2600) }
    if (random.chance(0.03))
      scribe.log('screening-bot', timeMs, 'WARN', 'language of the letter unknown', { application: id })
    scribe.log('screening-bot', timeMs + 5, 'INFO', 'application screened', fields)
  }

  advertise(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const Advert = `JOB-${++this.#advert}`
    const category = random.pick(CATEGORIES)
    const employer = `E-${random.integer(410, 640)}`
    const attributes = { 'job.category': category, 'employer.id': employer }
    const step = { service: 'advert-api', name: 'POST /adverts', startMs, parent, attributes }
    return this.through('jobs-gateway', step, (trace) => {
      const fields = { Advert, Employer: employer, Category: category }
      if (random.chance(0.12)) {
        const Reason = random.pick(['missing_salary', 'missing_salary', 'duplicate', 'forbidden_word'])
        scribe.log('advert-api', startMs + 6, 'WARN', 'Advert rejected', { ...fields, Reason }, trace)
        this.remember('rejectedAdvert', Advert, startMs)
        return { status: 422, durationMs: 7 }
      }
      const saved = this.store('advert-api', 'postgresql', 'INSERT adverts', startMs + 2, trace, 13)
      const durationMs = saved.durationMs + random.logNormal(9, 0.3)
      scribe.log('advert-api', startMs + durationMs, 'INFO', 'Advert published', fields, trace)
      this.remember('publishedAdvert', Advert, startMs)
      this.tell('advert-api', 'adverts.published', startMs + durationMs, trace, (inner, atMs) =>
        this.mail(inner, atMs, Advert),
      )
      return { status: 201, durationMs }
    })
  }

  mail(parent: Trace, startMs: number, advert: string): void {
    const { random, scribe } = this
    const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': 'adverts.published' }
    const step = { service: 'jobalert-mailer', name: 'adverts.published process', startMs, parent, attributes }
    this.serve(step, 'consumer', (trace) => {
      const durationMs = random.logNormal(640, 0.4)
      const text = `job alert for ${advert} mailed to ${random.integer(8, 340)} candidates`
      scribe.log('jobalert-mailer', startMs + durationMs, 'INFO', text, {}, trace)
      if (random.chance(0.15)) {
        const bounced = `${random.integer(1, 9)} mails for ${advert} bounced`
        scribe.log('jobalert-mailer', startMs + durationMs + 40, 'WARN', bounced, {}, trace)
      }
      return { status: 200, durationMs }
    })
  }

  search(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    return this.through('jobs-gateway', { service: 'job-search', name: 'GET /search', startMs, parent }, (trace) => {
      const isNew = startMs >= this.releaseMs
      const found = this.store('job-search', 'elasticsearch', 'search jobs', startMs + 1, trace, isNew ? 36 : 57)
      const durationMs = found.durationMs + random.logNormal(6, 0.3)
      const hits = random.chance(0.05) ? 0 : random.integer(1, 900)
      if (hits === 0) scribe.log('job-search', startMs + durationMs, 'WARN', 'no jobs found', { hits }, trace)
      else scribe.log('job-search', startMs + durationMs, 'INFO', 'search finished', { hits }, trace)
      return { status: 200, durationMs }
    })
  }

  advert(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    return this.through(
      'jobs-gateway',
      { service: 'advert-api', name: 'GET /adverts/{id}', startMs, parent },
      (trace) => {
        const found = this.store('advert-api', 'postgresql', 'SELECT adverts', startMs + 1, trace, 5)
        const durationMs = found.durationMs + random.logNormal(7, 0.3)
        if (!random.chance(0.04)) return { status: 200, durationMs }
        const fields = { Advert: `JOB-${random.integer(180_000, 230_000)}` }
        scribe.log('advert-api', startMs + durationMs, 'WARN', 'Advert has expired', fields, trace)
        return { status: 410, durationMs }
      },
    )
  }

  inner(method: string, route: string, startMs: number, trace: Trace): Outcome {
    if (route === '/v1/jobs') return this.search(startMs, trace)
    if (route === '/v1/jobs/{id}') return this.advert(startMs, trace)
    if (route === '/v1/adverts') return this.advertise(startMs, trace)
    if (method === 'POST') return this.apply(startMs, trace)
    const step = { service: 'application-service', name: 'GET /applications', startMs, parent: trace }
    return this.through('jobs-gateway', step, (inside) => {
      const found = this.store('application-service', 'mysql', 'SELECT applications', startMs + 1, inside, 7)
      return { status: 200, durationMs: found.durationMs + this.random.logNormal(8, 0.3) }
    })
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const device = random.pick(DEVICES)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const role = route === '/v1/adverts' ? 'employer' : 'candidate'
    const who = { 'user.id': `U-${random.integer(7100, 8900)}`, 'user.role': role, 'client.device': device }
    const attributes = { 'http.request.method': method, 'http.route': route, ...who }
    const step = { service: 'jobs-gateway', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      const isSignedOut = random.chance(0.015)
      const done = isSignedOut ? { status: 401, durationMs: 1 } : this.inner(method, route, startMs + 2, trace)
      const durationMs = done.durationMs + random.logNormal(4, 0.3)
      const path = route.replace('{id}', `JOB-${random.integer(180_000, 230_000)}`)
      const fields = { method, path, status: done.status, latency_ms: Math.round(durationMs), device }
      const severity = done.status >= 500 ? 'ERROR' : isSignedOut ? 'WARN' : 'INFO'
      const text = isSignedOut ? 'access token expired' : 'handled request'
      scribe.log('jobs-gateway', startMs + durationMs, severity, text, fields, trace)
      if (done.status >= 500) this.remember('failedTrace', root.traceId, startMs)
      return { status: done.status, durationMs }
    })
  }

  /** Partners' adverts come as files; the importer has no spans and stops in the midst of its work. */
  feeds(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs + 10_000, toMs: this.silenceMs, everyMs: 40_000 }
    eachTick(range, random, (timeMs) => {
      const partner = random.pick(PARTNERS)
      const text = `feed ${partner}: ${random.integer(20, 310)} adverts imported, ${random.integer(0, 9)} skipped`
      scribe.log('feed-importer', timeMs, 'INFO', text)
      if (random.chance(0.1))
        scribe.log(
          'feed-importer',
          timeMs + 200,
          'WARN',
          `feed ${partner} answered late, after ${random.integer(8, 27)} s`,
        )
    })
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2500 }
    eachArrival({ ...range, meanMs: 1050 }, random, (timeMs) => this.request(timeMs))
    this.feeds()
    scribe.log('job-search', this.releaseMs, 'INFO', 'job-search 5.3.0 listening', { port: 8080 })
    scribe.log('match-worker', this.restartMs - 5000, 'INFO', 'Application is shutting down...')
    scribe.log('match-worker', this.restartMs, 'INFO', 'Now consuming applications.submitted')
    const key = { key: 'alias/cv-uploads', by: 'terraform' }
    scribe.log('cv-service', this.onsetMs - 800, 'INFO', 'encryption key changed', { ...key, state: 'disabled' })
    scribe.log('cv-service', this.recoveryMs - 300, 'INFO', 'encryption key changed', { ...key, state: 'enabled' })
  }
}

export function jobboard(endMs: number): World {
  const system = new Jobboard(endMs)
  system.background()
  sendJobboardMetrics(system)
  const { onsetMs: onset, releaseMs: release, recoveryMs: recovery, restartMs: restart, silenceMs: silence } = system
  const marks = { onset, release, recovery, restart, silence }
  const world = system.world({ name: 'jobboard', services: SERVICES, marks })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Values = {
    ...{ ...world.names, keyLine: bodyOf('KMS.DisabledException'), failedLine: bodyOf('not saved') },
    ...{ bouncedLine: bodyOf(' bounced') },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}
