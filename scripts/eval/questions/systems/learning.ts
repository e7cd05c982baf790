/**
 * Online courses on Kubernetes, told as OpenTelemetry's conventions have it: names with hyphens, nginx, Spring Boot, Log4j,
 * Python and Go lines, spans of servers, clients, producers and consumers, histograms of durations, pods and nodes as
 * resources. A rotated secret locks `quiz-service` out of its database, still so at the end. `login-service` was released
 * before; that is harmless, and so are wrong passwords, missing lessons, late submissions and mail that bounces.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { SpanRow, Values, World } from '../records.ts'
import { accessLine, log4jJson, pythonTraceLine, slogJson, springLine } from './formats.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SimulatedSystem } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 86 * MINUTE_MS
const FORMATS = {
  'web-gateway': accessLine,
  'course-api': springLine,
  'quiz-service': springLine,
  'grade-worker': pythonTraceLine,
  'progress-tracker': log4jJson,
  'login-service': log4jJson,
  'certificate-service': springLine,
  'mail-sender': slogJson,
}
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'web-gateway': '1.27.2', 'course-api': '5.12.0', 'quiz-service': '3.9.4', 'grade-worker': '0.18.1' },
  ...{ 'progress-tracker': '2.2.0', 'certificate-service': '1.6.3', 'mail-sender': '0.9.7' },
}
const PODS: Readonly<Record<string, readonly string[]>> = {
  'quiz-service': ['6c9f7d5b8-x2kqp', '6c9f7d5b8-m7rtd', '6c9f7d5b8-zz4hw'],
  'course-api': ['7f8b9c6d4-k8s2v', '7f8b9c6d4-p0ljn'],
}
const SCHOOLS = ['northfield', 'northfield', 'northfield', 'lakeside', 'lakeside', 'hartmann', 'olivet']
const CLIENTS = ['chrome', 'chrome', 'chrome', 'safari', 'safari', 'firefox', 'learn-android']
const COURSES = ['CS-07', 'CS-11', 'MA-02', 'MA-05', 'HI-01', 'BIO-03']
const KINDS = ['multiple_choice', 'multiple_choice', 'multiple_choice', 'essay', 'code']
const GRADING_MS: Readonly<Record<string, number>> = { multiple_choice: 45, essay: 620, code: 1900 }
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const REFUSED = 'FATAL: password authentication failed for user "quiz_app"'

/** Route at the gateway, service, route there, share of the requests, median of its own work. */
const ROUTES = [
  ['GET /api/courses', 'course-api', 'GET /courses', 0.16, 14],
  [
    'GET /api/courses/{courseId}/lessons/{lessonId}',
    'course-api',
    'GET /courses/{courseId}/lessons/{lessonId}',
    0.3,
    22,
  ],
  ['GET /api/quizzes/{quizId}', 'quiz-service', 'GET /quizzes/{quizId}', 0.16, 9],
  ['POST /api/quizzes/{quizId}/submissions', 'quiz-service', 'POST /quizzes/{quizId}/submissions', 0.2, 18],
  ['POST /api/login', 'login-service', 'POST /login', 0.12, 85],
  ['POST /api/certificates', 'certificate-service', 'POST /certificates', 0.06, 900],
] as const
type Route = (typeof ROUTES)[number]

interface Visit {
  readonly student: string
  readonly course: string
  readonly quiz: string
  readonly ids: Readonly<Record<string, string>>
}
interface Step {
  readonly service: string
  readonly name: string
  readonly kind: SpanRow['kind']
  readonly startMs: number
  readonly parent: Trace
  readonly attributes: Values
}
interface Done {
  readonly durationMs: number
  readonly isFailed?: boolean
  readonly text?: string
  readonly attributes?: Values
}

