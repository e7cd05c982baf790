/** What a project shows when nothing happens. The on-call domain implements it. */
import type { QuietProfile } from '../contracts/quiet-profile.ts'

export interface ProjectQuiet {
  /** Null: nothing was learnt yet, or it cannot be read. */
  profile(): Promise<QuietProfile | null>
}
