/** Turns JSON events of unknown origin into lines, using the field names that loggers and collectors commonly use. */

import { severityFromNumber, severityName, type Timestamp } from '../../telemetry/index.ts'
import { attributesOf, bodyText, type Line } from './line.ts'

const BODY = ['message', 'body', 'msg', 'log', 'Message', 'event.original', 'error.message']
const SEVERITY = [
  'level',
  'severity_text',
  'severity',
  'log.level',
  'status',
  'loglevel',
  'SeverityText',
  'Level',
  'severityText',
]
const SERVICE = ['service.name', 'service_name', 'serviceName', 'service', 'app', 'entity.name']
const ENVIRONMENT = [
  'deployment.environment.name',
  'deployment.environment',
  'service.environment',
  'environment',
  'env',
]
const TRACE = ['trace_id', 'trace.id', 'traceId', 'traceid', 'otel.trace_id', 'dd.trace_id']
const SPAN = ['span_id', 'span.id', 'spanId', 'spanid', 'otel.span_id', 'dd.span_id']
/** The caller reads the time, because it knows which of the times the platform sorts by. */
const TIMES = ['timestamp', '@timestamp', '_time', 'dt', 'time']

interface Known {
  readonly id: string
  readonly time: Timestamp
  readonly service?: string
  /** Fields that the platform uses for its own bookkeeping. */
  readonly omit?: readonly string[]
}

export function lineOfJson(event: Readonly<Record<string, unknown>>, known: Known): Line {
  const used = new Set([...TIMES, ...(known.omit ?? [])])
  const text = (names: readonly string[], read: (text: string) => string = (text) => text): string => {
    for (const name of names) {
      const value = memberOf(event, name)
      if (typeof value !== 'string' && typeof value !== 'number') continue
      const found = read(String(value))
      if (found === '') continue
      used.add(name)
      return found
    }
    return ''
  }
  const severityText = text(SEVERITY, levelOf)
  const service = known.service ?? text(SERVICE)
  const [environment, traceId, spanId] = [text(ENVIRONMENT), text(TRACE), text(SPAN)]
  const bodyName = BODY.find((name) => {
    const value = memberOf(event, name)
    return value !== undefined && value !== null && (typeof value === 'string' || name === 'body')
  })
  if (bodyName !== undefined) used.add(bodyName)
  const attributes = attributesOf(event, used)
  const body = bodyName === undefined ? bodyText(attributes) : bodyText(memberOf(event, bodyName))
  return {
    id: known.id,
    time: known.time,
    body,
    severityText,
    service,
    environment,
    eventName: '',
    traceId,
    spanId,
    attributes,
  }
}

/**
 * Returns a word as it is, and a logger's level number as its word. Other numbers give '', because a `status` of 200 is
 * an attribute.
 */
function levelOf(text: string): string {
  if (!/^-?\d/.test(text)) return text
  const number = severityFromNumber(Number(text))
  return number === 0 ? '' : severityName(number).toUpperCase()
}

/** Reads `a.b` as a member of that name, or as b of a. */
export function memberOf(event: Readonly<Record<string, unknown>>, name: string): unknown {
  if (name in event) return event[name]
  if (!name.includes('.')) return undefined
  let value: unknown = event
  for (const key of name.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return value
}
