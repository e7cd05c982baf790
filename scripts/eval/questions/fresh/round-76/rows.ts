/** What the questions to the dental laboratory speak of: services, rows, windows. */
import type { LogRow, SpanRow } from '../../records.ts'
import * as t from '../truths.ts'

export const INCIDENT = {
  service: 'scan-vault',
  mechanism: [
    '\\bvirus',
    '\\bsignatures?\\b',
    'quarantin',
    'infected',
    'malware',
    '\\bclamd\\b',
    'Stl\\.Trojan',
    'daily-27',
    '27[,. ]?832',
  ],
  mark: 'onset',
}

export const gateway = t.of('lab-gateway')
export const cases = t.of('case-desk')
export const intake = t.of('scan-intake')
export const vault = t.of('scan-vault')
export const worker = t.of('design-worker')
export const materials = t.of('material-store')
export const prices = t.of('price-book')
export const mills = t.of('mill-link')
export const courier = t.of('courier-desk')
export const furnaces = t.of('furnace-watch')

export const TENANTS = ['solo', 'smilehaus', 'dentalia', 'zahnwerk', 'uni-dental', 'bright-teeth'] as const

export const code = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const tenant = (...names: string[]) => t.has('tenant.id', ...names)
export const site = (...names: string[]) => t.has('lab.site', ...names)
export const channel = (...names: string[]) => t.has('client.channel', ...names)
export const edge = (...parts: t.Where<SpanRow>[]) => t.all<SpanRow>(gateway, ...parts)
export const uploads = t.named('POST /v1/scans')
export const previews = t.named('GET /v1/scans/{id}/preview')
export const lines = (where: t.Where, pattern: RegExp) => t.all<LogRow>(where, t.says(pattern))

/** The outage by its moments, by its minutes, and until the end of its last minute. */
export const outage: t.When = (asked) => {
  const [clock = []] = t.during(['onset', 0], ['recovery', 0])(asked)
  const [longer = []] = t.during(['onset', 0], ['recovery', 1])(asked)
  const { onset = 0, recovery = 0 } = asked.world.marks
  return [[{ fromMs: onset, toMs: recovery }], clock, longer]
}

/** A key of lines in JSON, whether or not it also travels as an attribute. */
export const field =
  (key: string) =>
  (row: LogRow | SpanRow): string => {
    if (!('body' in row)) return String(row.attributes[key])
    const body: unknown = row.body.startsWith('{') ? JSON.parse(row.body) : {}
    return String(typeof body === 'object' && body !== null && key in body ? Reflect.get(body, key) : undefined)
  }
export const withField =
  (key: string, ...values: string[]): t.Where<LogRow> =>
  (log) =>
    values.includes(field(key)(log))
/** The first group of a pattern in a line. */
export const textOf =
  (pattern: RegExp) =>
  (row: LogRow | SpanRow): string =>
    ('message' in row ? pattern.exec(row.message)?.[1] : undefined) ?? ''

/** Sums of a number that travels as an attribute of lines. */
export const attributeSum =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }
export const attributeMean =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    attributeSum(where, key)(world, window) / t.logs(where)(world, window)

/** Megabytes may be printed as they stand in the line, or with their unit. */
export const megabytes = (measure: t.Measure): t.Measure[] => [measure, t.scaled(measure, 1e6)]
