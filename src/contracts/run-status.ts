/** States of threads and runs, as stored and as answered. */

export type ThreadStatus = 'regular' | 'archived'
export type FinishedStatus = 'completed' | 'aborted' | 'error'

/** Why a run ended in `error`. */
export interface RunError {
  readonly code: string
  readonly message: string
}
