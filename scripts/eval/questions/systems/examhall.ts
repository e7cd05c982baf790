/**
 * Online exams of universities on Kubernetes, told by semantic conventions: a portal, proofs of identity, video for
 * proctors, a bank of questions, answers that are saved over Kafka while students write, submissions, graders, a check
 * for plagiarism, mails. After two partitions of the answers were moved to another broker, a member of the group of
 * `answer-autosave` is fenced and nobody reads these partitions: half of the exams are not saved and their submissions
 * time out, still so at the end. A release of `question-bank`, a restart of `grading-worker`, refused proofs, large chunks,
 * late submissions, blank pages and bounced mails are harmless, `reminder-mailer` goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { chunk, handOver, runBeside } from './examhall-grading.ts'
import { sendExamhallMetrics } from './examhall-metrics.ts'
import { EXAMS, type Exam, PROOFS, SERVICES, setupsOf, UNIVERSITIES } from './examhall-setup.ts'
import { eachArrival, eachTick, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 72 * MINUTE_MS
const FLUSH_MS = 6000
const GROUP = 'autosave-writers'
const FENCED = 'group autosave-writers still rebalancing: member autosave-1 fenced, group.instance.id in use'

/** What students do, up to which ticket of a hundred. */
const ROUTES = [
  ['GET /exams/:exam', 20],
  ['PUT /exams/:exam/answers', 62],
  ['POST /exams/:exam/start', 72],
  ['POST /exams/:exam/submit', 91],
  ['GET /results/:exam', 100],
] as const

interface Visit {
  readonly exam: Exam
  readonly university: string
  readonly student: string
}

