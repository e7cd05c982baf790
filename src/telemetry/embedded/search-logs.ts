/**
 * Finds the first logs, in the requested order, that pass a filter. Rows are compared by time and id; only the kept
 * ones are built into records.
 */
import type { StoredLog } from '../port.ts'
import { LOG_READER } from '../query/field.ts'
import { filterPredicate } from '../query/match.ts'
import type { Placed } from '../query/order.ts'
import { recordId } from '../record-id.ts'
import { logsOf, nanosWithin, type WorkMeter } from './batch-reader.ts'
import type { PartitionAnswers, QueryOf } from './messages.ts'
import type { PartitionSource } from './partition-source.ts'
import { stored } from './query-logs.ts'
import { type PageInput, SearchPage } from './search-page.ts'
import { type MatchedRows, matchedRows, overlapping, storedAt } from './segment-logs.ts'

interface Candidate extends Placed {
  readonly log: () => StoredLog
}

/** Returns the first log records of the partition that match, in the order of the query, up to its limit and budget. */
export async function searchLogs(
  source: PartitionSource,
  { input }: QueryOf<'searchLogs'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['searchLogs']> {
  const { order, filter } = input
  const page = new SearchPage<Candidate>(source.day, input)
  const matches = filterPredicate(filter, LOG_READER)
  for await (const logs of logsOf(source, page.range, meter)(order, (head) => page.stopsAt(head, meter))) {
    for (const log of logs) if (matches(log)) page.offer({ time: log.time, id: log.id, log: () => stored(log) })
  }
  const [from, to] = nanosWithin(page.range, source.day)
  const heads = overlapping(source, [{ from, to }])
  heads.sort((a, b) => (order === 'newest' ? b.maxNanos - a.maxNanos : a.minNanos - b.minNanos))
  for (const head of heads) {
    if (page.stopsAt(head, meter)) break
    const matched = await matchedRows(source, head, { from, to }, filter, meter)
    if (matched !== null) offerRows(source, matched, input, page)
  }
  return page.share(
    (candidate) => candidate.log(),
    (log) => log.body.length + JSON.stringify(log.attributes).length,
  )
}

/** Offers rows in order. Once more than `limit` rows of a segment passed, no further row can be among the first. */
function offerRows(
  source: PartitionSource,
  { segment, first, end, passes }: MatchedRows,
  { order, limit }: PageInput,
  page: SearchPage<Candidate>,
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
    if (page.offer(candidate)) offered++
  }
}
