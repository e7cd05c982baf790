/** What a read did, summed over partitions. */
import type { PartialReason, Work, WorkBudget } from '../port.ts'

/**
 * The budget of a read that states none: more than statistics read for a day of ten million records, and about forty
 * times a page of search results. Beyond it the answer says `budget`.
 */
export const DEFAULT_BUDGET: WorkBudget = { recordsMax: 20_000_000, bytesMax: 1_000_000_000 }

export const NO_WORK: Work = { recordsScanned: 0, bytesDecoded: 0, partitionsRead: 0, partial: [] }

/** Adds the work of two shares of an answer, and the reasons why either is incomplete. */
export function addWork(a: Work, b: Work): Work {
  return {
    recordsScanned: a.recordsScanned + b.recordsScanned,
    bytesDecoded: a.bytesDecoded + b.bytesDecoded,
    partitionsRead: a.partitionsRead + b.partitionsRead,
    partial: [...new Set([...a.partial, ...b.partial])],
  }
}

/** Returns the work with one more reason why the answer is not complete. */
export function withReason(work: Work, reason: PartialReason): Work {
  return work.partial.includes(reason) ? work : { ...work, partial: [...work.partial, reason] }
}

/** What remains of a budget after some work; never negative. */
export function budgetLeft(budget: WorkBudget, work: Work): WorkBudget {
  return {
    recordsMax: Math.max(0, budget.recordsMax - work.recordsScanned),
    bytesMax: Math.max(0, budget.bytesMax - work.bytesDecoded),
  }
}
