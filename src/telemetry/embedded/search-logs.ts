/** The first logs of an order that pass a filter: rows are compared by time and id, and only those kept are put together. */
import type { RecordCursor, SearchLogsInput, StoredLog } from '../port.ts'
import { LOG_READER } from '../query/field.ts'
import { filterPredicate } from '../query/match.ts'
import { byNewest, byOldest, type Placed, TopRecords } from '../query/order.ts'
import { recordId } from '../record-id.ts'
import { logsOf, nanosWithin, type WorkMeter } from './batch-reader.ts'
import type { PartitionAnswers, QueryOf } from './messages.ts'
import type { PartitionSource } from './partition-source.ts'
import { stored } from './query-logs.ts'
import { type MatchedRows, matchedRows, overlapping, storedAt } from './sealed-logs.ts'

interface Candidate extends Placed {
  readonly log: () => StoredLog
}

/** Text of one answer: with RPC's own bytes it stays far below the 32 MiB of a message; the cursor goes on behind it. */
const ANSWER_CHARS_MAX = 4_000_000

export async function searchLogs(
  source: PartitionSource,
  { input }: QueryOf<'searchLogs'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['searchLogs']> {
  const { order, after, limit, range, filter } = input
  const compare = order === 'newest' ? byNewest : byOldest
  const top = new TopRecords<Candidate>(compare, limit)
  const isPassed = (place: RecordCursor) => after !== undefined && compare(place, after) <= 0
  const isBeyond = (minNanos: number, maxNanos: number) => {
    const worst = top.worst
    if (worst === undefined) return false
    return order === 'newest' ? maxNanos < worst.time.nanos : minNanos > worst.time.nanos
  }
  const matches = filterPredicate(filter, LOG_READER)
  for await (const logs of logsOf(source, range, meter)(order, (head) => isBeyond(head.minNanos, head.maxNanos))) {
    for (const log of logs) {
      if (!isPassed(log) && matches(log)) top.offer({ time: log.time, id: log.id, log: () => stored(log) })
    }
  }
  const [from, to] = stretchOf(source, input)
  const heads = overlapping(source, [{ from, to }])
  heads.sort((a, b) => (order === 'newest' ? b.maxNanos - a.maxNanos : a.minNanos - b.minNanos))
  for (const head of heads) {
    if (isBeyond(head.minNanos, head.maxNanos)) break
    const matched = await matchedRows(source, head, { from, to }, filter, meter)
    if (matched !== null) offerRows(source, matched, input, isPassed, top)
  }
  return materialized(top)
}

/** The range without what the cursor has passed. */
function stretchOf(source: PartitionSource, { range, after, order }: SearchLogsInput): readonly [number, number] {
  const [from, to] = nanosWithin(range, source.day)
  if (after === undefined || after.time.day !== source.day) return [from, to]
  const { nanos } = after.time
  return order === 'newest' ? [from, Math.min(to, nanos + 1)] : [Math.max(from, nanos), to]
}

/** Rows of a segment are in order: once `limit` of them passed, none further can be among the first. */
function offerRows(
  source: PartitionSource,
  { segment, first, end, passes }: MatchedRows,
  { order, limit }: SearchLogsInput,
  isPassed: (place: RecordCursor) => boolean,
  top: TopRecords<Candidate>,
): void {
  const times = segment.times()
  const { sequences, indexes } = segment.ids()
  let offered = 0
  for (let step = 0; step < end - first && offered <= limit; step++) {
    const row = order === 'newest' ? end - 1 - step : first + step
    if (!passes(row)) continue
    const place = { partition: source.number, sequence: sequences[row] ?? 0, index: indexes[row] ?? 0 }
    const candidate = {
      time: { day: source.day, nanos: times[row] ?? 0 },
      id: recordId(place, source.tag),
      log: () => storedAt(source, segment, row),
    }
    if (isPassed(candidate)) continue
    top.offer(candidate)
    offered++
  }
}

function materialized(top: TopRecords<Candidate>): PartitionAnswers['searchLogs'] {
  const records: StoredLog[] = []
  let chars = 0
  for (const candidate of top.result()) {
    const log = candidate.log()
    chars += log.body.length + JSON.stringify(log.attributes).length
    if (chars > ANSWER_CHARS_MAX && records.length > 0) return { records, isCut: true }
    records.push(log)
  }
  return { records, isCut: top.isCut }
}
