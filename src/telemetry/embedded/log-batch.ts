/**
 * The encoding of a batch of logs, on its way to a partition and in its write buffer: columns as JSON. This shape is
 * persisted (docs/storage.md); `v` is its version. Version 1, one row per record, is still read, because a buffer may
 * hold it.
 */
import type { Attributes, LogRecord, Resource } from '../model.ts'
import { type AttributeGroup, attributesByPlace, type CodedValues } from '../segment/attribute-groups.ts'
import { allIds, type IdTexts } from '../segment/hex-ids.ts'
import { type LogBatchColumns, type LogHead, logColumns } from '../segment/log-columns.ts'
import { absolute, at, attributesOf, type RelativeTime, relative, type Shared, type Values } from './batch-codec.ts'

type HeadRow = readonly [
  severityNumber: number,
  severityText: string,
  eventName: string,
  resource: number,
  scopeName: string,
]
/** Without places, the row applies to all records. Without codes, each record has a value of its own. */
type GroupRow = readonly [
  keys: readonly string[],
  places: readonly number[] | null,
  columns: readonly (readonly [values: Values, codes: readonly number[] | null])[],
]

interface LogBatch {
  /** Persisted: never reuse a number. A new layout takes the next version and leaves this one readable. */
  readonly v: 2
  readonly resources: readonly Resource[]
  readonly heads: readonly HeadRow[]
  readonly headCodes: readonly number[]
  /** Nanoseconds since the start of the partition's day. */
  readonly times: readonly number[]
  readonly observed: readonly (RelativeTime | null)[] | null
  readonly bodies: readonly string[]
  readonly traceIds: IdTexts
  readonly spanIds: IdTexts
  readonly attributes: readonly GroupRow[]
  /** Records whose attributes are in no group. */
  readonly rest: readonly (readonly [place: number, attributes: Attributes])[]
}

/** Encodes logs that all have a time on `day`. */
export function encodeLogs(logs: readonly LogRecord[], day: number): string {
  const { count, times, observed, heads, headCodes, bodies, traceIds, spanIds, attributes } = logColumns(logs, day)
  const resources = [...new Set(heads.map((head) => head.resource))]
  const placeOf = new Map(resources.map((resource, place) => [resource, place]))
  return JSON.stringify({
    v: 2,
    resources,
    heads: heads.map(
      ({ severityNumber, severityText, eventName, resource, scopeName }): HeadRow => [
        severityNumber,
        severityText,
        eventName,
        placeOf.get(resource) ?? 0,
        scopeName,
      ],
    ),
    headCodes,
    times,
    observed: observed?.map((time) => (time === null ? null : relative(time, day))) ?? null,
    bodies,
    traceIds,
    spanIds,
    attributes: attributes.groups.map((group) => groupRow(group, count)),
    rest: [...attributes.rest],
  } satisfies LogBatch)
}

function groupRow({ keys, places, columns }: AttributeGroup, count: number): GroupRow {
  const coded = columns.map(({ values, codes }) => [values, values.length === places.length ? null : codes] as const)
  return [keys, places.length === count ? null : places, coded]
}

/** Decodes our own text: the encoder above wrote it and SQLite kept it, so its shape is not checked again. */
export function decodeLogColumns(text: string, day: number): LogBatchColumns {
  const batch = JSON.parse(text) as LogBatch | LogBatchOfRows
  if (batch.v === 1) return logColumns(recordsOfRows(batch, day), day)
  if (batch.v !== 2)
    throw new Error(`cannot read the batch: unknown version ${String((batch as { readonly v?: unknown }).v)}`)
  const { resources, headCodes, times, observed, bodies } = batch
  const count = times.length
  const heads = batch.heads.map(
    ([severityNumber, severityText, eventName, resource, scopeName]): LogHead => ({
      severityNumber,
      severityText,
      eventName,
      resource: at(resources, resource),
      scopeName,
    }),
  )
  return {
    count,
    day,
    times,
    observed: observed?.map((time) => (time === null ? null : absolute(time, day))) ?? null,
    heads,
    headCodes,
    bodies,
    traceIds: batch.traceIds,
    spanIds: batch.spanIds,
    attributes: { groups: batch.attributes.map((group) => groupOf(group, count)), rest: new Map(batch.rest) },
  }
}

function groupOf([keys, places, columns]: GroupRow, count: number): AttributeGroup {
  return {
    keys,
    places: places ?? Array.from({ length: count }, (_, place) => place),
    columns: columns.map(([values, codes]): CodedValues => ({ values, codes })),
  }
}

/** Decodes the text of a stored batch of log records; `day` is that of the partition. */
export function decodeLogs(text: string, day: number): LogRecord[] {
  const columns = decodeLogColumns(text, day)
  const { count, heads, headCodes, times, observed, bodies } = columns
  const traceIds = allIds(columns.traceIds, count)
  const spanIds = allIds(columns.spanIds, count)
  const attributes = attributesByPlace(columns.attributes, count)
  return bodies.map((body, place) => ({
    time: { day, nanos: times[place] ?? 0 },
    observedTime: observed?.[place] ?? null,
    ...at(heads, headCodes[place] ?? 0),
    body,
    attributes: attributes[place] ?? {},
    traceId: traceIds[place] ?? '',
    spanId: spanIds[place] ?? '',
  }))
}

/** Version 1, no longer written. */
interface LogBatchOfRows extends Shared {
  readonly rows: readonly LogRow[]
}
type LogRow = readonly [
  nanos: number,
  observed: RelativeTime | null,
  severityNumber: number,
  severityText: string,
  body: string,
  eventName: string,
  resource: number,
  scope: number,
  keys: number,
  values: Values,
  traceId: string,
  spanId: string,
]

function recordsOfRows({ rows, resources, scopes, keys }: LogBatchOfRows, day: number): LogRecord[] {
  return rows.map((row) => ({
    time: { day, nanos: row[0] },
    observedTime: row[1] === null ? null : absolute(row[1], day),
    severityNumber: row[2],
    severityText: row[3],
    body: row[4],
    eventName: row[5],
    resource: at(resources, row[6]),
    scopeName: at(scopes, row[7]),
    attributes: attributesOf(at(keys, row[8]), row[9]),
    traceId: row[10],
    spanId: row[11],
  }))
}