class Examhall extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly darkMs: number
  readonly unreadMs: { readonly partition: number; readonly timeMs: number }[] = []
  readonly #partitions = new Map<string, number>()
  #submission = 71_200

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(5454, 'examhall'))
    this.releaseMs = endMs - 57 * MINUTE_MS + 18_000
    this.restartMs = endMs - 43 * MINUTE_MS + 37_000
    this.onsetMs = endMs - 29 * MINUTE_MS + 12_000
    this.darkMs = endMs - 15 * MINUTE_MS + 8000
    const partitionOf = (traceId: string) => this.#partitions.get(traceId) ?? 0
    const { releaseMs, restartMs, random } = this
    this.scribe = new Scribe(setupsOf({ releaseMs, restartMs, partitionOf }), random)
  }

  isUnread({ partition }: Exam, timeMs: number): boolean {
    return partition >= 2 && timeMs >= this.onsetMs
  }

  about({ exam, university }: Visit): Values {
    return { 'exam.code': exam.code, 'exam.kind': exam.kind, 'exam.university': university }
  }

  /** A line with what it is about. */
  say(service: string, atMs: number, severity: Severity, text: string, visit: Visit, trace: Trace, more: Values = {}) {
    const { exam, university, student } = visit
    this.scribe.log(service, atMs, severity, text, { exam: exam.code, university, student, ...more }, trace)
  }

  paper(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random } = this
    const slow = startMs >= this.releaseMs ? 1.6 : 1
    const call = { name: 'GET /v1/papers/:exam', startMs: startMs + 3, parent: trace, attributes: this.about(visit) }
    const read = this.through('exam-portal', { service: 'question-bank', ...call }, (inner) => {
      const found = this.store('question-bank', 'postgresql', 'SELECT papers', startMs + 5, inner, 14 * slow)
      const durationMs = found.durationMs + random.logNormal(21 * slow, 0.3)
      const data = { exam: visit.exam.code, questions: random.integer(8, 45) }
      const isBare = random.chance(0.05)
      const text = isBare ? 'figure missing, placeholder put in' : 'paper put together'
      this.scribe.log('question-bank', startMs + durationMs, isBare ? 'WARN' : 'INFO', text, data, inner)
      return { status: 200, durationMs }
    })
    return { status: 200, durationMs: read.durationMs + random.logNormal(8, 0.3) }
  }

  /** Answers go to a topic; who reads it writes the draft. */
  save(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { exam, student } = visit
    const partition = String(exam.partition)
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'exam.answers' }
    const attributes = { ...topic, 'messaging.destination.partition.id': partition }
    const step = {
      service: 'exam-portal',
      name: 'exam.answers publish',
      startMs: startMs + 4,
      parent: trace,
      attributes,
    }
    const sent = this.call(step, 'producer', (inner) => {
      const pickMs = startMs + random.logNormal(45, 0.5)
      if (this.isUnread(exam, pickMs)) this.unreadMs.push({ partition: exam.partition, timeMs: pickMs })
      else {
        const group = { ...attributes, 'messaging.consumer.group.name': GROUP, ...this.about(visit) }
        const name = 'exam.answers process'
        const taken = { service: 'answer-autosave', name, startMs: pickMs, parent: inner, attributes: group }
        this.serve(taken, 'consumer', (last) => {
          const kept = this.store('answer-autosave', 'mongodb', 'UPDATE drafts', pickMs + 1, last, 7)
          const durationMs = kept.durationMs + random.logNormal(4, 0.3)
          const data = { exam: exam.code, student, partition: exam.partition }
          const isOld = random.chance(0.03)
          const text = isOld ? 'older revision dropped' : 'draft saved'
          scribe.log('answer-autosave', pickMs + durationMs, isOld ? 'WARN' : 'INFO', text, data, last)
          return { status: 200, durationMs }
        })
      }
      return { status: 200, durationMs: random.logNormal(4, 0.2) }
    })
    const durationMs = sent.durationMs + random.logNormal(9, 0.3)
    if (this.isUnread(exam, startMs) && random.chance(0.6)) {
      this.say('exam-portal', startMs + durationMs, 'WARN', 'autosave not confirmed for 30 s', visit, trace)
      this.remember('unsavedStudent', student, startMs)
    }
    return { status: 202, durationMs }
  }

  start(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random } = this
    const method = random.pick(PROOFS)
    const attributes = { 'proof.method': method, 'exam.university': visit.university }
    const call = { name: 'POST /v1/proofs', startMs: startMs + 3, parent: trace, attributes }
    const proof = this.through('exam-portal', { service: 'identity-proof', ...call }, (inner) => {
      const durationMs = random.logNormal(method === 'eid' ? 480 : 1150, 0.35)
      const write = (severity: Severity, text: string) =>
        this.say('identity-proof', startMs + durationMs, severity, text, visit, inner, { method })
      if (method !== 'eid' && random.chance(0.1)) {
        write('WARN', 'document is not readable')
        return { status: 422, durationMs }
      }
      if (random.chance(0.05)) {
        write('WARN', 'face does not match the document')
        return { status: 403, durationMs }
      }
      write('INFO', 'identity confirmed')
      return { status: 201, durationMs }
    })
    const durationMs = proof.durationMs + random.logNormal(11, 0.3)
    if (proof.status >= 400) {
      this.say('exam-portal', startMs + durationMs, 'WARN', 'start refused, identity not confirmed', visit, trace)
      return { status: 403, durationMs }
    }
    this.say('exam-portal', startMs + durationMs, 'INFO', 'exam started', visit, trace)
    return { status: 201, durationMs }
  }

  /** Waits until the last answers of a draft are written. */
  flush(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { exam, student } = visit
    const attributes = { ...this.about(visit), 'messaging.destination.partition.id': String(exam.partition) }
    const call = { name: 'POST /v1/drafts/flush', startMs, parent: trace, attributes }
    return this.through('submission-desk', { service: 'answer-autosave', ...call }, (inner) => {
      const isLost = this.isUnread(exam, startMs) && random.chance(0.9)
      if (!isLost) {
        const read = this.store('answer-autosave', 'mongodb', 'FIND drafts', startMs + 2, inner, 6)
        return { status: 200, durationMs: read.durationMs + random.logNormal(60, 0.5) }
      }
      const durationMs = FLUSH_MS + random.logNormal(9, 0.4)
      const data = { exam: exam.code, student, partition: exam.partition, group: GROUP }
      const text = `flush timed out after 6000 ms: partition ${exam.partition} of exam.answers has no consumer`
      scribe.log('answer-autosave', startMs + durationMs, 'ERROR', text, data, inner)
      return { status: 504, durationMs }
    })
  }

  submit(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random } = this
    const { exam, university, student } = visit
    const submission = `SB-${++this.#submission}`
    const attributes = { ...this.about(visit), 'submission.id': submission }
    const call = { name: 'POST /v1/submissions', startMs: startMs + 3, parent: trace, attributes }
    const taken = this.through('exam-portal', { service: 'submission-desk', ...call }, (inner) => {
      const write = (atMs: number, severity: Severity, text: string, more: Values = {}) =>
        this.say('submission-desk', startMs + atMs, severity, text, visit, inner, { submission, ...more })
      if (random.chance(0.05)) {
        const durationMs = random.logNormal(12, 0.3)
        write(durationMs, 'WARN', 'submission refused, deadline has passed')
        this.remember('lateSubmission', submission, startMs)
        return { status: 409, durationMs }
      }
      const flushed = this.flush(startMs + 6, inner, visit)
      if (flushed.status >= 500) {
        const durationMs = flushed.durationMs + 4
        write(durationMs, 'ERROR', 'submission failed: answer-autosave answered 504')
        this.remember('failedSubmission', submission, startMs)
        this.remember('failedTrace', trace.traceId, startMs)
        this.remember('failedStudent', student, startMs)
        return { status: 504, durationMs }
      }
      const kept = this.store(
        ...(['submission-desk', 'postgresql', 'INSERT submissions'] as const),
        ...([startMs + 6 + flushed.durationMs, inner, 11] as const),
      )
      const keptMs = flushed.durationMs + kept.durationMs + 6
      write(keptMs, 'INFO', 'submission accepted', { pages: random.integer(2, 24) })
      this.remember('goodSubmission', submission, startMs)
      this.remember('goodTrace', trace.traceId, startMs)
      const handed = handOver(this, startMs + keptMs, inner, { submission, exam, university })
      return { status: 201, durationMs: keptMs + handed.durationMs }
    })
    const durationMs = taken.durationMs + random.logNormal(9, 0.3)
    const tell = (severity: Severity, text: string) =>
      this.say('exam-portal', startMs + durationMs, severity, text, visit, trace)
    if (taken.status === 409) tell('WARN', 'student came too late')
    else if (taken.status >= 500) tell('ERROR', 'submit failed: submission-desk answered 504')
    else tell('INFO', 'exam handed in')
    return { status: taken.status, durationMs }
  }

  results(startMs: number, trace: Trace): Outcome {
    const read = this.store('exam-portal', 'redis', 'GET results', startMs + 2, trace, 3)
    const durationMs = read.durationMs + this.random.logNormal(14, 0.4)
    return { status: this.random.chance(0.14) ? 404 : 200, durationMs }
  }

  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name] = ROUTES.find(([, upTo]) => ticket <= upTo) ?? ROUTES[0]
    const exam = random.pick(EXAMS)
    const visit = { exam, university: random.pick(UNIVERSITIES), student: `ST-${random.integer(3000, 3640)}` }
    const [method = '', route = ''] = name.split(' ')
    const http = { 'http.request.method': method, 'http.route': route }
    const attributes = { ...http, ...this.about(visit), 'student.id': visit.student }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.#partitions.set(root.traceId, exam.partition)
    this.serve({ service: 'exam-portal', name, startMs, parent: root, attributes }, 'server', (trace) => {
      switch (name) {
        case 'GET /exams/:exam':
          return this.paper(startMs, trace, visit)
        case 'PUT /exams/:exam/answers':
          return this.save(startMs, trace, visit)
        case 'POST /exams/:exam/start':
          return this.start(startMs, trace, visit)
        case 'POST /exams/:exam/submit':
          return this.submit(startMs, trace, visit)
        case 'GET /results/:exam':
          return this.results(startMs, trace)
      }
    })
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 2000, meanMs: 1900 }, random, (timeMs) => this.visit(timeMs))
    eachArrival({ fromMs: startMs, toMs: endMs - 2000, meanMs: 7000 }, random, (timeMs) => chunk(this, timeMs))
    runBeside(this)
    const build = { build: '6.2.0' }
    scribe.log('question-bank', this.releaseMs, 'INFO', 'question-bank 6.2.0 started', build)
    const moved = 'reassignment KR-48: partitions 2,3 of exam.answers move from kafka-1 to kafka-3'
    scribe.log('answer-autosave', onsetMs - 2500, 'INFO', moved, { change: 'KR-48', group: GROUP })
    const revoked = 'partitions 2,3 of exam.answers revoked from member autosave-1'
    scribe.log('answer-autosave', onsetMs, 'WARN', revoked, { group: GROUP })
    eachTick({ fromMs: onsetMs + 20_000, toMs: endMs - 4000, everyMs: 30_000 }, random, (timeMs) => {
      scribe.log('answer-autosave', timeMs, 'ERROR', FENCED, { group: GROUP, assigned: '0,1' })
    })
  }
}

export function examhall(endMs: number): World {
  const system = new Examhall(endMs)
  system.run()
  sendExamhallMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, darkMs: dark } = system
  const world = system.world({ name: 'examhall', services: SERVICES, marks: { onset, release, restart, dark } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const lines = {
    ...{ flushLine: bodyOf('flush timed out'), fencedLine: bodyOf('member autosave-1 fenced') },
    ...{ failedLine: bodyOf('submission failed'), faceLine: bodyOf('face does not match') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
