/** A log line as the readers of platforms produce it, and its conversion to a record of the store. */

import {
  type Attributes,
  type AttributeValue,
  fromMillis,
  type LogRecord,
  NANOS_PER_MS,
  type Resource,
  type Timestamp,
  toMillis,
  UNKNOWN_SERVICE,
} from '../../telemetry/index.ts'
import { logOf, resourceOf, timeOfText } from '../pulled-log.ts'

export interface Line {
  /** The line's identity on the platform. */
  readonly id: string
  readonly time: Timestamp
  readonly body: string
  readonly severityText: string
  readonly service: string
  readonly environment: string
  readonly eventName: string
  readonly traceId: string
  readonly spanId: string
  readonly attributes: Attributes
}

export const LINE_DEFAULTS = {
  severityText: '',
  service: '',
  environment: '',
  eventName: '',
  traceId: '',
  spanId: '',
  attributes: {},
} as const satisfies Omit<Line, 'id' | 'time' | 'body'>

export const lineMs = (line: Line): number => toMillis(line.time)

/** Oldest first. Lines of equal time keep their order. */
export const byTime = (a: Line, b: Line): number => a.time.day - b.time.day || a.time.nanos - b.time.nanos

/** Records of one service share its resource. `platform` is the data source type that they came from. */
export function recordsOf(platform: string, lines: readonly Line[]): LogRecord[] {
  const resources = new Map<string, Resource>()
  const resourceFor = ({ service, environment }: Line): Resource => {
    const key = `${service}\u0000${environment}`
    const known = resources.get(key)
    if (known) return known
    const named = environment === '' ? {} : { 'deployment.environment.name': environment }
    const made = resourceOf(service || UNKNOWN_SERVICE, { ...named, 'observability.platform': platform }, environment)
    resources.set(key, made)
    return made
  }
  return lines.map((line) => ({
    ...logOf({
      time: line.time,
      body: line.body,
      level: line.severityText,
      resource: resourceFor(line),
      attributes: line.attributes,
      traceId: line.traceId,
      spanId: line.spanId,
    }),
    eventName: line.eventName,
  }))
}

/** Text as it is, anything else as compact JSON. */
export const bodyText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** JSON values are attribute values. What JSON cannot express is left out. */
export function attributesOf(fields: Readonly<Record<string, unknown>>, except: ReadonlySet<string>): Attributes {
  const attributes: Record<string, AttributeValue> = {}
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || value === null || value === '' || except.has(key)) continue
    // Parsed JSON contains only attribute values.
    attributes[key] = value as AttributeValue
  }
  return attributes
}

/** ISO 8601 to the nanosecond, or a number of milliseconds. Null if it is neither. A time without a zone is UTC. */
export function timeOf(value: unknown): Timestamp | null {
  if (typeof value === 'number') return Number.isFinite(value) ? fromMillis(value) : null
  if (typeof value !== 'string') return null
  const text = value.trim().replace(' ', 'T')
  return timeOfText(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)
}

/** Unix nanoseconds as text, as Loki and traces write them. Null if it is something else. */
export function timeOfNanos(text: string): Timestamp | null {
  if (!/^\d{1,20}$/.test(text)) return null
  const nanos = BigInt(text)
  const ms = nanos / BigInt(NANOS_PER_MS)
  const whole = fromMillis(Number(ms))
  return { day: whole.day, nanos: whole.nanos + Number(nanos - ms * BigInt(NANOS_PER_MS)) }
}
