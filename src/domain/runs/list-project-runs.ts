import type { ProjectScope } from '../../auth/scope.ts'
import type { RunSearch } from '../../contracts/search-protocol.ts'
import type { RunPage } from '../../contracts/thread-protocol.ts'
import type { VerbCall } from '../context.ts'

/** Lists the runs of all threads of a project, newest first. A new run appears within a second. */
export async function listProjectRuns({ ctx, scope, input }: VerbCall<ProjectScope, RunSearch>): Promise<RunPage> {
  return ctx.objects.search(scope).runs(input)
}
