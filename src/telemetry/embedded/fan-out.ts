/**
 * Sends one query to many partitions with limited concurrency. A partition that fails makes the answer partial instead
 * of failing the query.
 */
import type { Work, WorkBudget } from '../port.ts'
import { addWork, budgetLeft, NO_WORK, withReason } from '../query/work.ts'
import type { PartitionAnswers, PartitionEntry, PartitionQuery, PartitionRpc, QueryKind } from './messages.ts'

/** Partitions queried at once: enough to hide the round trip, few enough that their answers fit in memory together. */
const IN_FLIGHT_MAX = 8

export interface FanOut<K extends QueryKind> {
  readonly values: readonly PartitionAnswers[K][]
  readonly work: Work
}

/**
 * That the function can be called is the signal: a function passed over RPC becomes invalid when the request that
 * passed it ends.
 */
const stillWanted = async (): Promise<void> => {}

type Partition = (entry: PartitionEntry) => PartitionRpc
type Query<K extends QueryKind> = Extract<PartitionQuery, { readonly kind: K }>

/** Queries all partitions. The budget is shared by those in flight. Answers keep the order of the entries. */
export async function askAll<K extends QueryKind>(
  entries: readonly PartitionEntry[],
  partition: Partition,
  query: Query<K>,
  budget: WorkBudget,
): Promise<FanOut<K>> {
  const values: PartitionAnswers[K][] = []
  let work = NO_WORK
  for (let at = 0; at < entries.length; at += IN_FLIGHT_MAX) {
    const wave = entries.slice(at, at + IN_FLIGHT_MAX)
    const left = budgetLeft(budget, work)
    if (left.recordsMax === 0 || left.bytesMax === 0) return { values, work: withReason(work, 'budget') }
    const answer = await askWave(wave, partition, query, shareOf(left, wave.length))
    values.push(...answer.values)
    work = addWork(work, answer.work)
  }
  return { values, work }
}

/**
 * Queries all partitions and gives each its own share of the budget, so that a page can be complete up to some
 * position. With more than eight partitions the total work may exceed the budget, by the share of one per extra
 * partition.
 */
export async function askEach<K extends QueryKind>(
  entries: readonly PartitionEntry[],
  partition: Partition,
  query: Query<K>,
  budget: WorkBudget,
): Promise<FanOut<K>> {
  const share = shareOf(budget, Math.min(IN_FLIGHT_MAX, entries.length))
  const values: PartitionAnswers[K][] = []
  let work = NO_WORK
  for (let at = 0; at < entries.length; at += IN_FLIGHT_MAX) {
    const answer = await askWave(entries.slice(at, at + IN_FLIGHT_MAX), partition, query, share)
    values.push(...answer.values)
    work = addWork(work, answer.work)
  }
  return { values, work }
}

function shareOf({ recordsMax, bytesMax }: WorkBudget, among: number): WorkBudget {
  return { recordsMax: Math.ceil(recordsMax / among), bytesMax: Math.ceil(bytesMax / among) }
}

async function askWave<K extends QueryKind>(
  wave: readonly PartitionEntry[],
  partition: Partition,
  query: Query<K>,
  share: WorkBudget,
): Promise<FanOut<K>> {
  const values: PartitionAnswers[K][] = []
  let work = NO_WORK
  const answers = await Promise.allSettled(wave.map((entry) => partition(entry).query(query, share, stillWanted)))
  for (const answer of answers) {
    if (answer.status === 'rejected') {
      work = withReason(work, 'partition_unavailable')
      continue
    }
    // A partition answers a query with the value that belongs to its type (run-query.ts).
    values.push(answer.value.value as PartitionAnswers[K])
    work = addWork(work, answer.value.work)
  }
  return { values, work }
}
