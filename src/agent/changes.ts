/** What people changed in a project: deployments, flags, configurations. The on-call domain implements it. */
import type { ChangeKind, ChangeView } from '../contracts/oncall-protocol.ts'

export interface ProjectChanges {
  list(query: ChangesAsked): Promise<ChangesFound>
}

export interface ChangesAsked {
  /** Selects changes by their start, in milliseconds since 1970; the end is exclusive. */
  readonly fromMs: number
  readonly toMs: number
  readonly service: string | null
  readonly kind: ChangeKind | null
  readonly text: string | null
  readonly limit: number
}

export interface ChangesFound {
  /** Newest first. */
  readonly changes: readonly ChangeView[]
  readonly isTruncated: boolean
}
