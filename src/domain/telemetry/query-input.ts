/** Translates a query as callers write it into a query of the store: time ranges, fields, filters, cursors. */

import { Buffer } from 'node:buffer'
import type { ProjectScope } from '../../auth/scope.ts'
import { invalidInput } from '../../contracts/domain-error.ts'
import {
  type BuiltinField,
  type Condition,
  compareTime,
  type Field,
  fromMillis,
  fromUnixNano,
  type RecordCursor,
  type RecordFilter,
  type TelemetryProject,
  type TimeRange,
  type Timestamp,
  type Work,
} from '../../telemetry/index.ts'

/** Range that is searched when no time is given. */
const DEFAULT_RANGE_MS = 24 * 3_600_000

export const BUILTIN_FIELDS = [
  'timestamp',
  'service',
  'severity',
  'environment',
  'trace_id',
  'span_id',
  'body',
  'name',
  'kind',
  'status',
  'duration',
  'scope',
] as const satisfies readonly BuiltinField[]

/** Accepts `service`, `attributes[http.route]`, `resource[k8s.pod.name]`. */
export const FIELD_PATTERN = /^(?:[a-z_]+|(?:attributes|resource)\[[^\]]{1,256}\])$/

export type FilterInput =
  | {
      readonly field: string
      readonly op: 'eq' | 'neq' | 'contains' | 'starts_with'
      readonly value: string | number | boolean
    }
  | { readonly field: string; readonly op: 'gt' | 'gte' | 'lt' | 'lte'; readonly value: string | number }
  | { readonly field: string; readonly op: 'in'; readonly values: readonly (string | number | boolean)[] }
  | { readonly field: string; readonly op: 'between'; readonly low: string | number; readonly high: string | number }
  | { readonly field: string; readonly op: 'exists'; readonly value?: boolean | undefined }

export interface QueryInput {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly search?: { readonly mode: 'any' | 'all' | 'phrase' | 'substring'; readonly text: string } | undefined
  readonly filters?: readonly FilterInput[] | undefined
}

/** Only the address matters for reading. Retention matters when records are appended. */
export function projectOf(scope: ProjectScope): TelemetryProject {
  const { organizationId, projectId, region } = scope
  return { organizationId, projectId, region, retentionDays: 0 }
}

/** Any precision down to nanoseconds is accepted. */
export function timestampOf(text: string): Timestamp {
  const digits = /\.(\d{1,9})/.exec(text)?.[1]
  const whole = Date.parse(text.replace(/\.\d+/, ''))
  return fromUnixNano(BigInt(whole) * 1_000_000n + BigInt((digits ?? '').padEnd(9, '0')))
}

/**
 * Returns the time range of a query. Without `to` it ends now, without `from` it has the default length. Throws
 * `invalid_input` for an empty one.
 */
export function rangeOf({ from, to }: QueryInput, nowMs: number): TimeRange {
  const end = to === undefined ? fromMillis(nowMs) : timestampOf(to)
  const endMs = to === undefined ? nowMs : Date.parse(to)
  const start = from === undefined ? fromMillis(endMs - DEFAULT_RANGE_MS) : timestampOf(from)
  if (compareTime(start, end) >= 0) {
    throw invalidInput('The time range is empty: "from" must be before "to".', [
      { path: 'body.from', message: 'must be before to' },
    ])
  }
  return { from: start, to: end }
}

/**
 * Reads the name of a field: a built-in one, `attributes[key]` or `resource[key]`. Throws `invalid_input`, at `path` of
 * the request, for others.
 */
export function fieldOf(text: string, path: string): Field {
  const keyed = /^(attributes|resource)\[(.+)\]$/.exec(text)
  if (keyed?.[2]) return { kind: keyed[1] === 'resource' ? 'resource' : 'attribute', key: keyed[2] }
  const name = BUILTIN_FIELDS.find((one) => one === text)
  if (name) return { kind: 'builtin', name }
  throw invalidInput(`${text} is not a field that can be queried; see issues for the valid ones.`, [
    { path, message: `must be one of ${BUILTIN_FIELDS.join(', ')}, attributes[key] or resource[key]` },
  ])
}

