/** Who takes part in the online exams: services, their formats and versions, exams and the partitions of their answers. */
import type { Values } from '../records.ts'
import { deskJson, namedZap, propertiesJson } from './examhall-formats.ts'
import { numberedJson, tracingLine } from './formats.ts'
import type { ServiceSetup } from './scribe.ts'

/** Name, format, whether the severity is sent, whether fields travel as attributes, version. */
const SETUPS = [
  ['exam-portal', namedZap, true, true, '9.2.0'],
  ['identity-proof', propertiesJson, true, true, '2.5.3'],
  ['proctor-upload', tracingLine, true, true, '0.17.4'],
  ['question-bank', namedZap, true, true, ''],
  ['answer-autosave', numberedJson, true, true, '5.8.1'],
  ['submission-desk', deskJson, true, true, '4.0.6'],
  ['grading-worker', numberedJson, false, true, '3.4.1'],
  ['plagiarism-check', tracingLine, false, false, '1.11.0'],
  ['results-mailer', propertiesJson, true, true, '2.0.9'],
  ['reminder-mailer', namedZap, false, true, '1.3.2'],
] as const
export const SERVICES: string[] = SETUPS.map(([name]) => name)

export interface Exam {
  readonly code: string
  readonly kind: 'essay' | 'choice' | 'code'
  readonly partition: number
}
const MATH: Exam = { code: 'MATH-201', kind: 'choice', partition: 0 }
const CHEM: Exam = { code: 'CHEM-110', kind: 'choice', partition: 1 }
const HIST: Exam = { code: 'HIST-140', kind: 'essay', partition: 1 }
const LAW: Exam = { code: 'LAW-305', kind: 'essay', partition: 2 }
const STAT: Exam = { code: 'STAT-101', kind: 'code', partition: 2 }
const BIO: Exam = { code: 'BIO-220', kind: 'choice', partition: 3 }
/** An exam stands here as often as it is sat. */
export const EXAMS = [
  ...[MATH, MATH, MATH, MATH, CHEM, CHEM, CHEM, HIST, HIST],
  ...[LAW, LAW, LAW, LAW, LAW, STAT, STAT, BIO, BIO, BIO],
]
export const UNIVERSITIES = ['northlake', 'northlake', 'northlake', 'brenner', 'brenner', 'oxmoor']
export const SOURCES = ['webcam', 'webcam', 'webcam', 'screen', 'screen', 'phone']
export const PROOFS = ['student_card', 'student_card', 'passport', 'eid']

interface Moments {
  readonly releaseMs: number
  readonly restartMs: number
  /** The partition of the answers that a trace is about. */
  partitionOf(traceId: string): number
}

export function setupsOf({ releaseMs, restartMs, partitionOf }: Moments): ServiceSetup[] {
  const podOf = (name: string, traceId: string, timeMs: number): string => {
    if (name === 'answer-autosave') return `answer-autosave-${partitionOf(traceId) >= 2 ? 1 : 0}`
    if (name === 'question-bank') return timeMs < releaseMs ? `${name}-67d9f8c5b-q4zkm` : `${name}-7c45d6b98-t2hwn`
    if (name === 'grading-worker') return timeMs < restartMs ? `${name}-84bf7c9d6-r8xjd` : `${name}-84bf7c9d6-v5cpl`
    return `${name}-5b8c6d7f9-m3gtk`
  }
  return SETUPS.map(([name, format, isSeveritySent, hasAttributes, version], index) => ({
    ...{ name, format, isSeveritySent, hasAttributes },
    version: (timeMs: number) => (version === '' ? (timeMs < releaseMs ? '6.1.4' : '6.2.0') : version),
    instance: (traceId: string, timeMs: number) => podOf(name, traceId, timeMs),
    resource: (pod: string): Values => ({
      ...{ 'k8s.namespace.name': 'exams', 'k8s.deployment.name': name, 'k8s.pod.name': pod },
      ...{ 'k8s.node.name': `campus-${(index % 4) + 1}`, 'k8s.cluster.name': 'examhall-eu' },
    }),
  }))
}
