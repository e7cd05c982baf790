import { CancelRun } from './cancel-run.ts'
import { GetRun } from './get-run.ts'
import { ListProjectRuns } from './list-project-runs.ts'
import { ListRuns } from './list-runs.ts'
import { ListSent } from './list-sent.ts'
import { StreamRun } from './stream-run.ts'

export const runOperations = [GetRun, ListRuns, ListProjectRuns, CancelRun, StreamRun, ListSent]