/** Formats a field as answers show it. */
export function fieldText(field: Field): string {
  if (field.kind === 'builtin') return field.name
  return `${field.kind === 'attribute' ? 'attributes' : 'resource'}[${field.key}]`
}

/** Returns the filter of a query. Throws `invalid_input` for fields that cannot be queried. */
export function recordFilterOf(input: QueryInput): RecordFilter {
  const conditions = (input.filters ?? []).map((filter, i) => conditionOf(filter, `body.filters.${i}.field`))
  return { conditions, ...(input.search ? { text: input.search } : {}) }
}

function conditionOf(filter: FilterInput, path: string): Condition {
  const field = fieldOf(filter.field, path)
  switch (filter.op) {
    case 'in':
      return { field, op: 'in', values: filter.values }
    case 'between':
      return { field, op: 'between', low: filter.low, high: filter.high }
    case 'exists':
      return { field, op: 'exists', value: filter.value ?? true }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { field, op: filter.op, value: filter.value }
    default:
      return { field, op: filter.op, value: filter.value }
  }
}

/**
 * A cursor, opaque to callers: a position in (time, id) order, and the start of the first page. If a caller gives no
 * `from`, the range reaches back a day from now, and now moves between pages. Without the stored start, records at the
 * beginning would leave the range before they are read.
 */
export const cursorText = ({ time, id }: RecordCursor, { from }: TimeRange): string =>
  Buffer.from(`${time.day}.${time.nanos}.${id}.${from.day}.${from.nanos}`).toString('base64url')

interface PageCursor {
  readonly after: RecordCursor
  /** Start of the first page; null in cursors of an earlier version. */
  readonly from: Timestamp | null
}

/** Reads the cursor of a page. Throws `invalid_input` for a cursor that did not come from these operations. */
export function cursorOf(text: string): PageCursor {
  const [day, nanos, id, fromDay, fromNanos, ...rest] = Buffer.from(text, 'base64url').toString('utf8').split('.')
  const time = { day: Number(day), nanos: Number(nanos) }
  const from = fromDay === undefined ? null : { day: Number(fromDay), nanos: Number(fromNanos) }
  if (rest.length > 0 || !id || !/^[0-9a-f-]{36}$/.test(id) || !isTime(time) || (from !== null && !isTime(from))) {
    throw invalidInput(
      'The cursor does not come from this operation. Use the nextCursor of its last answer, or leave it out to start again.',
      [{ path: 'body.cursor', message: 'is malformed' }],
    )
  }
  return { after: { time, id }, from }
}

const isTime = ({ day, nanos }: Timestamp) => Number.isSafeInteger(day) && Number.isSafeInteger(nanos)

/** Returns the range of a page and the position where it continues. */
export function pageOf(
  input: QueryInput & { readonly cursor?: string | undefined },
  nowMs: number,
): { readonly range: TimeRange; readonly after?: RecordCursor } {
  const range = rangeOf(input, nowMs)
  if (input.cursor === undefined) return { range }
  const { after, from } = cursorOf(input.cursor)
  return { range: input.from === undefined && from !== null ? { from, to: range.to } : range, after }
}

export interface WorkView {
  readonly recordsScanned: number
  readonly bytesDecoded: number
  readonly partitionsRead: number
  /** Reasons why the answer is not complete; empty when it is. */
  readonly partial: readonly string[]
}

/** Returns what a query read, and why its answer is not complete if it is not. */
export const workView = ({ recordsScanned, bytesDecoded, partitionsRead, partial }: Work): WorkView => ({
  recordsScanned,
  bytesDecoded,
  partitionsRead,
  partial,
})
