/** Asking many partitions one question: bounded in flight, one that fails makes the answer partial instead of failing. */
import type { Work, WorkBudget } from '../port.ts'
import { addWork, budgetLeft, NO_WORK, withReason } from '../query/work.ts'
import type { PartitionAnswers, PartitionEntry, PartitionQuery, PartitionRpc, QueryKind } from './messages.ts'

/** Partitions asked at once: enough to hide the round trip, few enough that their answers fit in memory together. */
const IN_FLIGHT_MAX = 8

export interface FanOut<K extends QueryKind> {
  readonly values: readonly PartitionAnswers[K][]
  readonly work: Work
}

/** That it can be called says it: a function passed to an object lives no longer than the request that passed it. */
const stillWanted = async (): Promise<void> => {}

/** Asks all partitions; the budget is shared by what is in flight. Answers keep the order of the entries. */
export async function askAll<K extends QueryKind>(
  entries: readonly PartitionEntry[],
  partition: (entry: PartitionEntry) => PartitionRpc,
  query: Extract<PartitionQuery, { readonly kind: K }>,
  budget: WorkBudget,
): Promise<FanOut<K>> {
  const values: PartitionAnswers[K][] = []
  let work = NO_WORK
  for (let at = 0; at < entries.length; at += IN_FLIGHT_MAX) {
    const wave = entries.slice(at, at + IN_FLIGHT_MAX)
    const left = budgetLeft(budget, work)
    if (left.recordsMax === 0 || left.bytesMax === 0) return { values, work: withReason(work, 'budget') }
    const share = {
      recordsMax: Math.ceil(left.recordsMax / wave.length),
      bytesMax: Math.ceil(left.bytesMax / wave.length),
    }
    const answers = await Promise.allSettled(wave.map((entry) => partition(entry).query(query, share, stillWanted)))
    for (const answer of answers) {
      if (answer.status === 'rejected') {
        work = withReason(work, 'partition_unavailable')
        continue
      }
      // A partition answers a query with the value of its kind (run-query.ts).
      values.push(answer.value.value as PartitionAnswers[K])
      work = addWork(work, answer.value.work)
    }
  }
  return { values, work }
}
