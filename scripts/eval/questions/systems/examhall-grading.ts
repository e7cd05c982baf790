/** What comes after an exam was handed in, and beside it: grading, plagiarism, mails, the video of the proctors. */
import type { Severity } from '../records.ts'
import type { SystemByConventions } from './conventions.ts'
import { type Exam, SOURCES } from './examhall-setup.ts'
import { eachTick, type Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const GRADING_MS = { choice: 140, code: 880, essay: 390 }

type Hall = SystemByConventions & {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly darkMs: number
}
/** What was handed in. */
export interface Sheet {
  readonly submission: string
  readonly exam: Exam
  readonly university: string
}

const topicOf = (name: string) => ({ 'messaging.system': 'kafka', 'messaging.destination.name': name })

/** Publishes what the workers take from there. */
export function handOver(system: Hall, startMs: number, parent: Trace, sheet: Sheet): Outcome {
  const { random, restartMs } = system
  const topic = topicOf('exam.submitted')
  const step = { service: 'submission-desk', name: 'exam.submitted publish', startMs, parent, attributes: topic }
  return system.call(step, 'producer', (trace) => {
    const pickMs = startMs + random.logNormal(900, 0.6)
    const isAway = pickMs >= restartMs - 8000 && pickMs < restartMs + 400
    grade(system, isAway ? restartMs + 500 + random.integer(0, 900) : pickMs, trace, sheet)
    return { status: 200, durationMs: random.logNormal(4, 0.2) }
  })
}

function grade(system: Hall, startMs: number, parent: Trace, { submission, exam, university }: Sheet): void {
  const { random, scribe } = system
  const about = { 'exam.code': exam.code, 'exam.kind': exam.kind, 'exam.university': university }
  const attributes = { ...topicOf('exam.submitted'), 'messaging.consumer.group.name': 'graders', ...about }
  const step = { service: 'grading-worker', name: 'exam.submitted process', startMs, parent, attributes }
  system.serve(step, 'consumer', (trace) => {
    const read = system.store('grading-worker', 'postgresql', 'SELECT sheets', startMs + 1, trace, 9)
    let durationMs = read.durationMs + random.logNormal(GRADING_MS[exam.kind], 0.35)
    const data = { submission, exam: exam.code, kind: exam.kind }
    if (random.chance(0.05))
      scribe.log('grading-worker', startMs + durationMs, 'WARN', 'sheet has blank pages', data, trace)
    if (exam.kind === 'essay') durationMs += check(system, startMs + durationMs, trace, submission)
    const points = random.integer(31, 98)
    scribe.log('grading-worker', startMs + durationMs, 'INFO', 'sheet graded', { ...data, points }, trace)
    mail(system, startMs + durationMs, trace, submission, university)
    return { status: 200, durationMs: durationMs + 6 }
  })
}

function check(system: Hall, startMs: number, parent: Trace, submission: string): number {
  const { random, scribe } = system
  const call = { service: 'plagiarism-check', name: 'POST /v1/checks', startMs, parent, attributes: {} }
  const done = system.through('grading-worker', call, (trace) => {
    const durationMs = random.logNormal(620, 0.4)
    const atMs = startMs + durationMs
    const similarity = random.chance(0.12) ? random.integer(40, 71) : random.integer(2, 33)
    const text = `check of ${submission} done, similarity ${similarity} percent`
    if (similarity >= 40) {
      const found = `similarity ${similarity} percent in ${submission} is above the limit`
      scribe.log('plagiarism-check', atMs, 'WARN', found, {}, trace)
    } else scribe.log('plagiarism-check', atMs, 'INFO', text, {}, trace)
    return { status: 200, durationMs }
  })
  return done.durationMs
}

function mail(system: Hall, startMs: number, parent: Trace, submission: string, university: string): void {
  const { random, scribe } = system
  const topic = topicOf('exam.graded')
  const step = { service: 'grading-worker', name: 'exam.graded publish', startMs, parent, attributes: topic }
  system.call(step, 'producer', (trace) => {
    const pickMs = startMs + random.logNormal(120, 0.5)
    const attributes = { ...topic, 'exam.university': university }
    const taken = { service: 'results-mailer', name: 'exam.graded process', startMs: pickMs, parent: trace, attributes }
    system.serve(taken, 'consumer', (inner) => {
      const durationMs = random.logNormal(230, 0.4)
      const isBack = random.chance(0.07)
      const data = { submission, university }
      const [severity, text]: [Severity, string] = isBack
        ? ['WARN', 'results mail bounced, mailbox is full']
        : ['INFO', 'results mail sent']
      scribe.log('results-mailer', pickMs + durationMs, severity, text, data, inner)
      return { status: 200, durationMs }
    })
    return { status: 200, durationMs: random.logNormal(3, 0.2) }
  })
}

/** A piece of video from a student's room. */
export function chunk(system: Hall, startMs: number): void {
  const { random, scribe } = system
  const source = random.pick(SOURCES)
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const http = { 'http.request.method': 'POST', 'http.route': '/v1/chunks', 'proctor.source': source }
  const step = { service: 'proctor-upload', name: 'POST /v1/chunks', startMs, parent: root, attributes: http }
  system.serve(step, 'server', (trace) => {
    const ownMs = random.logNormal(source === 'webcam' ? 260 : 170, 0.4)
    const data = { source, kb: random.integer(900, 5200) }
    if (random.chance(0.035)) {
      scribe.log('proctor-upload', startMs + ownMs, 'WARN', 'chunk too large, sent back', data, trace)
      return { status: 413, durationMs: ownMs }
    }
    if (random.chance(0.03)) {
      scribe.log('proctor-upload', startMs + ownMs, 'WARN', 'checksum differs, chunk asked for again', data, trace)
      return { status: 400, durationMs: ownMs }
    }
    const noted = system.store('proctor-upload', 'redis', 'SET chunks', startMs + ownMs, trace, 3)
    const durationMs = ownMs + noted.durationMs
    scribe.log('proctor-upload', startMs + durationMs, 'INFO', 'chunk stored', data, trace)
    return { status: 201, durationMs }
  })
}

export function runBeside(system: Hall): void {
  const { random, scribe, startMs, restartMs, darkMs } = system
  eachTick({ fromMs: startMs + 6000, toMs: darkMs, everyMs: 20_000 }, random, (timeMs) => {
    const mails = random.integer(3, 40)
    if (random.chance(0.06)) scribe.log('reminder-mailer', timeMs, 'WARN', 'relay is slow, batch put back', { mails })
    else scribe.log('reminder-mailer', timeMs, 'INFO', 'reminder batch sent', { mails })
  })
  scribe.log('grading-worker', restartMs - 8000, 'WARN', 'stopping, memory is near its limit')
  scribe.log('grading-worker', restartMs, 'INFO', 'grading-worker 3.4.1 ready, 4 graders at work')
  const warmed = { papers: 214 }
  scribe.log('question-bank', startMs + 8 * MINUTE_MS, 'INFO', 'cache of papers warmed, no error found', warmed)
}
