/** What the questions to the online exams count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { mean } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const portal = t.of('exam-portal')
export const identity = t.of('identity-proof')
export const upload = t.of('proctor-upload')
export const bank = t.of('question-bank')
export const autosave = t.of('answer-autosave')
export const desk = t.of('submission-desk')
export const grader = t.of('grading-worker')
export const plagiarism = t.of('plagiarism-check')
export const mailer = t.of('results-mailer')
export const reminder = t.of('reminder-mailer')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const exam = (...codes: string[]) => t.has('exam.code', ...codes)
export const kind = (...kinds: string[]) => t.has('exam.kind', ...kinds)
export const university = (...names: string[]) => t.has('exam.university', ...names)
export const source = (...names: string[]) => t.has('proctor.source', ...names)
export const proof = (...names: string[]) => t.has('proof.method', ...names)
export const partition = (...ids: string[]) => t.has('messaging.destination.partition.id', ...ids)
export const EXAMS = ['MATH-201', 'CHEM-110', 'HIST-140', 'LAW-305', 'STAT-101', 'BIO-220']
export const BROKEN = ['LAW-305', 'STAT-101', 'BIO-220']
export const UNIVERSITIES = ['northlake', 'brenner', 'oxmoor']
export const SOURCES = ['webcam', 'screen', 'phone']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const opening = route(portal, 'GET /exams/:exam')
export const saving = route(portal, 'PUT /exams/:exam/answers')
export const starting = route(portal, 'POST /exams/:exam/start')
export const submitting = route(portal, 'POST /exams/:exam/submit')
export const looking = route(portal, 'GET /results/:exam')
export const writing = route(autosave, 'exam.answers process')
export const flushing = route(autosave, 'POST /v1/drafts/flush')

export const accepted = t.says(/^submission accepted/)
const failedSubmit = t.says(/^submission failed/)
export const late = t.says(/^submission refused/)
export const unconfirmed = t.says(/^autosave not confirmed/)
const saved = t.says(/^draft saved/)
export const flushLost = t.says(/^flush timed out/)
export const fenced = t.says(/member autosave-1 fenced/)
export const stored = t.says(/^chunk stored/)
export const graded = t.says(/^sheet graded/)
export const sent = t.says(/^results mail sent/)
export const bounced = t.says(/^results mail bounced/)
export const similar = t.says(/is above the limit$/)

export const ACCEPTED = [
  t.logs(accepted),
  t.requests(t.all(submitting, status(201))),
  t.metric('submission-desk', 'submissions.accepted', 'sum'),
]
export const TIMED_OUT = [t.failures(submitting), t.logs(failedSubmit), t.logs(flushLost)]
/** Whoever came too late failed as well, for some. */
export const FAILED = [...TIMED_OUT, t.requests(t.all(submitting, status(409, 504)))]
export const SAVED = [t.logs(saved), t.requests(writing)]

const numbersOf = (where: t.Where<LogRow>, key: string, ...[world, window]: Parameters<t.Measure>) =>
  t
    .logsIn(where)(world, window)
    .map((log) => Number(log.attributes[key] ?? 0))
/** What lines state under a key: added up, or on average. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const one of numbersOf(where, key, world, window)) sum += one
    return sum
  }
export const meanOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    mean(numbersOf(where, key, world, window))

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)
export const students = (code: string, what: t.Statistic) =>
  gauge('exam-portal', 'exam.students.active', what, 'exam.code', code)
export const backlog = (name: string, what: t.Statistic) =>
  gauge('proctor-upload', 'upload.backlog', what, 'proctor.source', name)
export const queue = (name: string, what: t.Statistic) =>
  gauge('grading-worker', 'grading.queue.length', what, 'exam.kind', name)
export const lag = (id: string, what: t.Statistic) =>
  gauge('answer-autosave', 'kafka.consumer.lag', what, 'messaging.destination.partition.id', id)
/** One measure for each name, added up. */
export const allOf =
  (names: readonly string[], measure: (name: string) => t.Measure): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const name of names) sum += measure(name)(world, window)
    return sum
  }

/** How bad it is: failed requests, their share since the onset or in the last minutes, students and submits that met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, portal, desk, autosave, submitting, flushing, t.all<SpanRow>(submitting, exam(...BROKEN))]
  const who = t.differentOf(t.all(portal, t.failed), 'student.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(unconfirmed), ...FAILED]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
