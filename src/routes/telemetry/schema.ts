import { z } from 'zod'
import { FIELD_PATTERN } from '../../domain/telemetry/query-input.ts'
import { anyObject, dateTime, dateTimeInput, dateTimeOrNull, text, textOrNull } from '../../http/parameters.ts'

export const fieldName = z
  .string()
  .regex(FIELD_PATTERN, { error: 'must be a field name, attributes[key] or resource[key]' })
const scalar = z.union([z.string().max(4096), z.number(), z.boolean()])
const ordered = z.union([z.string().max(4096), z.number()])

export const filter = z
  .union([
    z.strictObject({ field: fieldName, op: z.enum(['eq', 'neq', 'contains', 'starts_with']), value: scalar }),
    z.strictObject({ field: fieldName, op: z.enum(['gt', 'gte', 'lt', 'lte']), value: ordered }),
    z.strictObject({ field: fieldName, op: z.literal('in'), values: z.array(scalar).min(1).max(100) }),
    z.strictObject({ field: fieldName, op: z.literal('between'), low: ordered, high: ordered }),
    z.strictObject({ field: fieldName, op: z.literal('exists'), value: z.boolean().optional() }),
  ])
  .openapi('TelemetryFilter')

export const search = z
  .strictObject({ mode: z.enum(['any', 'all', 'phrase', 'substring']).default('all'), text: text(1, 500) })
  .openapi('TelemetrySearch')

/** Parameters of every query; without a time, the last 24 hours. */
export const queryFields = {
  from: dateTimeInput.optional(),
  to: dateTimeInput.optional(),
  search: search.optional(),
  filters: z.array(filter).max(50).optional(),
}

export const work = z
  .object({
    recordsScanned: z.number(),
    bytesDecoded: z.number(),
    partitionsRead: z.number(),
    partial: z.array(z.string()),
  })
  .openapi('QueryWork')

export const logRecord = z
  .object({
    id: z.string(),
    timestamp: dateTime,
    timeUnixNano: z.string(),
    observedTimestamp: dateTimeOrNull,
    severity: z.string(),
    severityNumber: z.number().int(),
    severityText: z.string(),
    service: z.string(),
    environment: textOrNull,
    body: z.string(),
    eventName: textOrNull,
    scope: textOrNull,
    traceId: textOrNull,
    spanId: textOrNull,
    attributes: anyObject,
    resource: anyObject,
  })
  .openapi('LogRecord')

export const selectedLog = z
  .object({ id: z.string(), timestamp: dateTime, timeUnixNano: z.string(), values: anyObject })
  .openapi('SelectedLogRecord')

export const span = z
  .object({
    id: z.string(),
    traceId: z.string(),
    spanId: z.string(),
    parentSpanId: textOrNull,
    name: z.string(),
    kind: z.string(),
    status: z.string(),
    statusMessage: textOrNull,
    service: z.string(),
    environment: textOrNull,
    timestamp: dateTime,
    timeUnixNano: z.string(),
    durationMs: z.number(),
    scope: textOrNull,
    attributes: anyObject,
    resource: anyObject,
    events: z.array(
      z.object({ timestamp: dateTime, timeUnixNano: z.string(), name: z.string(), attributes: anyObject }),
    ),
    links: z.array(z.object({ traceId: z.string(), spanId: z.string(), attributes: anyObject })),
  })
  .openapi('Span')

const point = z.array(z.union([z.string(), z.number()])).openapi({ description: '[date-time, number]' })
export const keyedSeries = z.object({ key: z.record(z.string(), textOrNull), points: z.array(point) })
export const groupBy = z.array(fieldName).max(3).default([])
export const intervalSeconds = z.number().int().min(1).max(86_400).optional()
export const groupsMax = z.number().int().min(1).max(100).default(10)

const change = z.enum(['new', 'gone', 'more', 'less', 'same'])
export const pattern = z
  .object({
    id: z.string(),
    template: z.string(),
    service: z.string(),
    severity: z.string(),
    count: z.number(),
    firstSeen: dateTime,
    lastSeen: dateTime,
    example: z.object({ id: z.string(), body: z.string() }),
    comparedCount: z.number().optional(),
    change: change.optional(),
    points: z.array(point).optional(),
  })
  .openapi('LogPattern')

/** Requests, errors and durations of one group in one interval. */
export const spanStatsRow = z.object({
  service: z.string(),
  operation: textOrNull,
  start: dateTime,
  requests: z.number(),
  errors: z.number(),
  durationMs: z.object({
    p50: z.number(),
    p90: z.number(),
    p99: z.number(),
    max: z.number(),
    mean: z.number(),
  }),
})

/** An edge between two services. */
export const dependency = z.object({
  caller: z.string(),
  callee: z.string(),
  calls: z.number(),
  errors: z.number(),
  durationMs: z.object({ p50: z.number(), p99: z.number() }),
})
