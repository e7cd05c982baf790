/** A partition's share of the trace activity, read from columns: times, durations, names, statuses and ids. */
import type { WorkPace } from '../../work-pace.ts'
import { type Grid, gridEndMs } from '../aggregates/grid.ts'
import { exceptionTypes, isGrpcError, isHttpError, isOwnError, operationOf } from '../aggregates/span-facts.ts'
import { GRPC_STATUS_KEY, HTTP_STATUS_KEYS, OWN_STATUS_KEYS, STATUS_KEYS } from '../aggregates/status-keys.ts'
import { SpanDraft, TraceSpans } from '../aggregates/trace-spans.ts'
import { activityOfTraces, addSpans } from '../aggregates/traces.ts'
import type { TraceActivity } from '../aggregates/types.ts'
import type { AttributeValue } from '../model.ts'
import type { AttributeColumn, AttributeColumns } from '../segment/attributes.ts'
import { SPAN_STATUSES } from '../segment/span-kinds.ts'
import type { SpanSegment } from '../segment/span-segment.ts'
import { fromMillis, MS_PER_DAY, NANOS_PER_MS } from '../time.ts'
import { spansOf, type WorkMeter } from './batch-reader.ts'
import { inSteps } from './open-columns.ts'
import type { PartitionSource } from './partition-source.ts'
import { matchedSpanSegments } from './segment-spans.ts'

/** Rows between two looks at the pace, and work units (work-pace.ts) of a row. */
const PIECE = 1_024
const ROW_UNITS = 0.5

export async function aggregateSpanRows(source: PartitionSource, grid: Grid, meter: WorkMeter): Promise<TraceActivity> {
  const range = { from: fromMillis(grid.startMs), to: fromMillis(gridEndMs(grid)) }
  const { pace } = meter
  const held = new TraceSpans(grid)
  for await (const spans of spansOf(source, range, meter)('newest')) await addSpans(held, spans, pace)
  // An answer that the budget cuts holds the present.
  for await (const { segment, first, end } of matchedSpanSegments(source, range, { conditions: [] }, 'newest', meter)) {
    await openColumns(segment, pace)
    const adder = new SegmentAdder(held, segment)
    for (let from = first; from < end; from += PIECE) {
      const to = Math.min(end, from + PIECE)
      adder.add(from, to)
      if (!pace.isDue((to - from) * ROW_UNITS)) continue
      await pace.pause()
      await held.bound(pace)
    }
    await held.bound(pace)
  }
  const activity = await activityOfTraces(held, pace)
  if (held.isThinned) meter.note('limit')
  return activity
}

async function openColumns(segment: SpanSegment, pace: WorkPace): Promise<void> {
  await inSteps(segment, pace, [
    () => segment.times(),
    () => segment.durations(),
    () => segment.names(),
    () => segment.statuses(),
    () => segment.resources(),
    () => segment.traceIds(),
    () => segment.spanIds(),
    () => segment.parentRows(),
    () => segment.events(),
    ...STATUS_KEYS.map((key) => () => columnOf(segment.attributes(), key)),
  ])
}

function columnOf(attributes: AttributeColumns, key: string): AttributeColumn | undefined {
  return attributes.hasOverflow || attributes.keys.includes(key) ? attributes.column(key) : undefined
}

const ERROR_STATUS = SPAN_STATUSES.indexOf('error')
/** What a row's code says: no value, one that is no failure, a failure. */
const NO_VALUE = 0
const NO_FAILURE = 1
const FAILURE = 2

class SegmentAdder {
  readonly #held: TraceSpans
  readonly #segment: SpanSegment
  readonly #draft = new SpanDraft()
  readonly #resources: number
  /** Number of the operation, by name and resource; -1 before it is needed. */
  readonly #operations: Int32Array
  readonly #statuses: readonly ((row: number) => number)[]
  /** Statuses under names of their own, asked where none by the conventions is. */
  readonly #own: readonly ((row: number) => number)[]

  constructor(held: TraceSpans, segment: SpanSegment) {
    this.#held = held
    this.#segment = segment
    this.#resources = segment.resources().values.length
    this.#operations = new Int32Array(segment.names().values.length * this.#resources).fill(-1)
    const attributes = segment.attributes()
    const [current, older] = HTTP_STATUS_KEYS
    const statusOf = (key: string, isFailure: IsFailure) => failuresOf(columnOf(attributes, key), isFailure)
    const [http, olderHttp] = [statusOf(current, isHttpError), statusOf(older, isHttpError)]
    this.#statuses = [
      ...(http === null && olderHttp === null ? [] : [(row: number) => http?.(row) || (olderHttp?.(row) ?? NO_VALUE)]),
      ...[statusOf(GRPC_STATUS_KEY, isGrpcError)].filter((status) => status !== null),
    ]
    this.#own = OWN_STATUS_KEYS.map((key) => statusOf(key, isOwnError)).filter((status) => status !== null)
  }

  #isFailed(row: number): boolean {
    let isStated = false
    for (const status of this.#statuses) {
      const meaning = status(row)
      if (meaning === FAILURE) return true
      if (meaning !== NO_VALUE) isStated = true
    }
    if (isStated) return false
    for (const status of this.#own) {
      const meaning = status(row)
      if (meaning !== NO_VALUE) return meaning === FAILURE
    }
    return false
  }

  add(from: number, to: number): void {
    const segment = this.#segment
    const draft = this.#draft
    const offsetMs = segment.day * MS_PER_DAY - this.#held.grid.startMs
    const [times, durations, statuses] = [segment.times(), segment.durations(), segment.statuses()]
    const [traceIds, spanIds, events] = [segment.traceIds(), segment.spanIds(), segment.events()]
    for (let row = from; row < to; row++) {
      if (!traceIds.readWords(row, draft.trace)) draft.trace.fill(0)
      if (!spanIds.readWords(row, draft.span)) draft.span.fill(0)
      draft.hasParent = segment.readParentWords(row, draft.parent)
      draft.atMs = offsetMs + (times[row] ?? 0) / NANOS_PER_MS
      draft.durationMs = (durations[row] ?? 0) / NANOS_PER_MS
      draft.operation = this.#operationOf(row)
      draft.isError = statuses[row] === ERROR_STATUS || this.#isFailed(row)
      const own = events.size > 0 ? events.get(row) : undefined
      draft.exceptions = own === undefined ? [] : exceptionTypes(own)
      this.#held.add(draft)
    }
  }

  #operationOf(row: number): number {
    const names = this.#segment.names()
    const resources = this.#segment.resources()
    const [name, resource] = [names.codes[row] ?? 0, resources.codes[row] ?? 0]
    const place = name * this.#resources + resource
    const known = this.#operations[place] ?? -1
    if (known >= 0) return known
    const service = resources.values[resource]?.service ?? ''
    const number = this.#held.operationNumber(service, operationOf(names.values[name] ?? ''))
    this.#operations[place] = number
    return number
  }
}

/** Whether a value tells of a failure; null where it is no status. */
type IsFailure = (value: AttributeValue) => boolean | null

/** Decides once a value, not once a row. */
function failuresOf(column: AttributeColumn | undefined, isFailure: IsFailure): ((row: number) => number) | null {
  if (column === undefined) return null
  const { values, codes } = column
  const meanings = values.map((value) => {
    const isFailed = value === null ? null : isFailure(value)
    return isFailed === null ? NO_VALUE : isFailed ? FAILURE : NO_FAILURE
  })
  return (row) => meanings[(codes[row] ?? 0) - 1] ?? NO_VALUE
}
