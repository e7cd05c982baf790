/** Any JSON object as a log: the usual names of time, level, message, service and ids; everything else an attribute. */
import type { AttributeValue } from '../../telemetry/model.ts'
import { hexId, type LogDraft } from './format.ts'
import type { JsonObject } from './json-bodies.ts'
import { timeOfValue } from './times.ts'

/** Names to look under, in order; a dotted name also reads nested objects. */
export interface FieldNames {
  readonly time: readonly string[]
  readonly level: readonly string[]
  readonly message: readonly string[]
  readonly service: readonly string[]
  readonly traceId: readonly string[]
  readonly spanId: readonly string[]
}

export const USUAL_NAMES: FieldNames = {
  time: ['timestamp', '@timestamp', 'time', 'ts', 'date', '_time', 'dt', 'datetime', 'eventTime'],
  level: ['level', 'severity', 'log.level', 'loglevel', 'lvl', 'severity_text', 'severityText', 'levelname', 'status'],
  message: ['message', 'msg', 'log', 'body', 'text', 'event', 'event_message'],
  service: ['service.name', 'service', 'app', 'application', 'service_name', 'logger', 'name'],
  traceId: ['trace_id', 'traceId', 'trace.id', 'otelTraceID', 'dd.trace_id', 'traceID'],
  spanId: ['span_id', 'spanId', 'span.id', 'otelSpanID', 'dd.span_id', 'spanID'],
}

/** pino and bunyan: 10 trace … 60 fatal. */
const NUMERIC_LEVELS: Readonly<Record<number, number>> = { 10: 1, 20: 5, 30: 9, 40: 13, 50: 17, 60: 21 }

export function draftOfObject(given: JsonObject, names: FieldNames = USUAL_NAMES): LogDraft {
  const used = new Set<string>()
  const find = <Found>(candidates: readonly string[], read: (value: unknown) => Found | null): Found | undefined => {
    for (const name of candidates) {
      const value = valueAt(given, name)
      const found = value === undefined || value === null ? null : read(value)
      if (found === null) continue
      used.add(name)
      return found
    }
    return undefined
  }
  const time = find(names.time, timeOfValue) ?? null
  const level = find(names.level, levelOf)
  const message = find(names.message, filledText)
  const service = find(names.service, filledText)
  const traceId = find(names.traceId, (value) => idOf(value, 32) || null) ?? ''
  const spanId = find(names.spanId, (value) => idOf(value, 16) || null) ?? ''
  return {
    time,
    ...(typeof level === 'number' ? { severityNumber: NUMERIC_LEVELS[level] ?? 0 } : {}),
    ...(typeof level === 'string' ? { severityText: level } : {}),
    body: message ?? JSON.stringify(given),
    ...(service === undefined ? {} : { service }),
    traceId,
    spanId,
    // A record without a message is its own body; repeating it as attributes would store it twice.
    attributes: message === undefined ? {} : flatten(given, used),
  }
}

const filledText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function levelOf(value: unknown): string | number | null {
  if (typeof value === 'number') return NUMERIC_LEVELS[value] === undefined ? null : value
  return filledText(value)
}

/** Hex as OpenTelemetry writes it, or the decimal of Datadog's 64-bit ids. */
export function idOf(value: unknown, length: number): string {
  const hex = hexId(value, length)
  if (hex !== '') return hex
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^[1-9]\d{0,19}$/.test(text)) return ''
  return BigInt(text).toString(16).padStart(length, '0').slice(-length)
}

function valueAt(given: JsonObject, name: string): unknown {
  if (Object.hasOwn(given, name)) return given[name]
  const dot = name.indexOf('.')
  if (dot < 0 || !Object.hasOwn(given, name.slice(0, dot))) return undefined
  let value: unknown = given
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as JsonObject)[part]
  }
  return value
}

const DEPTH_MAX = 8
const KEYS_MAX = 512

/** Nested objects as dotted keys; arrays stay whole. */
export function flatten(
  given: JsonObject,
  without: ReadonlySet<string> = new Set(),
  prefix = '',
): { [key: string]: AttributeValue } {
  const attributes: { [key: string]: AttributeValue } = {}
  let count = 0
  const walk = (value: JsonObject, path: string, depth: number): void => {
    for (const [key, item] of Object.entries(value)) {
      const name = path === '' ? key : `${path}.${key}`
      if (without.has(name) || item === undefined || count >= KEYS_MAX) continue
      if (typeof item === 'object' && item !== null && !Array.isArray(item) && depth < DEPTH_MAX) {
        walk(item as JsonObject, name, depth + 1)
      } else {
        // Parsed JSON holds nothing but attribute values.
        attributes[prefix + name] = item as AttributeValue
        count += 1
      }
    }
  }
  walk(given, '', 0)
  return attributes
}
