/**
 * Why the origin's lines failed, where their text does not say it: "check failed" with the certificate's end in an
 * attribute. Read from records of the line, and said with it from then on.
 */
import type { ExampleRecord } from '../../telemetry/index.ts'
import { withReason } from '../message-text.ts'
import type { Finding } from './findings.ts'
import { clip } from './log-changes.ts'
import { mechanismInWords } from './mechanism-words.ts'
import type { Scored } from './ranking.ts'

/** The strongest line that newly tells of trouble, where its words do not say what kind of; undefined where they do. */
export function lineToExplain(first: Scored | undefined): Finding | undefined {
  const lines = (first?.findings ?? []).filter((one) => one.kind === 'log_new' && one.isError === true)
  if (lines.some(({ subject }) => mechanismInWords(subject) !== undefined)) return undefined
  return lines.find(({ selector }) => selector !== null)
}

/** The candidate with what records of the line give as its reason. */
export function explained(first: Scored, line: Finding, records: readonly ExampleRecord[]): Scored {
  const reason = records.find((record) => record.service === line.service && record.reason)?.reason
  if (reason === undefined || reason === null || line.subject.includes(reason)) return first
  const message = clip(line.subject)
  const told: Finding = {
    ...line,
    subject: withReason(line.subject, reason),
    text: line.text.replace(`"${message}"`, () => `"${withReason(message, reason)}"`),
  }
  return { ...first, findings: first.findings.map((one) => (one === line ? told : one)) }
}
