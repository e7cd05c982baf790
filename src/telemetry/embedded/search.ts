/**
 * Searching over partitions in the order of records: a day at a time from the end asked for, so that the newest hundred
 * of a month read one day, merging the shards of each day.
 */
import type * as port from '../port.ts'
import { byNewest, byOldest, bySlowest, type Placed } from '../query/order.ts'
import { addWork, budgetLeft, DEFAULT_BUDGET, NO_WORK, withReason } from '../query/work.ts'
import { askAll, type FanOut } from './fan-out.ts'
import type { PartitionEntry, PartitionRpc } from './messages.ts'

type Partition = (entry: PartitionEntry) => PartitionRpc

interface Page<R> {
  readonly records: R[]
  readonly next: port.RecordCursor | null
  readonly work: port.Work
}

async function searchDays<R extends Placed>(
  entries: readonly PartitionEntry[],
  input: { readonly order: 'newest' | 'oldest'; readonly limit: number; readonly budget?: port.WorkBudget },
  ask: (
    entries: readonly PartitionEntry[],
    budget: port.WorkBudget,
  ) => Promise<{ readonly found: R[]; readonly isCut: boolean; readonly work: port.Work }>,
): Promise<Page<R>> {
  const compare = input.order === 'newest' ? byNewest : byOldest
  const days = [...new Set(entries.map((entry) => entry.day))].sort((a, b) =>
    input.order === 'newest' ? b - a : a - b,
  )
  const records: R[] = []
  let work = NO_WORK
  let hasMore = false
  for (const [index, day] of days.entries()) {
    const ofDay = entries.filter((entry) => entry.day === day)
    const answer = await ask(ofDay, budgetLeft(input.budget ?? DEFAULT_BUDGET, work))
    work = addWork(work, answer.work)
    records.push(...answer.found.sort(compare))
    hasMore = answer.isCut || records.length > input.limit
    // A partition that failed or ran out of budget leaves a hole: later days would hide it behind a cursor.
    if (records.length >= input.limit || hasMore || answer.work.partial.includes('budget')) {
      hasMore ||= index < days.length - 1
      break
    }
  }
  const page = records.slice(0, input.limit)
  const last = page.at(-1)
  return { records: page, next: hasMore && last !== undefined ? { time: last.time, id: last.id } : null, work }
}

export async function searchLogPages(
  entries: readonly PartitionEntry[],
  partition: Partition,
  input: port.SearchLogsInput,
): Promise<port.SearchLogsResult> {
  const inPlay = afterCursor(entries, input)
  return searchDays(inPlay, input, async (ofDay, budget) => {
    const { values, work } = await askAll(ofDay, partition, { kind: 'searchLogs', input }, budget)
    const found = values.flatMap((value) => value.records)
    return { found, isCut: values.some((value) => value.isCut), work }
  })
}

export async function searchSpanPages(
  entries: readonly PartitionEntry[],
  partition: Partition,
  input: port.SearchSpansInput,
): Promise<port.SearchSpansResult> {
  const { order } = input
  const query = { kind: 'searchSpans', input } as const
  const spansOf = ({ values }: FanOut<'searchSpans'>) => values.flatMap((value) => value.spans)
  if (order === 'slowest') {
    const answer = await askAll(entries, partition, query, input.budget ?? DEFAULT_BUDGET)
    const found = spansOf(answer).sort(bySlowest)
    const isCut = found.length > input.limit || answer.values.some((value) => value.isCut)
    // The slowest have no place to go on from: the order is not that of the cursor.
    const work = isCut ? withReason(answer.work, 'limit') : answer.work
    return { spans: found.slice(0, input.limit), next: null, work }
  }
  const page = await searchDays(
    afterCursor(entries, { order, ...cursorOf(input) }),
    { ...input, order },
    async (ofDay, budget) => {
      const answer = await askAll(ofDay, partition, query, budget)
      return { found: spansOf(answer), isCut: answer.values.some((value) => value.isCut), work: answer.work }
    },
  )
  return { spans: page.records, next: page.next, work: page.work }
}

function cursorOf(input: port.SearchSpansInput): { readonly after?: port.RecordCursor } {
  return input.after === undefined ? {} : { after: input.after }
}

/** Days that a cursor has passed need not be asked. */
function afterCursor(
  entries: readonly PartitionEntry[],
  { after, order }: { readonly after?: port.RecordCursor; readonly order: 'newest' | 'oldest' },
): readonly PartitionEntry[] {
  if (after === undefined) return entries
  const { day } = after.time
  return entries.filter((entry) => (order === 'newest' ? entry.day <= day : entry.day >= day))
}