class Learning extends SimulatedSystem {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  #submission = 70_300
  #certificate = 4400

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(97, 'learning'))
    this.releaseMs = endMs - 57 * MINUTE_MS + 8000
    this.onsetMs = endMs - 27 * MINUTE_MS + 25_000
    const version = (name: string) => (timeMs: number) =>
      name === 'login-service' ? (timeMs < this.releaseMs ? '4.7.1' : '4.8.0') : (VERSIONS[name] ?? '1.0.0')
    const setups = Object.entries(FORMATS).map(([name, format]) => {
      const pods = (PODS[name] ?? ['5d4c7b9f6-q1wer']).map((pod) => `${name}-${pod}`)
      return {
        ...{ name, format, version: version(name), hasAttributes: name === 'mail-sender' || name === 'login-service' },
        isSeveritySent: format !== accessLine && format !== slogJson,
        instance: (traceId: string) => pods[Number.parseInt(traceId.slice(0, 4) || '0', 16) % pods.length] ?? name,
        resource: (instance: string): Values => ({
          ...{ 'k8s.namespace.name': name === 'web-gateway' ? 'ingress' : 'learning', 'k8s.deployment.name': name },
          ...{ 'k8s.pod.name': instance, 'k8s.node.name': pods.indexOf(instance) === 1 ? 'node-b' : 'node-a' },
        }),
      }
    })
    this.scribe = new Scribe(setups, this.random)
  }

  /** Writes the span of what `work` does. */
  step(what: Step, work: (trace: Trace) => Done): Done {
    const { service, name, kind, startMs, parent } = what
    const trace = { traceId: parent.traceId, spanId: this.scribe.newSpan() }
    const done = work(trace)
    this.scribe.span({
      ...{ ...trace, service, name, kind, startMs, parentSpanId: parent.spanId, durationMs: roundMs(done.durationMs) },
      ...{ isError: done.isFailed === true, isEntry: kind === 'server' || kind === 'consumer' },
      ...{ statusMessage: done.text ?? '', attributes: { ...what.attributes, ...done.attributes } },
    })
    return done
  }

  query(from: string, statement: string, table: string, startMs: number, parent: Trace): Done {
    const { random, scribe } = this
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': statement, 'db.collection.name': table }
    const what = { service: from, name: `${statement} ${table}`, kind: 'client', startMs, parent, attributes } as const
    const isLockedOut = from === 'quiz-service' && startMs >= this.onsetMs && random.chance(0.86)
    if (!isLockedOut)
      return this.step(what, () => ({ durationMs: random.logNormal(statement === 'INSERT' ? 7 : 4, 0.4) }))
    return this.step(what, (trace) => {
      const durationMs = random.logNormal(31, 0.2)
      scribe.log(from, startMs + durationMs, 'ERROR', `HikariPool-1 - Cannot acquire connection: ${REFUSED}`, {}, trace)
      return { durationMs, isFailed: true, text: REFUSED, attributes: { 'db.response.status_code': '28P01' } }
    })
  }

  publish(from: string, topic: string, startMs: number, parent: Trace, work: (at: number, trace: Trace) => void): Done {
    const { random } = this
    const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': topic }
    const name = `send ${topic}`
    return this.step({ service: from, name, kind: 'producer', startMs, parent, attributes }, (trace) => {
      work(startMs + random.logNormal(180, 0.5), trace)
      return { durationMs: random.logNormal(2, 0.3) }
    })
  }

  grade(startMs: number, parent: Trace, { student, course, quiz }: Visit, submission: string): void {
    const { random, scribe } = this
    const kind = random.pick(KINDS)
    const queue = { 'messaging.system': 'kafka', 'messaging.destination.name': 'submissions' }
    const attributes = { ...queue, 'messaging.consumer.group.name': 'graders', 'quiz.kind': kind }
    const what = { service: 'grade-worker', name: 'process submissions', kind: 'consumer', startMs, parent, attributes }
    this.step({ ...what, kind: 'consumer' }, (trace) => {
      const durationMs = random.logNormal(GRADING_MS[kind] ?? 50, 0.35)
      const score = random.integer(12, 100)
      const text = `graded ${submission} quiz=${quiz} kind=${kind} score=${score} in ${Math.round(durationMs)} ms`
      scribe.log('grade-worker', startMs + durationMs, 'INFO', text, {}, trace)
      if (kind === 'code' && random.chance(0.06)) {
        scribe.log(
          'grade-worker',
          startMs + durationMs - 2,
          'WARN',
          `sandbox of ${submission} was slow to start`,
          {},
          trace,
        )
      }
      this.publish('grade-worker', 'grades', startMs + durationMs, trace, (at, sent) =>
        this.track(at, sent, student, course),
      )
      return { durationMs: durationMs + 3 }
    })
  }

  track(startMs: number, parent: Trace, student: string, course: string): void {
    const { random, scribe } = this
    const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': 'grades' }
    const what = { service: 'progress-tracker', name: 'process grades', startMs, parent, attributes } as const
    this.step({ ...what, kind: 'consumer' }, (trace) => {
      const redis = { service: 'progress-tracker', name: 'HSET', kind: 'client', startMs: startMs + 1 } as const
      const stored = this.step({ ...redis, parent: trace, attributes: { 'db.system.name': 'redis' } }, () => ({
        durationMs: random.logNormal(0.8, 0.3),
      }))
      const fields = { student, course, percent: random.integer(3, 100) }
      scribe.log(
        'progress-tracker',
        startMs + 4,
        random.chance(0.2) ? 'INFO' : 'DEBUG',
        'progress updated',
        fields,
        trace,
      )
      return { durationMs: stored.durationMs + 3 }
    })
  }

  mail(startMs: number, parent: Trace, { student, ids }: Visit): void {
    const { random, scribe } = this
    const attributes = {
      'messaging.system': 'kafka',
      'messaging.destination.name': 'mails',
      'org.id': ids['org.id'] ?? '',
    }
    const what = {
      service: 'mail-sender',
      name: 'process mails',
      kind: 'consumer',
      startMs,
      parent,
      attributes,
    } as const
    this.step(what, (trace) => {
      const durationMs = random.logNormal(240, 0.4)
      const fields = { student, template: random.chance(0.8) ? 'certificate_ready' : 'certificate_ready_parent' }
      if (random.chance(0.05)) {
        scribe.log('mail-sender', startMs + durationMs, 'ERROR', 'smtp 550 mailbox unavailable', fields, trace)
        this.remember('bouncedStudent', student, startMs)
        return { durationMs, isFailed: true, text: 'smtp 550' }
      }
      scribe.log('mail-sender', startMs + durationMs, 'INFO', 'mail delivered', fields, trace)
      return { durationMs }
    })
  }

  courses(startMs: number, trace: Trace, [, service, name, , medianMs]: Route, visit: Visit): Outcome {
    const { random, scribe } = this
    if (name !== 'GET /courses' && random.chance(0.025)) {
      const text = `Lesson L-${random.integer(900, 999)} of ${visit.course} not found`
      scribe.log(service, startMs + 5, 'WARN', text, {}, trace)
      return { status: 404, durationMs: 6 }
    }
    const table = name === 'GET /courses' ? 'courses' : 'lessons'
    const done = this.query(service, 'SELECT', table, startMs + 2, trace)
    const durationMs = done.durationMs + random.logNormal(medianMs, 0.35)
    if (random.chance(0.12)) {
      const text = name === 'GET /courses' ? 'Listed courses' : `Served lesson of ${visit.course} to ${visit.student}`
      scribe.log(service, startMs + durationMs, 'INFO', text, {}, trace)
    }
    return { status: 200, durationMs }
  }

  quizzes(startMs: number, trace: Trace, [, service, name, , medianMs]: Route, visit: Visit): Outcome {
    const { random, scribe } = this
    const ownMs = random.logNormal(medianMs, 0.3)
    const isSubmission = name.startsWith('POST')
    if (!isSubmission && random.chance(0.4)) return { status: 200, durationMs: ownMs }
    if (isSubmission && random.chance(0.035)) {
      scribe.log(
        service,
        startMs + ownMs,
        'WARN',
        `Submission of ${visit.student} for ${visit.quiz} is late`,
        {},
        trace,
      )
      return { status: 422, durationMs: ownMs }
    }
    const statement = isSubmission ? 'INSERT' : 'SELECT'
    const done = this.query(service, statement, isSubmission ? 'submissions' : 'quizzes', startMs + 3, trace)
    const durationMs = ownMs + done.durationMs
    if (done.isFailed === true) {
      const text = isSubmission ? `Could not save submission of ${visit.student}` : `Could not load quiz ${visit.quiz}`
      scribe.log(service, startMs + durationMs, 'ERROR', `${text}: database login refused`, {}, trace)
      if (isSubmission) this.remember('lostStudent', visit.student, startMs)
      return { status: 500, durationMs }
    }
    if (!isSubmission) return { status: 200, durationMs }
    const submission = `SUB-${this.#submission++}`
    scribe.log(service, startMs + durationMs, 'INFO', `Accepted ${submission} for ${visit.quiz}`, {}, trace)
    this.remember('submission', submission, startMs)
    this.publish(service, 'submissions', startMs + durationMs, trace, (at, sent) =>
      this.grade(at, sent, visit, submission),
    )
    return { status: 202, durationMs: durationMs + 3 }
  }

  login(startMs: number, trace: Trace, [, service, , , medianMs]: Route, visit: Visit): Outcome {
    const { random, scribe } = this
    const durationMs = random.logNormal(medianMs, 0.25)
    const isRefused = random.chance(0.09)
    const method = random.chance(0.7) ? 'password' : 'school_sso'
    const fields = { student: visit.student, method }
    const text = isRefused ? 'login refused: wrong password' : 'login succeeded'
    scribe.log(service, startMs + durationMs, isRefused ? 'WARN' : 'INFO', text, fields, trace)
    return { status: isRefused ? 401 : 200, durationMs }
  }

  certificates(startMs: number, trace: Trace, [, service, , , medianMs]: Route, visit: Visit): Outcome {
    const { random, scribe } = this
    const certificate = `CERT-${this.#certificate++}`
    const durationMs = random.logNormal(medianMs, 0.4)
    if (random.chance(0.1)) {
      scribe.log(service, startMs + 40, 'WARN', `Font Lato Black missing for ${certificate}, using fallback`, {}, trace)
    }
    const text = `${certificate} issued to ${visit.student} for ${visit.course} in ${Math.round(durationMs)} ms`
    scribe.log(service, startMs + durationMs, 'INFO', text, {}, trace)
    this.remember('certificate', certificate, startMs)
    this.publish(service, 'mails', startMs + durationMs, trace, (at, sent) => this.mail(at, sent, visit))
    return { status: 201, durationMs: durationMs + 3 }
  }

  work(startMs: number, trace: Trace, route: Route, visit: Visit): Outcome {
    switch (route[1]) {
      case 'course-api':
        return this.courses(startMs, trace, route, visit)
      case 'quiz-service':
        return this.quizzes(startMs, trace, route, visit)
      case 'login-service':
        return this.login(startMs, trace, route, visit)
      case 'certificate-service':
        return this.certificates(startMs, trace, route, visit)
    }
  }

  /** A server's span with the attributes of HTTP. */
  serve(what: Omit<Step, 'kind'>, work: (trace: Trace) => Outcome): Outcome {
    let status = 200
    const [method = '', route = ''] = what.name.split(' ')
    const http = { 'http.request.method': method, 'http.route': route, ...what.attributes }
    const { durationMs } = this.step({ ...what, kind: 'server', attributes: http }, (trace) => {
      const outcome = work(trace)
      status = outcome.status
      const attributes = {
        'http.response.status_code': status,
        ...(status >= 500 ? { 'error.type': String(status) } : {}),
      }
      return { durationMs: outcome.durationMs, isFailed: status >= 500, attributes }
    })
    return { status, durationMs }
  }

  route(): Route {
    let place = this.random.next()
    for (const route of ROUTES) {
      place -= route[3]
      if (place < 0) return route
    }
    return ROUTES[0]
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const route = this.route()
    const [name, service, innerName] = route
    const school = random.pick(SCHOOLS)
    const client = random.pick(CLIENTS)
    const visit: Visit = {
      ...{
        student: `S-${random.integer(1000, 1459)}`,
        course: random.pick(COURSES),
        quiz: `QZ-${random.integer(110, 139)}`,
      },
      ids: { 'org.id': school },
    }
    const places: Readonly<Record<string, string>> = {
      courseId: visit.course,
      quizId: visit.quiz,
      lessonId: `L-${random.integer(100, 180)}`,
    }
    const path = name.slice(name.indexOf('/')).replace(/\{(\w+)\}/g, (_all, key: string) => places[key] ?? key)
    const attributes = { 'url.path': path, 'org.id': school, 'enduser.id': visit.student, 'user_agent.name': client }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const { status, durationMs } = this.serve(
      { service: 'web-gateway', name, startMs, parent: root, attributes },
      (trace) => {
        const call = {
          service: 'web-gateway',
          name: innerName.split(' ')[0] ?? '',
          startMs: startMs + 1,
          parent: trace,
        }
        let status = 200
        const called = this.step({ ...call, kind: 'client', attributes: { 'server.address': service } }, (out) => {
          const inner = { service, name: innerName, startMs: startMs + 2, parent: out, attributes: {} }
          const outcome = this.serve(inner, (own) => this.work(startMs + 2, own, route, visit))
          status = outcome.status
          return { durationMs: outcome.durationMs + 2, isFailed: status >= 500 }
        })
        return { status, durationMs: called.durationMs + random.logNormal(1.5, 0.3) }
      },
    )
    const stamp = new Date(startMs + durationMs)
      .toUTCString()
      .slice(5, 25)
      .replace(/ (?=\D|\d{4})/g, '/')
      .replace(' ', ':')
    const size = status >= 400 ? random.integer(90, 200) : random.integer(400, 18_000)
    const line = `10.42.${random.integer(0, 3)}.${random.integer(2, 250)} - ${school} [${stamp} +0000] "${name.split(' ')[0]} ${path} HTTP/1.1" ${status} ${size} "-" "${client}" ${(durationMs / 1000).toFixed(3)}`
    scribe.log('web-gateway', startMs + durationMs, 'INFO', line, {}, { traceId: root.traceId, spanId: '' })
    if (status === 500) this.remember('failedTrace', root.traceId, startMs)
    if (status === 202) this.remember('goodTrace', root.traceId, startMs)
  }

  background(): void {
    const { random, scribe } = this
    const whole = { fromMs: this.startMs, toMs: this.endMs }
    eachArrival({ ...whole, toMs: this.endMs - 200, meanMs: 920 }, random, (timeMs) => this.request(timeMs))
    scribe.log('login-service', this.releaseMs, 'INFO', 'login-service 4.8.0 started in 6.1 seconds', {
      build: '4.8.0',
    })
    const text = 'Secret quiz-db-credentials changed (version 7), evicting connections of HikariPool-1'
    scribe.log('quiz-service', this.onsetMs - 3000, 'INFO', text)
    eachTick({ ...whole, everyMs: 7 * MINUTE_MS }, random, (timeMs) => {
      const millis = random.integer(110, 260)
      scribe.log('course-api', timeMs, 'WARN', `GC pause of ${millis} ms`)
      scribe.log('grade-worker', timeMs + 900, 'INFO', `sandbox images pruned: ${random.integer(0, 14)}`)
    })
  }

  /** Durations of a service's requests by route and minute, in seconds. */
  histograms(service: string): void {
    const { scribe } = this
    const served = scribe.spans.filter((span) => span.isEntry && span.service === service)
    for (const route of new Set(served.map((span) => String(span.attributes['http.route'])))) {
      const seconds = served
        .filter((span) => span.attributes['http.route'] === route)
        .map((span) => ({ timeMs: span.endMs, value: (span.endMs - span.startMs) / 1000 }))
      for (let fromMs = this.startMs; fromMs + MINUTE_MS <= this.endMs; fromMs += MINUTE_MS) {
        const inside = seconds.filter(({ timeMs }) => timeMs >= fromMs && timeMs < fromMs + MINUTE_MS)
        const counts = [...BOUNDS, Number.POSITIVE_INFINITY].map((bound, index) => {
          const above = index === 0 ? -1 : (BOUNDS[index - 1] ?? 0)
          return inside.filter(({ value }) => value <= bound && value > above).length
        })
        scribe.point(service, {
          ...{
            name: 'http.server.request.duration',
            unit: 's',
            type: 'histogram',
            attributes: { 'http.route': route },
          },
          ...{ startMs: fromMs, timeMs: fromMs + MINUTE_MS - 1 },
          ...{ value: inside.reduce((sum, one) => sum + one.value, 0), buckets: { bounds: BOUNDS, counts } },
        })
      }
    }
  }

  metrics(): void {
    const { random, scribe, onsetMs } = this
    const sent = scribe.logs.filter((log) => log.message === 'mail delivered').map(({ timeMs }) => timeMs)
    const before = 18_200
    eachTick({ fromMs: this.startMs, toMs: this.endMs, everyMs: 30_000 }, random, (timeMs) => {
      const gauge = { type: 'gauge', timeMs } as const
      const isLate = timeMs >= onsetMs
      for (const service of ['course-api', 'quiz-service', 'login-service', 'certificate-service']) {
        const heap = { course: 610, quiz: 420, login: 260, certificate: 730 }[service.split('-')[0] ?? ''] ?? 300
        const value = (heap + random.integer(-60, 60)) * 1024 * 1024
        const attributes = { 'jvm.memory.type': 'heap' }
        scribe.point(service, { ...gauge, name: 'jvm.memory.used', unit: 'By', value, attributes })
      }
      for (const service of ['web-gateway', 'course-api', 'quiz-service', 'grade-worker']) {
        const busy =
          service === 'grade-worker' ? (isLate ? random.integer(4, 11) : random.integer(38, 66)) : random.integer(9, 24)
        scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: busy / 100 })
      }
      const idle = isLate ? random.integer(0, 1) : random.integer(5, 9)
      for (const [state, value] of [
        ['idle', idle],
        ['used', isLate ? 1 : 10 - idle],
      ] as const) {
        const connections = { name: 'db.client.connection.count', unit: '{connection}', value }
        const attributes = { 'db.client.connection.state': state }
        scribe.point('quiz-service', { ...gauge, ...connections, attributes })
      }
      const lag = random.integer(0, isLate ? 2 : 14)
      scribe.point('grade-worker', { ...gauge, name: 'kafka.consumer.records_lag', unit: '{record}', value: lag })
      const total = { name: 'mails.delivered', unit: '{mail}', type: 'cumulative', timeMs } as const
      const value = before + sent.filter((at) => at < timeMs).length
      scribe.point('mail-sender', { ...total, startMs: this.startMs - 700 * MINUTE_MS, value })
    })
    this.histograms('quiz-service')
    this.histograms('course-api')
  }
}

export function learning(endMs: number): World {
  const system = new Learning(endMs)
  system.background()
  system.metrics()
  return system.world({
    name: 'learning',
    services: Object.keys(FORMATS),
    marks: { onset: system.onsetMs, release: system.releaseMs },
  })
}
