import { CancelRun } from './cancel-run.ts'
import { GetRun } from './get-run.ts'
import { ListRuns } from './list-runs.ts'
import { StreamRun } from './stream-run.ts'

export const runOperations = [GetRun, ListRuns, CancelRun, StreamRun]
