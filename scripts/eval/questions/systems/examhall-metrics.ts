/** Metrics of the online exams: students, backlogs, queues, lag per partition, submissions, durations, memory, processors, restarts. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly restartMs: number
  /** When answers of a partition were left unread. */
  readonly unreadMs: readonly { readonly partition: number; readonly timeMs: number }[]
}

export function sendExamhallMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendHall(source, timeMs)
    sendQueues(source, timeMs)
    sendAccepted(source, timeMs, fromMs)
    for (const service of ['exam-portal', 'submission-desk', 'question-bank', 'identity-proof'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, startMs, restartMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const sinceMs = timeMs - (timeMs < restartMs ? startMs : restartMs)
  const grown = (timeMs < restartMs ? 640 : 290) + sinceMs / 18_000
  for (const [service, megabytes, share] of [
    ['exam-portal', 318, 0.34],
    ['identity-proof', 902, 0.41],
    ['proctor-upload', 156, 0.52],
    ['question-bank', 447, 0.14],
    ['submission-desk', 271, 0.09],
    ['grading-worker', grown, 0.28],
    ['results-mailer', 133, 0.04],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.97 + 0.06 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = Math.round((share + random.integer(-3, 6) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'grading-worker' && timeMs >= restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
}

/** Who sits in an exam: those whose exam cannot be handed in stay. */
function sendHall({ random, scribe, startMs, endMs, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const lateMinutes = Math.max(0, (timeMs - onsetMs) / 60_000)
  for (const [code, sitting, leaving, staying] of [
    ['MATH-201', 212, 90, 0],
    ['CHEM-110', 148, 61, 0],
    ['HIST-140', 96, 38, 0],
    ['LAW-305', 233, 70, 4.2],
    ['STAT-101', 81, 22, 1.6],
    ['BIO-220', 127, 41, 2.4],
  ] as const) {
    const value = Math.round(sitting - leaving * progress + staying * lateMinutes) + random.integer(-2, 2)
    const attributes = { 'exam.code': code }
    scribe.point('exam-portal', { ...gauge, name: 'exam.students.active', unit: '{student}', value, attributes })
  }
}

function sendQueues({ random, scribe, startMs, endMs, unreadMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [source, chunks, growth] of [
    ['webcam', 64, 30],
    ['screen', 38, 4],
    ['phone', 17, -6],
  ] as const) {
    const value = Math.round(chunks + growth * progress) + random.integer(-5, 5)
    const attributes = { 'proctor.source': source }
    scribe.point('proctor-upload', { ...gauge, name: 'upload.backlog', unit: '{chunk}', value, attributes })
  }
  for (const [kind, sheets, worked] of [
    ['essay', 58, 31],
    ['choice', 21, 12],
    ['code', 33, 15],
  ] as const) {
    const value = Math.round(sheets - worked * progress) + random.integer(-3, 3)
    const attributes = { 'exam.kind': kind }
    scribe.point('grading-worker', { ...gauge, name: 'grading.queue.length', unit: '{sheet}', value, attributes })
  }
  for (const partition of [0, 1, 2, 3]) {
    const unread = unreadMs.filter((one) => one.partition === partition && one.timeMs < timeMs).length
    const topic = { 'messaging.destination.name': 'exam.answers', 'messaging.consumer.group.name': 'autosave-writers' }
    const attributes = { ...topic, 'messaging.destination.partition.id': String(partition) }
    const value = unread > 0 ? unread : random.integer(0, 3)
    scribe.point('answer-autosave', { ...gauge, name: 'kafka.consumer.lag', unit: '{message}', value, attributes })
  }
}

function sendAccepted({ scribe }: Source, timeMs: number, fromMs: number): void {
  const counter = {
    name: 'submissions.accepted',
    unit: '{submission}',
    type: 'delta',
    timeMs,
    startMs: fromMs,
  } as const
  for (const university of ['northlake', 'brenner', 'oxmoor']) {
    const accepted = scribe.logs.filter(
      ({ service, message, attributes, timeMs: at }) =>
        service === 'submission-desk' &&
        message === 'submission accepted' &&
        attributes['university'] === university &&
        at >= fromMs &&
        at < timeMs,
    )
    const attributes = { 'exam.university': university }
    scribe.point('submission-desk', { ...counter, value: accepted.length, attributes })
  }
}
