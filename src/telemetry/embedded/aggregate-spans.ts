/** A partition's share of the trace activity, read from columns: times, durations, names, statuses and ids. */
import type { WorkPace } from '../../work-pace.ts'
import { type Grid, gridEndMs } from '../aggregates/grid.ts'
import { PEER_KEYS } from '../aggregates/line-hosts.ts'
import { exceptionTypes, operationOf } from '../aggregates/span-facts.ts'
import { SpanDraft, TraceSpans } from '../aggregates/trace-spans.ts'
import { activityOfTraces, addSpans, isCall } from '../aggregates/traces.ts'
import type { TraceActivity } from '../aggregates/types.ts'
import type { AttributeColumn } from '../segment/attributes.ts'
import { SPAN_KINDS } from '../segment/span-kinds.ts'
import type { SpanSegment } from '../segment/span-segment.ts'
import { fromMillis, MS_PER_DAY, NANOS_PER_MS } from '../time.ts'
import { addRows } from './add-rows.ts'
import { nanosWithin, spansOf, type WorkMeter } from './batch-reader.ts'
import { columnOf, errorColumns, errorTest } from './error-rows.ts'
import { inSteps } from './open-columns.ts'
import type { PartitionSource } from './partition-source.ts'
import { overlapping } from './segment-logs.ts'
import { matchedSpanSegments } from './segment-spans.ts'

/** Work units (work-pace.ts) of a row. */
const ROW_UNITS = 0.5
/** How segments state the kind of a span that handles a message. */
const CONSUMER = SPAN_KINDS.indexOf('consumer')
const IS_CALL = SPAN_KINDS.map(isCall)

/** Aggregates the spans of a partition over a grid, the newest first. The budget of `meter` may end it early. */
export async function aggregateSpanRows(source: PartitionSource, grid: Grid, meter: WorkMeter): Promise<TraceActivity> {
  const range = { from: fromMillis(grid.startMs), to: fromMillis(gridEndMs(grid)) }
  const { pace } = meter
  const [from, to] = nanosWithin(range, source.day)
  const expected = overlapping(source, [{ from, to }]).reduce((sum, { records }) => sum + records, 0)
  const held = new TraceSpans(grid, undefined, expected)
  for await (const spans of spansOf(source, range, meter)('newest')) await addSpans(held, spans, pace)
  // So that an answer that the budget cuts off still covers the present.
  for await (const { segment, first, end } of matchedSpanSegments(source, range, { conditions: [] }, 'newest', meter)) {
    await addSpanSegment(held, segment, [first, end], pace)
  }
  const activity = await activityOfTraces(held, pace)
  if (held.isThinned) meter.note('limit')
  return activity
}

/** Adds the rows [first, end) of a segment. */
export async function addSpanSegment(
  held: TraceSpans,
  segment: SpanSegment,
  [first, end]: readonly [number, number],
  pace: WorkPace,
): Promise<void> {
  await openColumns(segment, pace)
  const adder = new SegmentAdder(held, segment)
  await addRows({ held, add: (from, to) => adder.add(from, to), rowUnits: ROW_UNITS }, [first, end], pace)
  adder.tellParents(first, end)
}

async function openColumns(segment: SpanSegment, pace: WorkPace): Promise<void> {
  await inSteps(segment, pace, [
    () => segment.times(),
    () => segment.durations(),
    () => segment.kinds(),
    () => segment.names(),
    () => segment.resources(),
    () => segment.traceIds(),
    () => segment.spanIds(),
    () => segment.parentRows(),
    () => segment.events(),
    ...PEER_KEYS.map((key) => () => columnOf(segment.attributes(), key)),
    ...errorColumns(segment),
  ])
}

const NO_EXCEPTIONS: readonly string[] = []
/** The number of a trace that has not been looked up. */
const UNKNOWN = -2
const NOT_HELD = -1

class SegmentAdder {
  readonly #held: TraceSpans
  readonly #segment: SpanSegment
  readonly #draft = new SpanDraft()
  readonly #resources: number
  /** Number of the operation, by name and resource; -1 before it is needed. */
  readonly #operations: Int32Array
  readonly #isError: (row: number) => boolean
  /** Number of the trace, by its code in the segment: ids of a trace's spans are looked up once. */
  readonly #traces: Int32Array
  /** The position among the held spans, by row. */
  readonly #places: Int32Array
  #moves: number
  /** The columns that name whom a client calls, the one to be believed first. */
  readonly #peers: readonly AttributeColumn[]

