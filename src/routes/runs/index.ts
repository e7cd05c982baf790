import { CancelRun } from './cancel-run.ts'
import { GetRun } from './get-run.ts'
import { ListRuns } from './list-runs.ts'
import { ListSent } from './list-sent.ts'
import { StreamRun } from './stream-run.ts'

export const runOperations = [GetRun, ListRuns, CancelRun, StreamRun, ListSent]
