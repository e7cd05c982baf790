/**
 * Searches over partitions in record order. It reads one day at a time from the requested end and merges the shards of
 * each day, so that the newest hundred records of a month read one day.
 */
import type * as port from '../port.ts'
import { byNewest, byOldest, bySlowest, type Placed } from '../query/order.ts'
import { addWork, budgetLeft, DEFAULT_BUDGET, NO_WORK, withReason } from '../query/work.ts'
import { NANOS_PER_DAY } from '../time.ts'
import { askAll, askEach } from './fan-out.ts'
import type { PartitionEntry, PartitionRpc, SearchEnd } from './messages.ts'
import { placeBefore } from './search-page.ts'

type Partition = (entry: PartitionEntry) => PartitionRpc

interface Page<R> {
  readonly records: R[]
  readonly next: port.RecordCursor | null
  readonly work: port.Work
}

/** What the partitions of a day found, and the position up to which it is complete (null: everywhere). */
interface DayAnswer<R> {
  readonly found: R[]
  readonly readTo: port.RecordCursor | null
  readonly work: port.Work
}

interface DaysInput {
  readonly order: 'newest' | 'oldest'
  readonly limit: number
  readonly budget?: port.WorkBudget
}

async function searchDays<R extends Placed>(
  entries: readonly PartitionEntry[],
  input: DaysInput,
  ask: (entries: readonly PartitionEntry[], budget: port.WorkBudget) => Promise<DayAnswer<R>>,
): Promise<Page<R>> {
  const { order, limit } = input
  const compare = order === 'newest' ? byNewest : byOldest
  const days = [...new Set(entries.map((entry) => entry.day))].sort((a, b) => (order === 'newest' ? b - a : a - b))
  const records: R[] = []
  let work = NO_WORK
  /** Where the next page begins if this one does not fill; null while everything asked for was read. */
  let readTo: port.RecordCursor | null = null
  for (const day of days) {
    const left = budgetLeft(input.budget ?? DEFAULT_BUDGET, work)
    if (work !== NO_WORK && (left.recordsMax === 0 || left.bytesMax === 0)) {
      work = withReason(work, 'budget')
      readTo = placeBefore(order, { day, nanos: order === 'newest' ? NANOS_PER_DAY - 1 : 0 })
      break
    }
    const ofDay = entries.filter((entry) => entry.day === day)
    const answer = await ask(ofDay, left)
    work = addWork(work, answer.work)
    const end = answer.readTo
    records.push(...answer.found.filter((one) => end === null || compare(one, end) <= 0).sort(compare))
    readTo = end
    if (end !== null || records.length > limit) break
  }
  const page = records.slice(0, limit)
  const last = page.at(-1)
  if (last !== undefined && (records.length > limit || (readTo !== null && page.length === limit))) {
    return { records: page, next: { time: last.time, id: last.id }, work }
  }
  return { records: page, next: readTo, work }
}

/** The earliest position up to which all shares are complete. Beyond it a partition may hold more. */
function readToOf<R extends Placed>(
  shares: readonly (SearchEnd & { readonly records: readonly R[] })[],
  order: 'newest' | 'oldest',
): port.RecordCursor | null {
  const compare = order === 'newest' ? byNewest : byOldest
  let first: port.RecordCursor | null = null
  for (const { records, isCut, readTo } of shares) {
    const last = records.at(-1)
    const end = readTo ?? (isCut && last !== undefined ? { time: last.time, id: last.id } : null)
    if (end !== null && (first === null || compare(end, first) < 0)) first = end
  }
  return first
}

function dayAnswer<R extends Placed>(
  shares: readonly (SearchEnd & { readonly records: readonly R[] })[],
  order: 'newest' | 'oldest',
  work: port.Work,
): DayAnswer<R> {
  const found = shares.flatMap((share) => share.records)
  return { found, readTo: readToOf(shares, order), work }
}

/** Searches log records over partitions, one after another in the order of time, until the page is full. */
export async function searchLogPages(
  entries: readonly PartitionEntry[],
  partition: Partition,
  input: port.SearchLogsInput,
): Promise<port.SearchLogsResult> {
  const inPlay = afterCursor(entries, input)
  return searchDays(inPlay, input, async (ofDay, budget) => {
    const { values, work } = await askEach(ofDay, partition, { kind: 'searchLogs', input }, budget)
    return dayAnswer(values, input.order, work)
  })
}

/** Searches spans over partitions: until the page is full or, when sorted by duration, over all of them. */
export async function searchSpanPages(
  entries: readonly PartitionEntry[],
  partition: Partition,
  input: port.SearchSpansInput,
): Promise<port.SearchSpansResult> {
  const { order } = input
  const query = { kind: 'searchSpans', input } as const
  if (order === 'slowest') {
    const answer = await askAll(entries, partition, query, input.budget ?? DEFAULT_BUDGET)
    const found = answer.values.flatMap((value) => value.spans).sort(bySlowest)
    const isCut = found.length > input.limit || answer.values.some((value) => value.isCut)
    // The slowest spans cannot be continued: they are not in cursor order.
    const work = isCut ? withReason(answer.work, 'limit') : answer.work
    return { spans: found.slice(0, input.limit), next: null, work }
  }
  const inPlay = afterCursor(entries, { order, ...cursorOf(input) })
  const page = await searchDays(inPlay, { ...input, order }, async (ofDay, budget) => {
    const { values, work } = await askEach(ofDay, partition, query, budget)
    return dayAnswer(
      values.map(({ spans, ...end }) => ({ ...end, records: spans })),
      order,
      work,
    )
  })
  return { spans: page.records, next: page.next, work: page.work }
}

function cursorOf(input: port.SearchSpansInput): { readonly after?: port.RecordCursor } {
  return input.after === undefined ? {} : { after: input.after }
}

/** Leaves out the days that the cursor has passed. */
function afterCursor(
  entries: readonly PartitionEntry[],
  { after, order }: { readonly after?: port.RecordCursor; readonly order: 'newest' | 'oldest' },
): readonly PartitionEntry[] {
  if (after === undefined) return entries
  const { day } = after.time
  return entries.filter((entry) => (order === 'newest' ? entry.day <= day : entry.day >= day))
}
