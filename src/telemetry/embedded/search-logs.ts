/**
 * Finds the first logs, in the requested order, that pass a filter. Rows are compared by time and id; only the kept
 * ones are built into records.
 */
import type { WorkPace } from '../../work-pace.ts'
import type { StoredLog } from '../port.ts'
import { LOG_READER } from '../query/field.ts'
import { filterPredicate } from '../query/match.ts'
import type { Placed } from '../query/order.ts'
import { recordId } from '../record-id.ts'
import { logsOf, nanosWithin, type WorkMeter } from './batch-reader.ts'
import type { PartitionAnswers, QueryOf } from './messages.ts'
import { onceOpened } from './open-columns.ts'
import type { PartitionSource } from './partition-source.ts'
import { stored } from './query-logs.ts'
import { type PageInput, SearchPage } from './search-page.ts'
import { logRecordColumns, type MatchedRows, matchedRows, overlapping, storedAt } from './segment-logs.ts'

interface Candidate extends Placed {
  readonly log: () => Promise<StoredLog>
}

/** Work units (work-pace.ts) to offer a row. */
const UNITS_PER_OFFER = 2

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
    for (const log of logs) if (matches(log)) page.offer({ time: log.time, id: log.id, log: async () => stored(log) })
  }
  const [from, to] = nanosWithin(page.range, source.day)
  const heads = overlapping(source, [{ from, to }])
  heads.sort((a, b) => (order === 'newest' ? b.maxNanos - a.maxNanos : a.minNanos - b.minNanos))
  for (const head of heads) {
    if (page.stopsAt(head, meter)) break
    const matched = await matchedRows(source, head, { from, to }, filter, meter)
    if (matched !== null) await offerRows(source, matched, input, page, meter.pace)
  }
  return page.share(
    (candidate) => candidate.log(),
    (log) => log.body.length + JSON.stringify(log.attributes).length,
    meter.pace,
  )
}

/** Offers rows in order. Once more than `limit` rows of a segment passed, no further row can be among the first. */
async function offerRows(
  source: PartitionSource,
  { segment, first, end, passes }: MatchedRows,
  { order, limit }: PageInput,
  page: SearchPage<Candidate>,
  pace: WorkPace,
): Promise<void> {
  const opened = onceOpened(segment, pace, () => logRecordColumns(segment))
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
      log: async () => {
        await opened()
        return storedAt(source, segment, row)
      },
    }
    if (page.offer(candidate)) offered++
    if (pace.isDue(UNITS_PER_OFFER)) await pace.pause()
  }
}
