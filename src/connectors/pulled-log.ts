/**
 * Turns the fields that platforms have for a line into a record of the store, and lines into an answer for the agent.
 */
import {
  type Attributes,
  fromMillis,
  hexId,
  type LogRecord,
  NANOS_PER_MS,
  type Resource,
  severityName,
  severityOf,
  type Timestamp,
  toIso,
} from '../telemetry/index.ts'
import type { PlatformAnswer } from './connector.ts'

export interface PulledLine {
  readonly time: Timestamp
  readonly body: string
  /** As the platform writes it. If it is '', a severity is looked for in the body. */
  readonly level?: string
  readonly resource: Resource
  readonly attributes?: Attributes
  readonly traceId?: string
  readonly spanId?: string
}

export function logOf(line: PulledLine): LogRecord {
  const severityNumber = severityOf({ severityNumber: 0, severityText: line.level ?? '', body: line.body })
  return {
    time: line.time,
    observedTime: null,
    severityNumber,
    severityText: line.level || (severityNumber ? severityName(severityNumber).toUpperCase() : ''),
    body: line.body,
    eventName: '',
    resource: line.resource,
    scopeName: '',
    attributes: line.attributes ?? {},
    traceId: hexId(line.traceId, 32),
    spanId: hexId(line.spanId, 16),
  }
}

export function resourceOf(service: string, attributes: Attributes, environment = ''): Resource {
  return { service, environment, attributes: { 'service.name': service, ...attributes } }
}

/** RFC 3339 with as many digits of a second as the platform gives. Null if it is not a time. */
export function timeOfText(text: string): Timestamp | null {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) return null
  const digits = /\.(\d+)/.exec(text)?.[1]?.slice(0, 9) ?? ''
  const whole = fromMillis(Math.floor(ms / 1000) * 1000)
  return { day: whole.day, nanos: whole.nanos + Number(digits.padEnd(9, '0')) }
}

/** The half-open window [from, to) in milliseconds since 1970. */
export function isWithin({ day, nanos }: Timestamp, fromMs: number, toMs: number): boolean {
  const ms = day * 86_400_000 + nanos / NANOS_PER_MS
  return ms >= fromMs && ms < toMs
}

const ANSWER_COLUMNS = ['time', 'severity', 'service', 'message'] as const

export function logAnswer(logs: readonly LogRecord[], limit: number, isTruncated: boolean): PlatformAnswer {
  return {
    columns: ANSWER_COLUMNS,
    rows: logs.slice(0, limit).map((log) => [toIso(log.time), log.severityText, log.resource.service, log.body]),
    isTruncated: isTruncated || logs.length > limit,
  }
}

/** True when every word of the text occurs in the line, in any case. Used when the platform cannot search. */
export function mentions(body: string, text: string): boolean {
  const lower = body.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

/** FNV-1a, 32 bits, in hex. It distinguishes lines of equal time on platforms that give no ids. */
export function textHash(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16)
}
