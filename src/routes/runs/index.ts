import { CancelRun } from './cancel-run.ts'
import { GetRun } from './get-run.ts'
import { ListRuns } from './list-runs.ts'

export const runOperations = [GetRun, ListRuns, CancelRun]
