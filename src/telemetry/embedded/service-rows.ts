/** Which services a segment's rows are of: all that coverage and entry spans need to know of a segment as a whole. */
import type { LogSegment } from '../segment/log-segment.ts'
import { SPAN_KINDS } from '../segment/span-kinds.ts'
import type { SpanSegment } from '../segment/span-segment.ts'
import type { WorkMeter } from './batch-reader.ts'
import type { PartitionSource, ReadServices, SegmentHead, ServiceRows } from './partition-source.ts'
import type { NanosRange } from './plan.ts'

const IS_ENTRY = SPAN_KINDS.map((kind) => kind === 'server' || kind === 'consumer')

/** The services of all rows of a segment. Reads columns; `PartitionSource.serviceRows` keeps the answer. */
export function serviceRowsOf(source: PartitionSource, head: SegmentHead): ReadServices {
  if (source.signal === 'logs') {
    const segment = source.logSegment(head)
    return readFrom(segment, () => rowsOfServices(segment, [0, segment.count], null))
  }
  if (source.signal === 'spans') {
    const segment = source.spanSegment(head)
    return readFrom(segment, () => rowsOfServices(segment, [0, segment.count], segment.kinds()))
  }
  const all = [0, Number.POSITIVE_INFINITY] as const
  return readFrom(source.metricSegment(head), () => pointsOfServices(source, head, all).services)
}

function readFrom(segment: { readonly bytesDecoded: number }, read: () => readonly ServiceRows[]): ReadServices {
  const before = segment.bytesDecoded
  const rows = read()
  return { rows, bytesRead: segment.bytesDecoded - before }
}

/** The services of a whole segment, with a pause where reading them took long. Empty when the budget is spent. */
export async function wholeServices(
  source: PartitionSource,
  head: SegmentHead,
  meter: WorkMeter,
): Promise<readonly ServiceRows[]> {
  if (!meter.admits(head.records, 0)) return []
  const { rows, bytesRead } = source.serviceRows(head)
  if (bytesRead > 0) await meter.spent(head.records, bytesRead)
  else meter.known(head.records)
  return rows
}

/** Whether all rows of a segment lie within a range. */
export function isWhole({ minNanos, maxNanos }: SegmentHead, { from, to }: NanosRange): boolean {
  return minNanos >= from && maxNanos < to
}

/** The services of the rows [first, end), which are in time order. Without `kinds` no row counts as an entry. */
export function rowsOfServices(
  segment: Pick<SpanSegment | LogSegment, 'times' | 'resources'>,
  [first, end]: readonly [number, number],
  kinds: ArrayLike<number> | null,
): ServiceRows[] {
  const times = segment.times()
  const { values, codes } = segment.resources()
  const counts = new Uint32Array(values.length)
  const firsts = new Float64Array(values.length)
  const lasts = new Float64Array(values.length)
  const entries = new Uint8Array(values.length)
  for (let row = first; row < end; row++) {
    const code = codes[row] ?? 0
    const nanos = times[row] ?? 0
    if (counts[code] === 0) firsts[code] = nanos
    counts[code] = (counts[code] ?? 0) + 1
    lasts[code] = nanos
    if (kinds !== null && IS_ENTRY[kinds[row] ?? 0] === true) entries[code] = 1
  }
  const services = new Map<string, ServiceRows>()
  for (const [code, { service }] of values.entries()) {
    const count = counts[code] ?? 0
    if (count === 0) continue
    add(services, { service, count, first: firsts[code] ?? 0, last: lasts[code] ?? 0, hasEntries: entries[code] === 1 })
  }
  return [...services.values()]
}

/** The services of the points with a time in [from, to), and the last time before it (-1 where there is none). */
export function pointsOfServices(
  source: PartitionSource,
  head: SegmentHead,
  [from, to]: readonly [number, number],
): { readonly services: ServiceRows[]; readonly lastBefore: number } {
  const segment = source.metricSegment(head)
  const times = segment.times()
  const services = new Map<string, ServiceRows>()
  let lastBefore = -1
  for (const { series, first, end } of segment.series()) {
    const { service } = series.resource
    for (let row = first; row < end; row++) {
      const nanos = times[row] ?? 0
      if (nanos >= to) continue
      if (nanos < from) lastBefore = Math.max(lastBefore, nanos)
      else add(services, { service, count: 1, first: nanos, last: nanos, hasEntries: false })
    }
  }
  return { services: [...services.values()], lastBefore }
}

function add(services: Map<string, ServiceRows>, rows: ServiceRows): void {
  const known = services.get(rows.service)
  if (known === undefined) {
    services.set(rows.service, rows)
    return
  }
  known.count += rows.count
  if (rows.first < known.first) known.first = rows.first
  if (rows.last > known.last) known.last = rows.last
  if (rows.hasEntries) known.hasEntries = true
}
