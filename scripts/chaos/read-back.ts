/** What a chaos run and its window into the Worker (reader-worker.ts) say to each other. */

/** One page read back. */
export interface ReadBackInput {
  readonly organizationId: string
  readonly projectId: string
  readonly fromMs: number
  readonly toMs: number
  readonly after: { readonly time: { readonly day: number; readonly nanos: number }; readonly id: string } | null
}
export interface ReadBackPage {
  readonly bodies: readonly string[]
  readonly next: ReadBackInput['after']
  /** Why the page is not complete, empty when it is. */
  readonly partial: readonly string[]
}

/** Splits the newest log partition, as a hot one splits itself; answers how many partitions hold logs. */
export interface SplitInput {
  readonly organizationId: string
  readonly projectId: string
  /** false: only count. */
  readonly isWanted: boolean
}
export interface SplitAnswer {
  readonly partitions: number
}

export const SPLIT_PATH = '/chaos/split'
export const READ_BACK_PATH = '/chaos/read-back'
