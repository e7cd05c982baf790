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

export const READ_BACK_PATH = '/chaos/read-back'
