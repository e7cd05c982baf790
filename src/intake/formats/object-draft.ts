/**
 * Reads any JSON object as a log. The usual names give time, level, message, service and ids; every other field becomes
 * an attribute.
 */

import { type AttributeValue, hexId, severityFromNumber } from '../../telemetry/index.ts'
import { setAttribute } from '../otlp/fields.ts'
import type { LogDraft } from './format.ts'
import type { JsonObject } from './json-bodies.ts'
import { timeOfValue } from './times.ts'

/** Field names to look for, in order. A dotted name also reads nested objects. */
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

/**
 * Makes a record of an object: time, severity, message, service and ids from the fields of `names`, all others as
 * attributes. Without a message the object itself is the body.
 */
export function draftOfObject(given: JsonObject, names: FieldNames = USUAL_NAMES): WritableDraft {
  const paths = pathsOf(names)
  const used: string[] = []
  const time = find(given, paths.time, timeOfValue, used)
  const level = find(given, paths.level, levelOf, used)
  const message = find(given, paths.message, filledText, used)
  const service = find(given, paths.service, filledText, used)
  const draft: WritableDraft = {
    time,
    body: message ?? JSON.stringify(given),
    traceId: find(given, paths.traceId, traceIdOf, used) ?? '',
    spanId: find(given, paths.spanId, spanIdOf, used) ?? '',
    // A record without a message is its own body. Attributes would store it twice.
    attributes: {},
  }
  if (typeof level === 'number') draft.severityNumber = severityFromNumber(level)
  else if (level !== null) draft.severityText = level
  if (service !== null) draft.service = service
  if (message !== null) flatten(given, used, '', draft.attributes)
  return draft
}

/** A draft that is still being filled. Nobody else holds it; a copy per step would cost a third of the work. */
export type WritableDraft = { -readonly [Key in keyof LogDraft]: LogDraft[Key] } & { attributes: Attributes }
export type Attributes = { [key: string]: AttributeValue }

/** Returns the first readable value under one of the names, and adds that name to `used`. */
function find<Found>(
  given: JsonObject,
  paths: readonly Path[],
  read: (value: unknown) => Found | null,
  used: string[],
): Found | null {
  for (const path of paths) {
    const value = valueAt(given, path)
    if (value === undefined || value === null) continue
    const found = read(value)
    if (found === null) continue
    used.push(path.name)
    return found
  }
  return null
}

const filledText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function levelOf(value: unknown): string | number | null {
  if (typeof value === 'number') return severityFromNumber(value) === 0 ? null : value
  return filledText(value)
}

const traceIdOf = (value: unknown): string | null => idOf(value, 32) || null
const spanIdOf = (value: unknown): string | null => idOf(value, 16) || null

/** Reads an id in hex, as OpenTelemetry writes it, or in decimal, as Datadog writes 64-bit ids. */
export function idOf(value: unknown, length: number): string {
  const hex = hexId(value, length)
  if (hex !== '') return hex
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^[1-9]\d{0,19}$/.test(text)) return ''
  return BigInt(text).toString(16).padStart(length, '0').slice(-length)
}

/** A field name, and its parts when it contains dots. */
interface Path {
  readonly name: string
  readonly parts: readonly string[] | null
}
type Paths = { readonly [Field in keyof FieldNames]: readonly Path[] }

const known = new WeakMap<FieldNames, Paths>()

/** Splits the names once instead of once per record. */
function pathsOf(names: FieldNames): Paths {
  const before = known.get(names)
  if (before) return before
  const split = (list: readonly string[]) =>
    list.map((name): Path => ({ name, parts: name.includes('.') ? name.split('.') : null }))
  const { time, level, message, service, traceId, spanId } = names
  const paths = {
    time: split(time),
    level: split(level),
    message: split(message),
    service: split(service),
    traceId: split(traceId),
    spanId: split(spanId),
  }
  known.set(names, paths)
  return paths
}

function valueAt(given: JsonObject, { name, parts }: Path): unknown {
  const own = given[name]
  // Most names are missing, and one that is found may be inherited from the prototype.
  if (own !== undefined && Object.hasOwn(given, name)) return own
  if (parts === null) return undefined
  let value: unknown = given
  for (const part of parts) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as JsonObject)[part]
  }
  return value
}

const DEPTH_MAX = 8
const KEYS_MAX = 512
const NOTHING: readonly string[] = []

/** Adds nested objects to `target` as dotted keys after `prefix`. Arrays stay whole. At most 512 keys per object. */
export function flatten(
  given: JsonObject,
  without: readonly string[] = NOTHING,
  prefix = '',
  target: Attributes = {},
): Attributes {
  let count = 0
  const walk = (value: JsonObject, path: string, depth: number): void => {
    for (const key in value) {
      const item = value[key]
      const name = path === '' ? key : `${path}.${key}`
      if (count >= KEYS_MAX || item === undefined || without.includes(name)) continue
      if (typeof item === 'object' && item !== null && !Array.isArray(item) && depth < DEPTH_MAX) {
        walk(item as JsonObject, name, depth + 1)
      } else {
        // Parsed JSON contains only attribute values.
        setAttribute(target, prefix + name, item as AttributeValue)
        count += 1
      }
    }
  }
  walk(given, '', 0)
  return target
}
