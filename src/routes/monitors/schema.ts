import { z } from 'zod'
import {
  LOG_SEVERITIES,
  METRIC_STATISTICS,
  MONITOR_STATUSES,
  type MonitorView,
  PERCENTILES,
  WINDOW_MINUTES_MAX,
} from '../../contracts/monitor-protocol.ts'
import { SEVERITIES } from '../../contracts/oncall-protocol.ts'
import { dateTime, dateTimeOrNull, iso, isoOrNull, text } from '../../http/parameters.ts'

const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()]).default(null)
const service = orNull(text(1, 200)).describe('Null: all services together.')
const operation = orNull(text(1, 500))
const attributes = z
  .record(text(1, 256), text(0, 500))
  .refine((value) => Object.keys(value).length <= 5, { error: 'may have at most 5 attributes' })
  .default({})

const measure = z
  .union([
    z.strictObject({
      signal: z.literal('logs'),
      statistic: z.enum(['count', 'ratio']),
      service,
      severityMin: orNull(z.enum(LOG_SEVERITIES)),
      contains: orNull(text(1, 200)).describe('Words that must all occur in the log line.'),
      attributes,
    }),
    z.strictObject({ signal: z.literal('patterns'), statistic: z.literal('new'), service }),
    z.strictObject({
      signal: z.literal('requests'),
      statistic: z.enum(['count', 'error_ratio']),
      service,
      operation,
    }),
    z.strictObject({
      signal: z.literal('requests'),
      statistic: z.literal('percentile'),
      percentile: z.literal(PERCENTILES),
      service,
      operation,
    }),
    z.strictObject({
      signal: z.literal('metric'),
      metric: text(1, 300),
      statistic: z.enum(METRIC_STATISTICS),
      service,
    }),
  ])
  .openapi('MonitorMeasure')

const finite = z.number().refine(Number.isFinite, { error: 'must be a number' })
const comparison = z
  .union([
    z.strictObject({
      kind: z.enum(['above', 'below']),
      threshold: finite.describe('A ratio between 0 and 1, a percentile in milliseconds.'),
      recoverAt: orNull(finite).describe('The value that the measurement must return to before the monitor recovers.'),
    }),
    z.strictObject({ kind: z.literal('absent') }),
    z.strictObject({
      kind: z.literal('unusual'),
      direction: z.enum(['above', 'below', 'both']).default('both'),
      deviations: z.number().min(1).max(20).default(5),
    }),
  ])
  .openapi('MonitorComparison')

export const condition = z
  .strictObject({
    measure,
    comparison,
    windowMinutes: z.int().min(1).max(WINDOW_MINUTES_MAX).default(5),
    minimumCount: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(1)
      .describe('Below this number, ratios and percentiles are not evaluated.'),
  })
  .openapi('MonitorCondition')

export const monitorFields = {
  name: text(1, 200),
  severity: z.enum(SEVERITIES),
  condition,
  forMinutes: z.int().min(0).max(60),
  recoverForMinutes: z.int().min(0).max(60),
  noData: z.enum(['no_data', 'ok', 'firing']),
}

/** The body of a new monitor or a preview. Every field except name and condition has a default. */
export const newMonitorFields = {
  ...monitorFields,
  severity: monitorFields.severity.default('error'),
  forMinutes: monitorFields.forMinutes.default(0),
  recoverForMinutes: monitorFields.recoverForMinutes.default(5),
  noData: monitorFields.noData.default('no_data'),
}

export const definition = z.object(monitorFields).openapi('MonitorDefinition')

const status = z.enum(MONITOR_STATUSES)
const value = z.union([z.number(), z.null()])

export const monitor = z
  .object({
    id: z.uuid(),
    ...monitorFields,
    status,
    statusSince: dateTime,
    value: value.describe('The value of the last evaluation; null if there was none, or no data.'),
    evaluatedAt: dateTimeOrNull,
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .openapi('Monitor')

export function monitorOf({ id, definition: defined, state, createdAt, updatedAt }: MonitorView) {
  return {
    id,
    ...defined,
    status: state.status,
    statusSince: iso(state.since),
    value: state.value,
    evaluatedAt: isoOrNull(state.evaluatedAt),
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  }
}

export const transition = z.object({ at: dateTime, from: status, to: status, value }).openapi('MonitorTransition')

export const CONDITION_EXAMPLE = {
  measure: { signal: 'requests', statistic: 'error_ratio', service: 'checkout', operation: null },
  comparison: { kind: 'above', threshold: 0.05, recoverAt: 0.02 },
  windowMinutes: 5,
  minimumCount: 20,
} as const
export const MONITOR_INPUT_EXAMPLE = { name: 'Error ratio of checkout', condition: CONDITION_EXAMPLE, forMinutes: 2 }
export const MONITOR_EXAMPLE = {
  id: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a60',
  ...MONITOR_INPUT_EXAMPLE,
  severity: 'error',
  recoverForMinutes: 5,
  noData: 'no_data',
  status: 'ok',
  statusSince: '2026-01-31T10:00:00.000Z',
  value: 0.004,
  evaluatedAt: '2026-01-31T12:00:00.000Z',
  createdAt: '2026-01-31T10:00:00.000Z',
  updatedAt: '2026-01-31T10:00:00.000Z',
} as const
