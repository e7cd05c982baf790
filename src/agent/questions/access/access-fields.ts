/** Values of a JSON or key=value line, and of a record's attributes, under their names in small letters and digits. */
import type { AttributeValue } from '../../../telemetry/index.ts'

/** `res.statusCode` is held as `resstatuscode`, and as `statuscode` where nothing else is called so. */
export type AccessFields = ReadonlyMap<string, string>

const FIELDS_MAX = 200
const DEPTH_MAX = 4
const PAIR = /(?<![\w.-])([A-Za-z_][\w.-]{0,60})=(?:"([^"]{0,2000})"|([^\s",;]{1,2000}))/g

/** Returns the fields of a line and its attributes; null where there are none. */
export function accessFields(line: string, attributes: Readonly<Record<string, AttributeValue>>): AccessFields | null {
  const fields = new Map<string, string>()
  for (const [key, value] of Object.entries(attributes)) if (value !== null) hold(fields, [key], String(value))
  const json = objectIn(line)
  if (json !== null) flatten(fields, [], json, 0)
  else if (line.includes('='))
    for (const [, key = '', quoted, bare] of line.matchAll(PAIR)) hold(fields, [key], quoted ?? bare ?? '')
  return fields.size === 0 ? null : fields
}

/** Returns the first value held under one of the names; null without any. */
export function fieldText(fields: AccessFields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields.get(name)
    if (value !== undefined && value !== '' && value !== '-') return value
  }
  return null
}

const STATUS = [
  ...['httpresponsestatuscode', 'httpstatuscode', 'httpstatus', 'responsestatuscode', 'responsestatus', 'responsecode'],
  ...[
    'downstreamstatus',
    'elbstatuscode',
    'resstatuscode',
    'statuscode',
    'respstatus',
    'respcode',
    'status',
    'code',
    'sc',
  ],
]

/** Returns the status of the answer; null without one. */
export function statusUnder(fields: AccessFields): number | null {
  for (const name of STATUS) {
    const value = fields.get(name)
    if (value !== undefined && /^[1-5]\d\d$/.test(value)) return Number(value)
  }
  return null
}

/** Names with the milliseconds of one of their unit; zero: the value says it itself, or it is told below. */
const DURATIONS: readonly (readonly [name: string, ms: number])[] = [
  ['latencyhuman', 0],
  ...['requesttime', 'rt', 'timetaken', 'requesttimeseconds', 'durationseconds', 'durations', 'durationsec'].map(
    (name) => [name, 1000] as const,
  ),
  ...[
    'durationms',
    'latencyms',
    'elapsedms',
    'tookms',
    'responsetimems',
    'requesttimems',
    'responsetime',
    'timems',
    'ms',
  ].map((name) => [name, 1] as const),
  ...['durationus', 'latencyus', 'durationmicros'].map((name) => [name, 1e-3] as const),
  ...['durationns', 'latencyns'].map((name) => [name, 1e-6] as const),
  ...['duration', 'latency', 'elapsed', 'took', 'service', 'time', 'responseduration', 'tt', 'ta'].map(
    (name) => [name, 0] as const,
  ),
]

/** Returns how long the request took, in milliseconds; null where no field says it. */
export function durationUnder(fields: AccessFields): number | null {
  for (const [name, unit] of DURATIONS) {
    const value = fields.get(name)
    const found = /^(\d{1,15}(?:\.\d{1,12})?(?:e-?\d{1,2})?) ?(ns|us|\u00b5s|\u03bcs|ms|s)?$/.exec(value ?? '')
    if (found === null) continue
    const [, digits = '', said] = found
    if (said !== undefined)
      return Number(digits) * (said === 's' ? 1000 : said === 'ms' ? 1 : said === 'ns' ? 1e-6 : 1e-3)
    return Number(digits) * (unit === 0 ? ownUnit(fields, digits) : unit)
  }
  return null
}

/** Traefik states nanoseconds and Caddy seconds under the name that others use for milliseconds. */
function ownUnit(fields: AccessFields, digits: string): number {
  if (fields.has('downstreamstatus')) return 1e-6
  if (/^http\.log\.access/.test(fields.get('logger') ?? '')) return 1000
  return fields.has('latencyhuman') || Number(digits) >= 1e7 ? 1e-6 : 1
}

/** The object that a line is, or that stands behind what a collector put before it. */
function objectIn(line: string): object | null {
  const end = line.trimEnd()
  const from = end.indexOf('{')
  if (from < 0 || from > 200 || !end.endsWith('}')) return null
  try {
    const parsed: unknown = JSON.parse(end.slice(from))
    return typeof parsed === 'object' && parsed !== null ? parsed : null
  } catch {
    return null
  }
}

function flatten(fields: Map<string, string>, path: readonly string[], value: object, depth: number): void {
  for (const [key, one] of Object.entries(value) as [string, unknown][]) {
    if (fields.size >= FIELDS_MAX) return
    if (typeof one === 'object' && one !== null && !Array.isArray(one) && depth < DEPTH_MAX)
      flatten(fields, [...path, key], one, depth + 1)
    else if (typeof one === 'string' || typeof one === 'number') hold(fields, [...path, key], String(one))
  }
}

/** The whole name goes before the end of another one. */
function hold(fields: Map<string, string>, path: readonly string[], value: string): void {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const whole = plain(path.join(''))
  fields.set(whole, value)
  const parts = path.flatMap((part) => part.split('.'))
  for (const end of [plain(parts.at(-1) ?? ''), plain(parts.slice(-2).join(''))])
    if (end !== '' && !fields.has(end)) fields.set(end, value)
}