  constructor(held: TraceSpans, segment: SpanSegment) {
    this.#held = held
    this.#segment = segment
    this.#resources = segment.resources().values.length
    this.#operations = new Int32Array(segment.names().values.length * this.#resources).fill(-1)
    this.#isError = errorTest(segment)
    this.#traces = new Int32Array(segment.traceIds().codes + 1).fill(UNKNOWN)
    this.#places = new Int32Array(segment.count).fill(NOT_HELD)
    this.#moves = held.moves
    this.#peers = PEER_KEYS.flatMap((key) => columnOf(segment.attributes(), key) ?? [])
  }

  add(from: number, to: number): void {
    this.#forgetMoved()
    const segment = this.#segment
    const held = this.#held
    const draft = this.#draft
    const places = this.#places
    const offsetMs = segment.day * MS_PER_DAY - held.grid.startMs
    const times = segment.times()
    const durations = segment.durations()
    const spanIds = segment.spanIds()
    const events = segment.events()
    const kinds = segment.kinds()
    for (let row = from; row < to; row++) {
      const trace = this.#traceOf(row)
      if (trace === NOT_HELD) continue
      if (!spanIds.readWords(row, draft.span)) draft.span.fill(0)
      draft.hasParent = segment.readParentWords(row, draft.parent)
      draft.atMs = offsetMs + (times[row] ?? 0) / NANOS_PER_MS
      draft.durationMs = (durations[row] ?? 0) / NANOS_PER_MS
      draft.operation = this.#operationOf(row)
      if (IS_CALL[kinds[row] ?? 0] === true) this.#addPeer(draft.operation, row)
      draft.isError = this.#isError(row)
      draft.isMessage = kinds[row] === CONSUMER
      const own = events.size > 0 ? events.get(row) : undefined
      draft.exceptions = own === undefined ? NO_EXCEPTIONS : exceptionTypes(own)
      places[row] = held.add(draft, trace)
    }
  }

  /** Tells the parents of spans that are in the same segment. The others are looked for by their ids. */
  tellParents(from: number, to: number): void {
    this.#forgetMoved()
    const parents = this.#segment.parentRows()
    for (let row = from; row < to; row++) {
      const place = this.#places[row] ?? NOT_HELD
      const parent = this.#places[parents[row] ?? -1] ?? NOT_HELD
      if (place !== NOT_HELD && parent !== NOT_HELD) this.#held.tellParent(place, parent)
    }
  }

  #forgetMoved(): void {
    if (this.#moves === this.#held.moves) return
    this.#moves = this.#held.moves
    this.#traces.fill(UNKNOWN)
    this.#places.fill(NOT_HELD)
  }

  #traceOf(row: number): number {
    const traceIds = this.#segment.traceIds()
    // Spans without a trace are of one trace, whose words are zeros.
    const code = traceIds.codeOf(row) + 1
    const known = this.#traces[code] ?? UNKNOWN
    if (known !== UNKNOWN) return known
    const { trace } = this.#draft
    if (!traceIds.readWords(row, trace)) trace.fill(0)
    const number = this.#held.traceNumber(trace)
    this.#traces[code] = number
    return number
  }

  #addPeer(operation: number, row: number): void {
    for (const { codes, values } of this.#peers) {
      const code = codes[row] ?? 0
      if (code === 0) continue
      this.#held.addPeer(operation, values[code - 1] ?? undefined)
      return
    }
  }

  #operationOf(row: number): number {
    const names = this.#segment.names()
    const resources = this.#segment.resources()
    const name = names.codes[row] ?? 0
    const resource = resources.codes[row] ?? 0
    const place = name * this.#resources + resource
    const known = this.#operations[place] ?? -1
    if (known >= 0) return known
    const service = resources.values[resource]?.service ?? ''
    const number = this.#held.operationNumber(service, operationOf(names.values[name] ?? ''))
    this.#operations[place] = number
    return number
  }
}
