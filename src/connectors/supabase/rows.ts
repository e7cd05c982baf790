/** Turns a row of either engine into a record. */
import { z } from 'zod'
import { type AttributeValue, fromUnixNano, type LogRecord, type Timestamp } from '../../telemetry/index.ts'
import { isWithin, logOf, resourceOf, textHash } from '../pulled-log.ts'
import { timeOf } from '../reading/line.ts'
import type { Row, Table } from './sql.ts'

const row = z.object({
  id: z.string().optional(),
  timestamp: z.union([z.number(), z.string()]),
  event_message: z.string().nullish(),
  severity_text: z.string().nullish(),
  source: z.string().nullish(),
  log_attributes: z.record(z.string(), z.unknown()).nullish(),
  metadata: z.unknown().optional(),
})

const ATTRIBUTES_MAX = 64
/** Severities of Postgres by the names of log levels. */
const POSTGRES: ReadonlyMap<string, string> = new Map([
  ['LOG', 'info'],
  ['PANIC', 'fatal'],
])

export interface SupabaseRecord {
  readonly id: string
  readonly log: LogRecord
}

export function recordOf(value: Row, table: Table, ref: string, fromMs: number, toMs: number): SupabaseRecord | null {
  const parsed = row.safeParse(value)
  if (!parsed.success) return null
  const { id, timestamp, event_message: body, severity_text: severity, log_attributes: own, metadata } = parsed.data
  const time = timeOfRow(timestamp)
  if (!time || !isWithin(time, fromMs, toMs)) return null
  const source = parsed.data.source ?? table ?? 'supabase'
  const attributes: Record<string, AttributeValue> = {}
  flatten(own ?? {}, '', attributes)
  flatten(metadata, '', attributes)
  const level = severity || attributes['parsed.error_severity'] || attributes['level'] || ''
  const trace = attributes['trace_id']
  const log = logOf({
    time,
    body: body ?? '',
    level: typeof level === 'string' ? (POSTGRES.get(level) ?? level) : '',
    resource: resourceOf(source, { 'service.namespace': ref, 'cloud.provider': 'supabase' }),
    attributes,
    traceId: typeof trace === 'string' ? trace : '',
  })
  return { id: id ?? `${timestamp} ${textHash(body ?? '')}`, log }
}

/** Microseconds since 1970, or a date. */
const timeOfRow = (timestamp: number | string): Timestamp | null =>
  typeof timestamp === 'number' || /^\d{16}$/.test(timestamp)
    ? fromUnixNano(BigInt(timestamp) * 1000n)
    : timeOf(timestamp)

/** The older engine puts nested objects into arrays of one. They become dotted names. */
function flatten(value: unknown, prefix: string, into: Record<string, AttributeValue>): void {
  if (Object.keys(into).length >= ATTRIBUTES_MAX || value === null || value === undefined) return
  if (Array.isArray(value)) {
    for (const one of value) flatten(one, prefix, into)
  } else if (typeof value === 'object') {
    for (const [name, one] of Object.entries(value)) flatten(one, prefix === '' ? name : `${prefix}.${name}`, into)
  } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    into[prefix] = value
  }
}
