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

const namesKind = ({ subject }: Finding): boolean => mechanismInWords(subject) !== undefined

/** The line that newly tells of trouble: the strongest whose words say what kind of, else the strongest. */
export function lineOfTrouble(first: Scored | undefined): Finding | undefined {
  const known = (first?.findings ?? []).filter(
    (one) => one.kind === 'log_new' && one.selector !== null && (one.isError === true || namesKind(one)),
  )
  return known.find(namesKind) ?? known[0]
}

/** The candidate with what records of the line give as its reason, where its words do not say what kind of trouble. */
export function explained(first: Scored, line: Finding, records: readonly ExampleRecord[]): Scored {
  if (namesKind(line)) return first
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

/** A record of that line, where the candidate itself wrote it. */
export function failureIn(
  first: Scored | undefined,
  line: Finding | undefined,
  records: readonly ExampleRecord[],
): ExampleRecord | null {
  if (first === undefined || line?.service !== first.service) return null
  return records.find(({ signal, service, id }) => signal === 'logs' && service === line.service && id !== '') ?? null
}
